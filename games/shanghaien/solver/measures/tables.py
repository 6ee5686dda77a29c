"""Measures the estimates and the levels of bots; docs/adr/0340 has tables of the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from games.bots.base import Bot, ask_bot, victory_shares
from games.core.chance import QuickChance
from games.core.contract import begin_match
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.menu import legal
from games.shanghaien.rules.state import HIDDEN, TURN, State
from games.shanghaien.rules.tables import CARDS, CARDS_IN_ROW, ROUNDS
from games.shanghaien.solver.fitting import look_ahead, sample_rounds
from games.shanghaien.solver.solution import Solution, solve
from games.shanghaien.solver.worth import WeightsByRound, estimate_win


class Forecast(NamedTuple):
    """The estimate before a round, and the share of the victory that seat 0 had in the end."""

    round: int
    estimate: float
    won: float


class Losses(NamedTuple):
    """The last rounds of one level, and the chances to win that its decisions gave away."""

    rounds: int
    decisions: int
    exact: int
    lost: float
    worst: float


def forecast_matches(bot: Bot, seeds: range, weights: WeightsByRound) -> Iterator[Forecast]:
    """The estimates before each round of matches that a bot plays against itself."""
    for seed in seeds:
        luck, thought = QuickChance(2 * seed), QuickChance(2 * seed + 1)
        state, _setup = begin_match(ENGINE, 2, {}, luck)
        estimates: dict[int, float] = {}
        while (seat := ENGINE.turn(state)) >= 0:
            if state.phase == TURN and state.step == 0 and state.round > 1:
                prospect = look_ahead(state, state.decider)
                estimates[state.round] = float(estimate_win(prospect, weights[state.round]))
            ENGINE.advance(state, seat, ask_bot(bot, ENGINE, state, seat, thought), luck)
        won = victory_shares(ENGINE, state)[0]
        for number, estimate in estimates.items():
            yield Forecast(number, estimate, won)


def measure_margin(bot: Bot, seeds: range, number: int, rows: int, weights: WeightsByRound) -> float:
    """The root mean square error of estimates before this round, against the mean over `rows` possible rows.

    The variance of that mean, which comes from these few rows, is subtracted.
    """
    squares = []
    for state in sample_rounds(bot, seeds, random_one_in=12):
        if state.round != number:
            continue
        estimate = float(estimate_win(look_ahead(state, state.decider), weights[number]))
        values = [
            Solution(deal_again(state, seed), weights).find_value(deal_again(state, seed))
            for seed in range(rows)
        ]
        squares.append((np.mean(values) - estimate) ** 2 - np.var(values, ddof=1) / rows)
    return float(np.sqrt(max(0.0, np.mean(squares))))


def deal_again(state: State, seed: int) -> State:
    """Returns the same position with another row."""
    new = state.copy()
    done = CARDS_IN_ROW * (state.round - 1)
    rest = sorted(card for card in state.deck[done:] if state.owner[card] == HIDDEN)
    QuickChance(seed).shuffle(rest)
    new.deck = state.deck[:done] + tuple(rest)
    assert len(new.deck) == len(state.deck) <= len(CARDS)
    return new


def measure_losses(bot: Bot, positions: Sequence[State]) -> Losses:
    """What the decisions of a bot cost against the best ones, in last rounds that it plays to the end."""
    decisions = exact = 0
    lost = worst = 0.0
    for number, first in enumerate(positions):
        state, luck, thought = first.copy(), QuickChance(number), QuickChance(number + 1)
        while (seat := ENGINE.turn(state)) >= 0:
            action = ask_bot(bot, ENGINE, state, seat, thought)
            if len(legal(state, seat)) > 1:
                sign = 1 if seat == 0 else -1
                solution = solve(state)
                best = max(sign * value for _, value in solution.judge_menu())
                loss = best - sign * solution.judge(state, action)
                decisions, exact, lost = decisions + 1, exact + (loss < 1e-9), lost + loss
                worst = max(worst, loss)
            ENGINE.advance(state, seat, action, luck)
    return Losses(len(positions), decisions, exact, lost, worst)


def list_last_rounds(bot: Bot, seeds: range) -> list[State]:
    """The first positions of last rounds."""
    return [state for state in sample_rounds(bot, seeds, random_one_in=1_000) if state.round == ROUNDS]
