"""What a seat sees of Halunken, what is dealt again behind its back, and what may be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.core.chance import QuickChance
from games.core.contract import Malformed
from games.core.json_form import encode
from games.halunken.rules import ENGINE
from games.halunken.rules.state import State
from tests.games.halunken.positions import deal_unshuffled, play_action, position, reveal_cards

CREWS = [["red-4", "red-5"], ["red-7", "red-8"], ["red-9", "red-10", "yellow-12"]]


def test_a_chosen_card_is_shown_to_its_owner_alone() -> None:
    state, _ = play_action(position(CREWS, [0, 4, 8]), 1, "choose", 3)
    for seat in (0, 2, None):
        chosen = ENGINE.view(state, seat)["chosen"]
        assert chosen["seats"] == [False, True, False] and chosen["own"].get("card") is None
    assert ENGINE.view(state, 1)["chosen"]["own"] == {"card": 3}


def test_black_jacks_secret_card_is_shown_to_the_renter_alone() -> None:
    state = position(CREWS[:2], [0, 4], jack=8, renter=1)
    state, _ = play_action(state, 1, "choose", 3)
    state, _ = play_action(state, 1, "choose_jack", 6)
    assert ENGINE.view(state, 1)["chosen"]["own"] == {"card": 3, "jack": 6}
    for seat in (0, None):
        view = ENGINE.view(state, seat)
        assert view["chosen"]["jack"] and "jack" not in view["chosen"]["own"]
        assert 6 in view["jack"]["left"] and not view["jack"]["played"] and view["jack"]["number"] is None


def test_crews_show_counts_and_what_doubles() -> None:
    crew = ENGINE.view(position(CREWS, [0, 4, 8]), None)["crews"][2]
    assert (crew["count"], crew["doubled"], crew["total"]) == (3, "red", 9 + 10 + 12 + 19)
    assert crew["cards"] == ["red-9", "red-10", "yellow-12"]
    assert crew["colours"]["red"] == {"count": 2, "sum": 19}


def test_a_ghost_tells_of_landing_and_what_may_happen_there() -> None:
    state = position(CREWS, [0, 3, 12], jack=5, boat=["grey-2"], dives={1: ["grey-13"], 2: ["grey-3"]})
    ghosts = ENGINE.view(state, 0)["ghosts"]
    by_card = {ghost["card"]: ghost["landings"] for ghost in ghosts["cards"]}
    assert ghosts["cards"][0]["cancelled_by"] == [1, 2]
    (one,) = by_card[1]
    assert (one["space"], one["takes"], one["captain"], one["jack"]) == (1, "grey-13", None, False)
    assert one["rivals"] == [{"seat": 2, "cards": [3, "rum"]}]
    (three,) = by_card[3]
    assert (three["captain"], three["robs"]) == (1, False), "three against two"
    (five,) = by_card[5]
    assert five["jack"] and five["salvage"]
    assert [landing["number"] for landing in by_card["rum"]] == [1, 2, 3, 4, 5, 6, 7]
    assert ENGINE.view(state, None)["ghosts"] is None


def test_a_ghost_foresees_a_robbery() -> None:
    state = position([["red-4"], ["red-7", "red-8"]], [0, 3])
    landing = ENGINE.view(state, 0)["ghosts"]["cards"][2]["landings"][0]
    assert (landing["captain"], landing["robs"]) == (1, True)


def test_whoever_drinks_rum_sees_where_each_free_number_leads() -> None:
    state, _ = reveal_cards(position(CREWS, [0, 4, 8]), "rum", 2, 7)
    landings = ENGINE.view(state, 0)["ghosts"]["rum"]
    assert [(landing["number"], landing["space"]) for landing in landings] == [
        (1, 1),
        (3, 3),
        (4, 4),
        (5, 5),
        (6, 6),
    ]
    assert landings[2]["captain"] == 1, "the captain who stands there until it moves"
    assert ENGINE.view(state, 1)["ghosts"]["rum"] == []


def test_the_renter_of_two_sees_where_black_jack_would_come() -> None:
    state = position(CREWS[:2], [0, 4], jack=12, renter=1)
    assert ENGINE.view(state, 1)["ghosts"]["jack"][2] == {"number": 3, "space": 1}
    assert ENGINE.view(state, 0)["ghosts"]["jack"] == [], "the other has no card of his to choose"


def test_the_recap_tells_the_last_movement_step_by_step() -> None:
    state, events = reveal_cards(position(CREWS, [0, 4, 8]), 1, 2, 3)
    steps = [encode(ENGINE.META.events, event) for event in events]
    recap = ENGINE.view(state, None)["recap"]
    assert recap == [step for step in steps if step["type"] not in ("round_begun",)]
    state, _ = play_action(state, 0, "choose", 2)
    assert ENGINE.view(state, 1)["recap"] == recap, "it stays until the next reveal"


def test_a_recap_goes_on_over_decisions() -> None:
    state, _ = reveal_cards(position([["red-4"], ["red-7", "red-8"]], [0, 1]), 1, 2)
    state, _ = play_action(state, 0, "rob", 1, "red-8")
    kinds = [step["type"] for step in ENGINE.view(state, None)["recap"]]
    assert kinds[:5] == ["chosen", "revealed", "moved", "took", "robbed"]


def test_redeal_keeps_what_is_known_and_changes_what_is_not() -> None:
    state = position(CREWS, [0, 4, 8], jack=12, opener=1)
    for seat in (0, 1):
        state, _ = play_action(state, seat, "choose", 3)
    deals, piles, cards = set(), set(), set()
    for seed in range(40):
        again = ENGINE.redeal(state, 0, QuickChance(seed))
        ENGINE.invariant(again)
        assert again.chosen_cards[0] == 3 and [again.top_card(s) for s in range(14)] == [
            state.top_card(s) for s in range(14)
        ]
        deals.add(tuple(again.dealt_cards))
        piles.add(tuple(again.jack_pile))
        cards.add(again.chosen_cards[1])
    assert len(deals) == len(piles) == 40 and len(cards) > 4
    assert ENGINE.redeal(state, 1, QuickChance(1)).chosen_cards[1] == 3
    assert state.chosen_cards == [3, 3, 0], "the true position is left alone"


def test_black_jacks_secret_card_is_dealt_again_for_the_other_alone() -> None:
    state = position(CREWS[:2], [0, 4], jack=8, renter=1)
    for card in ("choose", "choose_jack"):
        state, _ = play_action(state, 1, card, 6)
    cards = {
        seat: {ENGINE.redeal(state, seat, QuickChance(seed)).jack_card for seed in range(60)}
        for seat in (0, 1)
    }
    assert len(cards[0]) == 8 and cards[1] == {6}


def test_tops_are_unknown_while_the_captains_settle() -> None:
    state, _ = play_action(deal_unshuffled(3), 0, "settle", 4)
    tops = {ENGINE.redeal(state, 0, QuickChance(seed)).top_card(0) for seed in range(40)}
    assert len(tops) > 10


def brawling() -> State:
    return reveal_cards(position([["red-4"], *CREWS[1:]], [3, 4, 8]), 1, 7, 6)[0]


def raiding() -> State:
    return reveal_cards(position(CREWS, [0, 4, 8], jack=3, renter=0, pile=[4]), 1, 2, 3, jack=4)[0]


UNDO: list[tuple[Callable[[], State], int, tuple[Any, ...], bool]] = [
    (lambda: deal_unshuffled(2), 0, ("settle", 3), False),
    (lambda: position(CREWS, [0, 4, 8], jack=12, auction=True), 0, ("bid", "red-4"), True),
    (lambda: position(CREWS, [0, 4, 8]), 0, ("choose", 1), True),
    (lambda: last_to_choose(), 2, ("choose", 3), False),
    (brawling, 0, ("rob", 1, "red-7"), False),
    (raiding, 0, ("rob", 1, "red-7"), True),
]


@pytest.mark.parametrize(("make", "seat", "action", "may"), UNDO)
def test_undo_stops_at_whatever_was_turned_up(
    make: Callable[[], State], seat: int, action: tuple[Any, ...], may: bool
) -> None:
    state = make()
    assert ENGINE.check(state, seat, action) is None
    assert ENGINE.may_undo(state, seat, action) is may


def last_to_choose() -> State:
    state = position(CREWS, [0, 4, 8])
    for seat in (0, 1):
        state, _ = play_action(state, seat, "choose", seat + 1)
    return state


def test_a_state_that_is_no_state_is_malformed() -> None:
    dump = ENGINE.dump(last_to_choose())
    for damaged in ({}, {**dump, "boat": ["red-99"]}, {**dump, "crews": None}):
        with pytest.raises(Malformed):
            ENGINE.load(damaged)
    assert ENGINE.load(json.loads(json.dumps(dump))) == last_to_choose()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda state: state.crews[0].append(state.crews[1][0]), "one owner"),
        (lambda state: state.crews[0].pop(), "one owner"),
        (lambda state: state.positions.__setitem__(0, state.positions[1]), "one piece to a space"),
        (lambda state: state.hands.__setitem__(0, 0), "a card leaves each hand"),
        (lambda state: setattr(state, "decider", -1), "somebody decides"),
    ],
)
def test_an_invariant_notices_what_is_lost_or_doubled(spoil: Callable[[State], None], message: str) -> None:
    state = last_to_choose()
    spoil(state)
    with pytest.raises(AssertionError, match=message):
        ENGINE.invariant(state)
