"""The trick cards of Shanghaien, section by section of its rule."""

from __future__ import annotations

import pytest

from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.tables import DECK
from tests.games.shanghaien.positions import (
    LEFT,
    RIGHT,
    ROLL,
    SHANGHAI,
    do_actions,
    find_owners,
    find_refusal,
    first_roll,
    place,
    position,
    trick,
)

rule = pytest.mark.rule


@rule("tricks")
def test_a_trick_won_may_be_used_from_the_next_round_after_rolling() -> None:
    state = position(dice=([1, 1, 2], [3, 4]), tavern=["trick-4", *DECK[:5]])
    do_actions(state, SHANGHAI)
    assert ENGINE.view(state, 1)["seats"][0]["tricks"][0]["card"] == "trick-4", "it lies open"
    do_actions(state, ROLL, LEFT, place(1), dice=[(1, 2)])
    assert find_refusal(state, trick("trick-4", "both")).code == "trick_before_roll"
    do_actions(state, ROLL, trick("trick-4", "both"), dice=[(1, 2)])


@rule("tricks")
def test_only_one_trick_in_a_round() -> None:
    state = position(round=2, phase="rolled", rolled=(1, 2), own=(["trick-4", "trick-5"], []))
    do_actions(state, trick("trick-4", "both"), ROLL, place(3), ROLL, dice=[(3, 3), (5, 6)])
    assert find_refusal(state, trick("trick-5", "both")).code == "trick_used"
    assert ENGINE.legal(state, 0) == (place(5), place(6))
    do_actions(
        state,
        place(5),
        ROLL,
        place(3),
        SHANGHAI,
        ROLL,
        LEFT,
        place(1),
        ROLL,
        dice=[(3, 3), (1, 1), (2, 3)],
    )
    do_actions(state, trick("trick-5", "both"))


@rule("tricks")
def test_each_card_offers_joker_and_one_other_use() -> None:
    state = position(round=2, phase="rolled", rolled=(1, 4), own=(["trick-1", "trick-6", "red-1"], []))
    uses = {(action[1], action[2]) for action in ENGINE.legal(state, 0) if action[0] == "trick"}
    assert uses == {("trick-1", "joker"), ("trick-1", "adjust"), ("trick-6", "joker"), ("trick-6", "reroll")}


@rule("trick-joker")
def test_a_joker_counts_two_in_a_nation_of_its_owner_for_ever() -> None:
    own = (["trick-4", "red-4", "grey-1"], ["blue-1"])
    state = position(round=2, phase="rolled", rolled=(1, 2), own=own)
    nations = [action[3] for action in ENGINE.legal(state, 0) if action[2:3] == ("joker",)]
    assert nations == ["red", "grey"]
    do_actions(state, trick("trick-4", "joker", "red"), place(1))
    mine = ENGINE.view(state, 0)
    assert mine["seats"][0]["crew"]["red"] == ["red-4", "trick-4"]
    assert next(row for row in mine["table"] if row["nation"] == "red")["mine"] == 6
    assert mine["seats"][0]["tricks"] == []


@rule("trick-adjust")
def test_one_die_moves_by_one_and_the_card_leaves() -> None:
    state = position(round=2, phase="rolled", rolled=(1, 6), own=(["trick-2"], []))
    ways = [action[4:] for action in ENGINE.legal(state, 0) if action[0] == "trick"]
    assert ways == [(0, 1), (1, -1)], "dice stay within 1 and 6"
    assert do_actions(state, trick("trick-2", "adjust", None, 1, -1))[-1] == ("adjusted", 0, (1, 5))
    assert ENGINE.legal(state, 0) == (place(1), place(5))
    assert find_owners(state, "trick-2") == [None]


@rule("trick-adjust")
@pytest.mark.parametrize(("die", "delta", "pair"), [(0, -1, (1, 5)), (1, 1, (2, 6))])
def test_a_die_may_become_a_one_or_a_six(die: int, delta: int, pair: tuple[int, int]) -> None:
    state = position(round=2, phase="rolled", rolled=(2, 5), own=(["trick-2"], []))
    assert do_actions(state, trick("trick-2", "adjust", None, die, delta))[-1] == ("adjusted", 0, pair)


@rule("trick-both")
def test_both_dice_are_placed_and_the_card_leaves() -> None:
    state = position(round=2, phase="rolled", rolled=(3, 5), own=(["trick-4"], []))
    do_actions(state, trick("trick-4", "both"))
    assert state.dice_laid[:6] == [0, 0, 1, 0, 1, 0] and state.supply[0] == 4 and state.decider == 1
    assert find_owners(state, "trick-4") == [None]


@rule("trick-both")
@rule("direction")
def test_both_dice_on_the_first_roll_wait_for_the_direction() -> None:
    state = first_roll(3, 5, own=(["trick-4"], []))
    do_actions(state, trick("trick-4", "both"))
    assert sum(state.dice_laid) == 0 and ENGINE.legal(state, 0) == (LEFT, RIGHT)
    events = do_actions(state, RIGHT)
    assert [event[0] for event in events] == ["directed", "placed", "placed"] and state.decider == 1


@rule("trick-reroll")
def test_both_dice_are_rolled_again_and_the_first_result_is_void() -> None:
    state = position(round=2, phase="rolled", rolled=(3, 5), own=(["trick-6"], []))
    events = do_actions(state, trick("trick-6", "reroll"), dice=[(1, 2)])
    assert events[-1] == ("rolled", 0, (1, 2))
    assert find_refusal(state, place(3)).params == {"rolled": [1, 2]}
    assert ENGINE.legal(state, 0) == (place(1), place(2))
    assert find_owners(state, "trick-6") == [None]
