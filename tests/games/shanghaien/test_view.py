"""What a screen of Shanghaien is given."""

from __future__ import annotations

import json
import time

import pytest

from games.core.chance import QuickChance
from games.core.contract import Action
from games.core.json_form import encode
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.state import State
from games.shanghaien.rules.tables import DECK
from tests.games.shanghaien.positions import (
    LEFT,
    ROLL,
    SHANGHAI,
    do_actions,
    first_roll,
    place,
    position,
    trick,
)

ADJUST = trick("trick-1", "adjust", None, 0, 1)
WORKED = ([2, 2, 3, 6, 6], [3, 4, 5, 6, 6])


def test_each_card_tells_what_a_shanghai_would_do_now() -> None:
    row = ENGINE.view(position(dice=WORKED, tavern=DECK[:6]), 0)["tavern"]
    assert [card["now"] for card in row] == [
        {"to": None, "sums": None},
        {"to": 0, "sums": None},
        {"to": None, "sums": [4, 4]},
        {"to": 1, "sums": None},
        {"to": 1, "sums": None},
        {"to": 1, "sums": [0, 5]},
    ]
    assert [card["dice"] for card in row] == [[0, 0], [2, 0], [1, 1], [0, 1], [0, 1], [2, 2]]
    assert row[2] == {
        "card": "red-3a", "nation": "red", "value": 3, "number": 3, "dice": [1, 1], "now": {"to": None, "sums": [4, 4]},
    }  # fmt: skip


def test_cards_have_no_number_before_the_direction_is_chosen() -> None:
    row = ENGINE.view(position(one=""), 0)["tavern"]
    assert {(card["number"], card["now"]) for card in row} == {(None, None)}


def test_the_score_table_counts_mine_the_opponents_and_what_may_come() -> None:
    own = (["red-1", "red-2", "trick-1"], ["red-4", "blue-1"])
    state = position(round=2, own=own, jokers=[("trick-1", 0, "red")])
    # of the two cards left of the nation, one three went out of the game unwanted
    expected = {"cards_left": 1, "points_left": 3, "mine_now": 0, "opponent_now": 0}
    mine, theirs = (ENGINE.view(state, seat)["table"][0] for seat in (0, 1))
    assert mine == {"nation": "red", "mine": 5, "opponent": 4, **expected, "mine_now": 4}
    assert theirs == {"nation": "red", "mine": 4, "opponent": 5, **expected, "opponent_now": 4}
    assert ENGINE.view(state, None)["table"] == ENGINE.view(state, 0)["table"]
    assert [seat["score"] for seat in ENGINE.view(state, 0)["seats"]] == [4, 1]


def test_the_last_distribution_stays_in_sight() -> None:
    state = position(dice=WORKED, tavern=DECK[:6])
    assert ENGINE.view(state, 0)["last_round"] is None
    do_actions(state, SHANGHAI)
    last = ENGINE.view(state, 1)["last_round"]
    assert (last["round"], last["by"], last["direction"]) == (1, 0, "left")
    assert last["cards"][5] == {"card": DECK[5], "number": 6, "dice": [2, 2], "to": 1, "sums": [0, 5]}
    assert last["cards"][0] == {"card": DECK[0], "number": 1, "dice": [0, 0], "to": None, "sums": None}


def test_tricks_tell_where_they_may_be_used() -> None:
    state = position(round=2, own=(["trick-1", "red-1", "grey-4"], []), phase="rolled", rolled=(1, 2), used=2)
    seats = ENGINE.view(state, 1)["seats"]
    assert seats[0]["tricks"] == [{"card": "trick-1", "second": "adjust", "nations": ["red", "grey"]}]
    assert [seat["trick_played"] for seat in seats] == [False, True]
    assert [seat["supply"] for seat in seats] == [6, 6]


def test_the_whole_draw_pile_is_dealt_again_and_nothing_else() -> None:
    state = position(round=3, dice=([1, 2], [3]), own=(["red-1"], []))
    again = [ENGINE.redeal(state, 0, QuickChance(seed)).deck for seed in range(60)]
    assert {deck[:18] for deck in again} == {state.deck[:18]}
    assert all(len({deck[place] for deck in again}) > 10 for place in range(18, 48))
    assert {tuple(sorted(deck)) for deck in again} == {tuple(range(48))}


@pytest.mark.parametrize(
    ("state", "action", "may"),
    [
        (position(), ROLL, False),
        (position(dice=([1, 2], [])), SHANGHAI, False),
        (first_roll(1, 2), LEFT, True),
        (position(phase="rolled", rolled=(1, 2)), place(1), True),
        (position(round=2, phase="rolled", rolled=(1, 2), own=(["trick-1"], [])), ADJUST, True),
        (
            position(round=2, phase="rolled", rolled=(1, 2), own=(["trick-6"], [])),
            trick("trick-6", "reroll"),
            False,
        ),
    ],
)
def test_undo_stops_at_dice_and_at_the_next_tavern(state: State, action: Action, may: bool) -> None:
    assert ENGINE.check(state, 0, action) is None
    assert ENGINE.may_undo(state, 0, action) is may


def test_a_screen_is_made_in_a_third_of_a_millisecond() -> None:
    """View, menu, reasons and JSON; the best of five, for machines that do other things as well."""
    state = position(
        round=4, phase="rolled", rolled=(1, 2), dice=WORKED, own=(["trick-1", "trick-6", "red-1"], [])
    )
    best = min(_seconds_for_a_screen(state) for _ in range(5))
    assert best < 0.000_3


def _seconds_for_a_screen(state: object, times: int = 50) -> float:
    start = time.process_time()
    for _ in range(times):
        view = ENGINE.view(state, 0)
        menu = [encode(ENGINE.META.actions, action) for action in ENGINE.legal(state, 0)]
        disabled = [encode(ENGINE.META.actions, entry.action) for entry in ENGINE.explain(state, 0)]
        json.dumps([view, menu, disabled])
    return (time.process_time() - start) / times
