"""Shanghaien, section by section of its rule."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.chance import QuickChance, ScriptedChance
from games.core.contract import begin_match
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.tables import CARDS, DECK, NATIONS, SECOND_USE, VALUE
from tests.games.shanghaien.positions import (
    LEFT,
    RIGHT,
    ROLL,
    SHANGHAI,
    do_actions,
    find_owners,
    find_refusal,
    place,
    position,
    trick,
)

rule = pytest.mark.rule


@rule("components")
def test_forty_sailors_of_eight_nations_and_eight_tricks() -> None:
    sailors = [card for card in DECK if not card.startswith("trick")]
    by_nation = {nation: [c for c in sailors if c.rpartition("-")[0] == nation] for nation in NATIONS}
    assert [sorted(VALUE[CARDS.index(c)] for c in cards) for cards in by_nation.values()] == [
        [1, 2, 3, 3, 4]
    ] * 8
    assert len(DECK) - len(sailors) == 8
    assert Counter(SECOND_USE[card] for card in DECK[40:]) == {"adjust": 3, "both": 2, "reroll": 3}


@rule("setup")
def test_six_cards_lie_open_and_chance_draws_the_starter_first() -> None:
    # a shuffle that never swaps: i stays with i
    script = ScriptedChance(numbers=[1, *range(47, 0, -1)])
    state, dealt = begin_match(ENGINE, 2, {}, script)
    script.finish()
    assert dealt == {"starter": 1, "deck": list(DECK)}
    assert [card["card"] for card in ENGINE.view(state, 0)["tavern"]] == list(DECK[:6])
    assert ENGINE.decisions(state)[0].seat == 1
    assert ENGINE.view(state, 0)["draw_pile"] == 42


@rule("round")
def test_turns_alternate_until_somebody_shanghais() -> None:
    state = position()
    turns = []
    for _ in range(4):
        turns.append(state.decider)
        do_actions(state, ROLL, place(1), dice=[(1, 2)])
    assert turns == [0, 1, 0, 1] and state.round == 1
    do_actions(state, SHANGHAI)
    assert state.round == 2


@rule("turn")
def test_a_turn_is_a_roll_or_a_shanghai() -> None:
    assert ENGINE.legal(position(dice=([1, 2], [])), 0) == (ROLL, SHANGHAI)
    assert ENGINE.legal(position(dice=([1, 2], [])), 1) == ()
    assert find_refusal(position(dice=([1, 2], [])), place(1)).code == "roll_first"


@rule("roll")
def test_two_dice_are_rolled_while_two_are_left() -> None:
    state = position(dice=([1, 1, 1, 1], []))
    assert do_actions(state, ROLL, dice=[(3, 5)]) == [("rolled", 0, (3, 5))]
    assert state.supply == [2, 6], "the rolled dice are not placed yet"
    one_left = position(dice=([1, 1, 1, 1, 1], []))
    assert find_refusal(one_left, ROLL) == ("too_few_dice_to_roll", "roll", {"supply": 1, "needed": 2})


@rule("direction")
def test_the_starter_chooses_the_end_after_the_first_roll_for_the_whole_round() -> None:
    state = position(one="")
    do_actions(state, ROLL, dice=[(2, 4)])
    assert ENGINE.legal(state, 0) == (LEFT, RIGHT)
    do_actions(state, RIGHT)
    assert [card["number"] for card in ENGINE.view(state, 1)["tavern"]] == [6, 5, 4, 3, 2, 1]
    do_actions(state, place(2), ROLL, place(1), dice=[(1, 5)])
    assert ENGINE.view(state, 0)["tavern"][4]["dice"] == [1, 0]
    assert ENGINE.view(state, 0)["tavern"][5]["dice"] == [0, 1]
    do_actions(state, ROLL, place(6), ROLL, place(6), SHANGHAI, dice=[(6, 6), (6, 6)])
    assert ENGINE.view(state, 0)["direction"] is None, "the next round chooses anew"


@rule("place")
def test_one_die_goes_to_the_card_of_its_value_and_the_other_returns() -> None:
    state = position(phase="rolled", rolled=(2, 5))
    assert ENGINE.legal(state, 0) == (place(2), place(5))
    card = ENGINE.view(state, 0)["tavern"][4]["card"]
    assert do_actions(state, place(5)) == [("placed", 0, 5, card)]
    assert state.dice_laid[:6] == [0, 0, 0, 0, 1, 0]
    assert state.supply == [5, 6] and state.decider == 1


@rule("shanghai")
def test_shanghai_needs_two_dice_on_cards() -> None:
    assert find_refusal(position(dice=([4], [1, 2])), SHANGHAI).params == {"placed": 1, "needed": 2}
    do_actions(position(dice=([4, 4], [])), SHANGHAI)


@rule("shanghai")
@pytest.mark.parametrize("placed", [[1] * 5, [1] * 6])
def test_shanghai_is_compulsory_with_fewer_than_two_dice_left(placed: list[int]) -> None:
    assert ENGINE.legal(position(dice=(placed, [])), 0) == (SHANGHAI,)


@rule("distribution")
def test_a_card_without_dice_leaves_and_the_majority_takes() -> None:
    state = position(dice=([2, 3, 3, 4], [4, 4, 5, 3]), tavern=DECK[:6])
    do_actions(state, SHANGHAI)
    assert find_owners(state, *DECK[:6]) == [None, 0, 0, 1, 1, None]


@rule("distribution")
@rule("distribution-tie")
def test_the_worked_example_of_a_distribution() -> None:
    state = position(dice=([2, 2, 3, 6, 6], [3, 4, 5, 6, 6]), tavern=DECK[:6])
    events = do_actions(state, SHANGHAI)
    assert find_owners(state, *DECK[:6]) == [None, 0, None, 1, 1, 1]
    assert events[3] == ("given", DECK[2], 3, None, (1, 1), (4, 4))
    assert events[6] == ("given", DECK[5], 6, 1, (2, 2), (0, 5))


@rule("distribution-tie")
@pytest.mark.parametrize(
    ("dice", "number", "sums", "to"),
    [
        (([1, 2], [1, 3]), 1, (2, 0), 0),  # the end has one neighbour
        (([2, 1], [2]), 2, (1, 0), 0),  # the end is a neighbour itself
        (([5, 1], [5, 6]), 5, (0, 6), 1),
        (([6, 5], [6, 4, 4]), 6, (5, 0), 0),
        (([3, 2, 2], [3, 4]), 3, (4, 4), None),  # two twos weigh as much as one four
        (([3, 2, 4], [3, 4, 4]), 3, (6, 8), 1),  # both neighbours add up
        (([3, 3, 1, 5], [3, 3, 6]), 3, (0, 0), None),  # cards further away count for nothing
    ],
)
def test_neighbours_break_a_tie(
    dice: tuple[list[int], list[int]], number: int, sums: tuple[int, int], to: int | None
) -> None:
    given = next(
        event
        for event in do_actions(position(dice=dice), SHANGHAI)
        if event[0] == "given" and event[2] == number
    )
    assert given[3] == to and given[5] == sums


@rule("distribution-tie")
def test_neighbours_are_the_same_when_the_row_is_numbered_from_the_right() -> None:
    state = position(dice=([1, 2], [1]), one="right", tavern=DECK[:6])
    do_actions(state, SHANGHAI)
    assert find_owners(state, DECK[5], DECK[4], DECK[0]) == [0, 0, None]


@rule("round-end")
@pytest.mark.parametrize("seat", [0, 1])
def test_dice_return_and_the_one_who_did_not_shanghai_starts(seat: int) -> None:
    state = position(seat=seat, dice=([1, 2], [1, 2, 3]), round=2)
    events = do_actions(state, SHANGHAI)
    assert state.supply == [6, 6] and state.dice_laid == [0] * 12
    assert (state.round, state.decider, state.starter) == (3, 1 - seat, 1 - seat)
    assert events[-1] == ("opened", 3, 1 - seat)
    assert [c["card"] for c in ENGINE.view(state, 0)["tavern"]] == [CARDS[card] for card in state.deck[12:18]]


@rule("game-end")
def test_the_match_ends_after_the_eighth_round() -> None:
    state = position(round=8, dice=([1, 2], []))
    assert ENGINE.outcome(state) is None
    assert do_actions(state, SHANGHAI)[-1] == ("ended", "eight_rounds")
    outcome = ENGINE.outcome(state)
    assert outcome is not None and outcome.reason == "eight_rounds"
    assert ENGINE.decisions(state) == [] and ENGINE.turn(state) == -1
    assert find_refusal(state, ROLL, seat=0).code == "match_over"


FIRST_ROLL = "green-3a trick-1 trick-2 lightblue-1 lightblue-4 red-1 red-2 red-3a yellow-1"
SECOND_SEAT = "lightblue-2 lightblue-3a red-3b red-4 yellow-3a yellow-3b yellow-4 trick-3"


@rule("scoring")
def test_the_worked_example_of_a_scoring() -> None:
    own = (FIRST_ROLL.split(), SECOND_SEAT.split())
    state = position(
        round=8, phase="over", own=own, jokers=[("trick-1", 0, "green"), ("trick-2", 0, "green")]
    )
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.scores == [7, 8] and outcome.winners == [1] and outcome.ranks == [2, 1]
    points = {row["nation"]: row["points"] for row in outcome.breakdown["nations"]}
    assert (points["green"], points["lightblue"], points["red"], points["yellow"]) == (
        [7, 0],
        [0, 0],
        [0, 6],
        [0, 1],
    )
    assert outcome.breakdown["tricks"] == [0, 1]


@rule("scoring")
def test_equal_totals_are_a_draw() -> None:
    outcome = ENGINE.outcome(position(round=8, phase="over", own=(["red-4"], ["blue-4"])))
    assert outcome is not None and outcome.winners == [0, 1] and outcome.ranks == [1, 1]


@rule("variant-extra-trick")
def test_with_the_option_both_begin_with_a_trick_that_is_not_in_the_deck() -> None:
    state, dealt = begin_match(ENGINE, 2, {"extra_trick": True}, QuickChance(1))
    assert len(dealt["deck"]) == 48 and not {"trick-9", "trick-10"} & set(dealt["deck"])
    tricks = [[t["card"] for t in seat["tricks"]] for seat in ENGINE.view(state, None)["seats"]]
    assert tricks == [["trick-9"], ["trick-10"]]
    do_actions(state, ROLL, dice=[(1, 2)])
    assert trick("trick-9" if state.decider == 0 else "trick-10", "both") in ENGINE.legal(
        state, state.decider
    )
    plain, _ = begin_match(ENGINE, 2, {}, QuickChance(1))
    assert [seat["tricks"] for seat in ENGINE.view(plain, None)["seats"]] == [[], []]
