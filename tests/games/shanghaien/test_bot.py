"""Shanghaien's bots: plain cases judged right, and each level beats the one below."""

from __future__ import annotations

import pytest

from games.bots.base import Bot, ask_bot, choose_any
from games.core.chance import QuickChance
from games.core.contract import begin_match
from games.shanghaien.bot import (
    WIN_BONUS,
    choose_by_reflex,
    choose_by_stakes,
    easy,
    expect_lead,
    expect_lead_after_shanghai,
    expect_lead_without_row,
    expect_nation_lead,
    list_stakes,
    steady,
)
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.state import GONE, HIDDEN
from games.shanghaien.rules.tables import CARD_NUMBER, CARDS, NATION, NATIONS
from tests.games.shanghaien.positions import ROLL, SHANGHAI, do_actions, place, position, trick

ROW = ["red-4", "blue-1", "yellow-2", "green-2", "grey-1", "orange-3a"]


def points(bots: list[Bot], seed: int) -> list[int]:
    luck, thought = QuickChance(seed), QuickChance(seed + 10_000)
    state, _ = begin_match(ENGINE, 2, {"extra_trick": seed % 2 == 0}, luck)
    while (seat := ENGINE.turn(state)) >= 0:
        ENGINE.advance(state, seat, ask_bot(bots[seat], ENGINE, state, seat, thought), luck)
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    return outcome.scores


def wins(better: Bot, worse: Bot, matches: int) -> float:
    won = 0.0
    for number in range(matches):
        own, other = points([better, worse], number)
        won += (own > other) + (own == other) / 2
        other, own = points([worse, better], number)
        won += (own > other) + (own == other) / 2
    return won / (2 * matches)


@pytest.mark.slow
def test_each_level_beats_the_one_below() -> None:
    """Measured with n = 400: 0.86 and 0.98."""
    assert wins(easy, choose_any, 30) > 0.65
    assert wins(steady, easy, 15) > 0.75


def test_a_nation_is_hoped_for_by_what_may_still_come() -> None:
    assert expect_lead_without_row(4, 0, ()) == 4
    assert expect_lead_without_row(4, 3, ()) == 3
    assert expect_lead_without_row(3, 4, ()) == -3
    assert expect_lead_without_row(2, 2, ()) == 0
    assert expect_lead_without_row(4, 3, (2, 3)) == -expect_lead_without_row(3, 4, (2, 3)) > 0
    assert expect_nation_lead(3, 4, (), [(2, 1.0, 0.0)]) == 4, "the card surely comes"
    assert expect_nation_lead(3, 4, (), [(2, 0.5, 0.5)]) == pytest.approx(0.5 * 4 - 0.5 * 3)


def test_both_seats_see_the_same_position_from_two_sides() -> None:
    state = position(round=3, dice=([1, 1, 2], [3]), tavern=ROW, own=(["red-1", "blue-2"], ["trick-1"]))
    for expect in (expect_lead, expect_lead_after_shanghai):
        assert expect(state, 0) == pytest.approx(-expect(state, 1))


def test_settled_is_what_a_shanghai_gives() -> None:
    state = position(round=8, dice=([1, 1, 2], [3, 4]), tavern=ROW, own=(["grey-3a"], ["red-2", "trick-1"]))
    expected = expect_lead_after_shanghai(state, 0)
    do_actions(state, SHANGHAI)
    one, other = ENGINE.outcome(state).scores  # type: ignore[union-attr]
    assert one > other and expected == one - other + WIN_BONUS == expect_lead(state, 0) + WIN_BONUS


def test_a_shanghai_that_wins_is_called_and_one_that_loses_is_not() -> None:
    winning = position(round=8, dice=([1, 1, 6], [2, 5]), tavern=ROW)
    assert answer(steady, winning) == SHANGHAI
    losing = position(round=8, dice=([2, 5], [1, 1, 6]), tavern=ROW)
    assert answer(steady, losing) == ROLL


def test_the_die_that_takes_a_card_is_placed() -> None:
    state = position(round=8, phase="rolled", rolled=(1, 5), dice=([2], [3, 4]), tavern=ROW)
    assert answer(steady, state) == place(1)
    assert answer(reflexes, state) == place(1)


def test_a_joker_that_turns_a_nation_is_played() -> None:
    own = (["red-1", "red-3a", "trick-1"], ["red-2", "red-3b"])
    dice, row = ([2, 3], [5, 6]), [*ROW[1:], "grey-2"]
    state = position(round=8, phase="rolled", rolled=(2, 2), dice=dice, tavern=row, own=own)
    assert answer(steady, state) == trick("trick-1", "joker", "red"), (
        "6 against 5 brings 5, 4 against 5 costs 4"
    )


def reflexes(turn, chance):  # type: ignore[no-untyped-def]
    return choose_by_reflex(turn.redeal(chance), turn.seat, turn.menu, chance)


def answer(bot: Bot, state):  # type: ignore[no-untyped-def]
    return ask_bot(bot, ENGINE, state, state.decider, QuickChance(1))


def red_stake(mine: int, theirs: int) -> tuple[float, float]:
    """What the red 2 brings when no other red card is to come."""
    card = CARD_NUMBER["red-2"]
    owner = bytearray([GONE] * len(CARDS))
    owner[card] = HIDDEN
    crew = [0] * (2 * len(NATIONS))
    crew[NATION[card]], crew[len(NATIONS) + NATION[card]] = mine, theirs
    return list_stakes(tuple(crew), bytes(owner), (card,), 1.8)[0]


def test_a_stake_is_what_a_card_does_to_both_crews() -> None:
    assert red_stake(0, 0) == (2, -2)
    assert red_stake(0, 5) == (3, -2), "a small crew spoils a big one"
    assert red_stake(2, 5) == (-2, 0), "and feeds it when it grows"
    assert red_stake(4, 5) == (4 + 5, 0), "until it wins"


def test_stakes_of_both_seats_mirror_each_other() -> None:
    for mine, theirs in [(0, 0), (0, 5), (2, 5), (4, 5), (3, 3)]:
        one, other = red_stake(mine, theirs)
        assert (-other, -one) == red_stake(theirs, mine)


def test_a_trick_card_is_worth_the_same_to_both() -> None:
    assert list_stakes((0,) * 16, bytes(len(CARDS)), (CARD_NUMBER["trick-1"],), 1.8) == [(1.8, -1.8)]


def test_an_instinct_goes_where_a_die_decides() -> None:
    """Three dice behind on one card, equal on another of the same value: at any mood the second
    is contested.
    """
    row = ["red-4", "blue-1", "yellow-2", "green-2", "grey-4", "orange-3a"]
    state = position(phase="rolled", rolled=(1, 5), dice=([], [1, 1, 1]), tavern=row)
    menu = ENGINE.legal(state, 0)
    assert {choose_by_stakes(state, 0, menu, QuickChance(seed)) for seed in range(20)} == {("place", 5)}
