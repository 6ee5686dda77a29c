"""The solver of a round of Shanghaien: exact in the last round, and the judge of every level of bots."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import pytest

from games.bots.base import Bot, ask_bot
from games.bots.levels import make_bot
from games.core.chance import QuickChance
from games.core.contract import Action, begin_match
from games.registry import load_levels
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.scoring import judge_row
from games.shanghaien.rules.state import OVER, State
from games.shanghaien.solver.dice_sets import DIGITS, SETS, VERDICTS, find_set_number
from games.shanghaien.solver.measures.tables import list_last_rounds, measure_losses
from games.shanghaien.solver.round import CLOSED, Round, Side
from games.shanghaien.solver.solution import Solution, solve
from tests.games.shanghaien.plain_solver import PlainSolver
from tests.games.shanghaien.positions import position, trick

LEVELS = load_levels("shanghaien")
TAVERN = ["red-4", "blue-1", "yellow-2", "green-2", "grey-1", "trick-3"]
CREWS = (["red-2", "blue-3a", "green-1"], ["yellow-3a", "grey-2", "red-1"])
#: crews of which no joker is better than all others
TRICKS = (["red-2", "blue-3a", "trick-1", "trick-4"], ["yellow-3a", "grey-2", "red-1", "trick-6"])
EMPTY = (0,) * 6


def last_round(dice: tuple[Sequence[int], Sequence[int]], own=CREWS, seat: int = 0) -> State:
    return position(round=8, seat=seat, dice=dice, tavern=TAVERN, own=own)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("dice", "own"),
    [
        (([1, 1, 4], [3, 4, 6]), CREWS),
        (([1, 2, 4, 5], [3, 4, 6, 6]), TRICKS),
        (([2, 3, 5, 5], [1, 2, 6]), (TRICKS[0], CREWS[1])),
        (([2, 2, 5, 5], [1, 2, 6, 3, 3]), (CREWS[0], TRICKS[1])),
    ],
    ids=["no-tricks", "tricks-of-both", "one-trick-owner", "the-other-trick-owner"],
)
def test_two_solvers_find_the_same_values(dice, own, seat: int) -> None:
    state = last_round(dice, own, seat)
    plain = PlainSolver()
    judged = solve(state).judge_menu()
    assert len(judged) == len(ENGINE.legal(state, seat))
    for action, value in judged:
        assert value == pytest.approx(plain.judge(state, action), abs=1e-12), action


def test_every_answer_to_a_roll_has_the_same_value_in_both() -> None:
    state = position(
        round=8, phase="rolled", rolled=(2, 5), dice=([1, 2, 4, 5], [3, 4, 6, 6]), tavern=TAVERN, own=TRICKS
    )
    plain = PlainSolver()
    judged = dict(solve(state).judge_menu())
    assert trick("trick-1", "adjust", None, 1, -1) in judged and trick("trick-4", "joker", "red") in judged
    assert judged == {action: pytest.approx(plain.judge(state, action), abs=1e-12) for action in judged}


def test_a_round_without_tricks_has_as_many_positions_as_there_are() -> None:
    sides = Side(EMPTY, 6), Side(EMPTY, 6)
    solved = Round(sides, 0, lambda modes, seat: DIGITS[:, 0] / 2)
    assert solved.count_positions() == 123_110
    assert 0 < solved.find_roll_value(0, (CLOSED, CLOSED), (EMPTY, EMPTY)) < 1


def test_a_round_is_solved_in_a_moment() -> None:
    """The best of five: what the machine does beside it does not count. 150 ms were asked for."""
    times = []
    for _ in range(5):
        began = time.process_time()
        Solution(last_round(([], [])), {}).judge_menu()
        times.append(time.process_time() - began)
    assert min(times) < 0.15


def test_a_verdict_is_that_of_the_rules() -> None:
    """Every 97th pair of sets: as many as a moment allows."""
    sets = [dice_set for some in SETS for dice_set in some]
    for index in range(0, len(sets) ** 2, 9_973):
        own, other = sets[index // len(sets)], sets[index % len(sets)]
        takers = [to for to, _, _ in judge_row([*own, *other])]
        numbers = [find_set_number(dice_set) for dice_set in (own, other)]
        digits = DIGITS[VERDICTS[numbers[0], numbers[1]]]
        assert [{0: None, 1: 0, 2: 1}[digit] for digit in digits] == takers


def walk(bots: tuple[Bot, Bot], seed: int, first_round: int) -> Iterator[tuple[State, Action]]:
    """The positions of a match from a round on, each with what was done in it."""
    luck, thought = QuickChance(seed), QuickChance(seed + 1000)
    state, _ = begin_match(ENGINE, 2, {}, luck)
    while state.phase != OVER:
        seat = state.decider
        bot = bots[seat] if state.round >= first_round else LEVELS.easy
        action = ask_bot(bot, ENGINE, state, seat, thought)
        if state.round >= first_round:
            yield state.copy(), action
        ENGINE.advance(state, seat, action, luck)


def test_the_value_of_a_position_is_the_mean_over_what_can_follow() -> None:
    """Whatever the dice gave: best play keeps the value, so the same position has one value in two solutions."""
    kept = 0
    for state, action in walk((LEVELS.steady, LEVELS.steady), 3, 6):
        if action[0] != "place":
            continue
        after = state.copy()
        ENGINE.advance(after, state.decider, action, QuickChance(0))
        assert solve(after).find_value(after) == pytest.approx(solve(state).judge(state, action), abs=1e-9)
        kept += 1
    assert kept > 15


@pytest.fixture(scope="module")
def last_rounds() -> list[State]:
    return list_last_rounds(LEVELS.steady, range(900, 906))


@pytest.mark.slow
def test_the_master_loses_nothing_in_the_last_round(last_rounds: list[State]) -> None:
    losses = measure_losses(make_bot(LEVELS, "master"), last_rounds)
    assert losses.decisions == losses.exact > 20 and losses.worst < 1e-9


@pytest.mark.parametrize(("level", "most"), [("steady", 0.05), ("easy", 1.3), ("random", 0.9)])
def test_no_level_gives_away_more_in_a_last_round_than_when_it_was_measured(
    last_rounds: list[State], level: str, most: float
) -> None:
    losses = measure_losses(make_bot(LEVELS, level), last_rounds)
    assert 0 < losses.lost / losses.rounds < most
    assert losses.exact < losses.decisions


@pytest.mark.slow
def test_a_search_with_a_fifth_of_its_thought_gives_away_little(last_rounds: list[State]) -> None:
    losses = measure_losses(make_bot(LEVELS, "strong", effort=0.2), last_rounds)
    assert losses.lost / losses.rounds < 0.12
