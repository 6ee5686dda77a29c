"""Shanghaien's numbered rulings, where the sheets are silent or disagree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.core.chance import QuickChance
from games.core.contract import begin_match
from games.shanghaien import rules
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.tables import CARDS, DECK, SECOND_USE, USES
from tests.games.shanghaien.positions import (
    LEFT,
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


@rule("setup")
def test_ruling_1_the_starter_of_round_one_is_drawn() -> None:
    starters = {begin_match(ENGINE, 2, {}, QuickChance(seed))[0].decider for seed in range(20)}
    assert starters == {0, 1}


@rule("place")
def test_ruling_2_one_of_two_unwanted_dice_must_be_placed() -> None:
    state = position(phase="rolled", rolled=(1, 6), dice=([2, 3], []))
    assert ENGINE.legal(state, 0) == (place(1), place(6))
    assert find_refusal(state, SHANGHAI).code == find_refusal(state, ROLL).code == "already_rolled"


@rule("place")
def test_ruling_3_several_dice_of_one_player_on_a_card() -> None:
    state = position(phase="rolled", rolled=(4, 4), dice=([4], []))
    do_actions(state, place(4))
    assert state.dice_laid[3] == 2


@rule("trick-adjust")
@pytest.mark.parametrize("delta", [0, 2, -2, None, "1"])
def test_ruling_4_adjust_may_not_do_nothing_nor_more_than_one(delta: object) -> None:
    state = position(round=2, phase="rolled", rolled=(3, 3), own=(["trick-1"], []))
    assert find_refusal(state, ("trick", "trick-1", "adjust", None, 0, delta)).code == "adjust_not_by_one"


@rule("trick-both")
def test_ruling_5_both_dice_of_equal_value_go_to_the_same_card() -> None:
    state = position(round=2, phase="rolled", rolled=(4, 4), own=(["trick-4"], []))
    do_actions(state, trick("trick-4", "both"))
    assert state.dice_laid[3] == 2


@rule("shanghai")
def test_ruling_6_both_dice_may_empty_the_supply_and_shanghai_follows() -> None:
    state = position(round=2, phase="rolled", rolled=(1, 2), dice=([3] * 4, []), own=(["trick-4"], []))
    do_actions(state, trick("trick-4", "both"), ROLL, place(1), dice=[(1, 1)])
    assert state.supply[0] == 0
    assert ENGINE.legal(state, 0) == (SHANGHAI,)


@rule("tricks")
def test_ruling_7_the_second_use_of_a_card_is_data() -> None:
    box = json.loads(Path(rules.__file__).with_name("shanghaien.json").read_text())
    assert box["cards"] | box["variant_extra_trick"] == SECOND_USE
    for card, second in box["cards"].items():
        state = position(round=2, phase="rolled", rolled=(2, 3), own=([card, "red-1"], []))
        assert {action[2] for action in ENGINE.legal(state, 0) if action[0] == "trick"} == {"joker", second}


@rule("distribution")
def test_ruling_8_five_dice_of_the_example_explain_it_and_four_would_not() -> None:
    five = position(dice=([2, 2, 3, 6, 6], [3, 4, 5, 6, 6]), tavern=DECK[:6])
    four = position(dice=([2, 3, 6, 6], [3, 4, 5, 6, 6]), tavern=DECK[:6])
    for state in (five, four):
        do_actions(state, SHANGHAI)
    assert find_owners(five, DECK[2]) == [None]
    assert find_owners(four, DECK[2]) == [1]


@rule("distribution-tie")
@pytest.mark.parametrize("dice", [([3], [3, 1]), ([3, 2, 2], [3, 4])])
def test_ruling_9_equal_sums_also_zero_leave_the_game(dice: tuple[list[int], list[int]]) -> None:
    state = position(seat=int(len(dice[0]) < 2), dice=dice, tavern=DECK[:6])
    do_actions(state, SHANGHAI)
    assert find_owners(state, DECK[2]) == [None]


@rule("distribution")
def test_ruling_10_all_cards_are_judged_on_the_same_dice() -> None:
    """Each of the two tied cards counts the dice of the other, although both are distributed."""
    state = position(dice=([3, 4, 4], [3, 4, 4]), tavern=DECK[:6])
    events = do_actions(state, SHANGHAI)
    assert [event[5] for event in events[3:5]] == [(8, 8), (3, 3)]


@rule("distribution")
def test_ruling_11_a_trick_in_the_row_is_won_like_a_sailor() -> None:
    state = position(seat=1, dice=([1], [2, 3]), tavern=["red-1", "trick-8", "trick-7", *DECK[1:4]])
    do_actions(state, SHANGHAI)
    assert find_owners(state, "trick-8", "trick-7") == [1, 1]
    assert [t["card"] for t in ENGINE.view(state, 0)["seats"][1]["tricks"]] == ["trick-7", "trick-8"]


@rule("tricks")
def test_ruling_12_who_must_shanghai_cannot_play_a_trick() -> None:
    state = position(round=2, dice=([1] * 5, []), own=(["trick-4", "red-1"], []))
    assert ENGINE.legal(state, 0) == (SHANGHAI,)
    assert find_refusal(state, trick("trick-4", "joker", "red")).code == "trick_before_roll"


@rule("trick-joker")
def test_ruling_13_joker_in_round_eight_with_a_card_won_earlier() -> None:
    state = position(round=8, phase="rolled", rolled=(1, 2), own=(["trick-8", "red-1"], []))
    do_actions(state, trick("trick-8", "joker", "red"), place(1))


@rule("tricks")
def test_ruling_13_a_trick_won_in_round_eight_is_one_point() -> None:
    state = position(round=8, dice=([1, 1], []), tavern=["trick-8", *DECK[:5]])
    do_actions(state, SHANGHAI)
    outcome = ENGINE.outcome(state)
    assert outcome is not None and outcome.scores == [1, 0]


@rule("trick-joker")
def test_ruling_14_several_jokers_join_a_real_sailor_and_share_its_fate() -> None:
    own = (["red-1", "trick-1", "trick-2", "blue-1", "trick-4"], ["red-4", "blue-4"])
    jokers = [("trick-1", 0, "red"), ("trick-2", 0, "red"), ("trick-4", 0, "blue")]
    outcome = ENGINE.outcome(position(round=8, phase="over", own=own, jokers=jokers))
    assert outcome is not None
    points = {row["nation"]: row["points"] for row in outcome.breakdown["nations"]}
    assert points["red"] == [4, 0], "1 + 2 + 2 beats 4 and takes it"
    assert points["blue"] == [0, 3], "the joker is taken with its crew"
    assert outcome.scores == [4, 3], "a joker used gives no point of its own"


@rule("trick-joker")
def test_ruling_14_a_joker_is_no_sailor_for_another_and_never_moves() -> None:
    state = position(round=2, phase="rolled", rolled=(1, 2), own=(["trick-1", "trick-2"], []))
    assert find_refusal(state, trick("trick-1", "joker", "red")).code == "joker_without_sailor"
    joined = position(
        round=2,
        phase="rolled",
        rolled=(1, 2),
        own=(["trick-1", "trick-2", "red-1"], []),
        jokers=[("trick-1", 0, "red")],
    )
    assert find_refusal(joined, trick("trick-1", "joker", "red")).code == "trick_not_owned"
    do_actions(joined, trick("trick-2", "joker", "red"))
    seat = ENGINE.view(joined, 0)["seats"][0]
    assert (seat["crew"]["red"], seat["tricks"], seat["score"]) == (["red-1", "trick-1", "trick-2"], [], 5)


@rule("direction")
def test_ruling_15_the_direction_comes_after_the_trick_and_before_the_die() -> None:
    state = position(round=3, one="", own=(["trick-1", "trick-6"], []))
    do_actions(state, ROLL, dice=[(2, 5)])
    assert find_refusal(state, place(2)).code == "direction_first"
    do_actions(state, trick("trick-1", "adjust", None, 0, 1))
    assert find_refusal(state, place(3)).code == "direction_first"
    do_actions(state, LEFT, place(3))
    late = first_roll(2, 5, own=(["trick-1"], []))
    do_actions(late, LEFT)
    assert find_refusal(late, trick("trick-1", "adjust", None, 0, 1)).code == "trick_too_late"


@rule("variant-extra-trick")
def test_ruling_16_the_promo_cards_with_other_uses_are_not_in_the_game() -> None:
    assert set(SECOND_USE.values()) | {"joker"} == set(USES)
    assert len(CARDS) == 50
