"""Fits the weights of `worth.py`, from round 8 backwards, and compares its estimates with results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from games.bots.base import Bot, ask_bot
from games.core.chance import QuickChance
from games.core.contract import begin_match
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.state import GONE, HIDDEN, TURN, State
from games.shanghaien.rules.tables import NATION, NATIONS, ROUNDS, SAILOR_COUNT, TRICKS, VALUE
from games.shanghaien.solver.crews import LEADS, expect_leads
from games.shanghaien.solver.dice_sets import Array
from games.shanghaien.solver.solution import Solution
from games.shanghaien.solver.worth import Prospect, WeightsByRound, list_features

#: the strength of the regularisation, which keeps the weight of a rare feature near 0
_REGULARISATION: Final = 0.1
_STEPS_OF_NEWTON: Final = 30
#: the share of the examples to which no weights are fitted, and the share of errors that a margin includes
_HELD_OUT: Final = 0.2
_NEARLY_ALL: Final = 0.95
#: `give_tricks` adds fewer trick cards than this to a seat
_GIFTS_LIMIT: Final = 4


class Example(NamedTuple):
    """The features of a position before a round, and its value."""

    features: Sequence[float]
    value: float


def look_ahead(state: State, starter: int) -> Prospect:
    """What is known before the row of a round is seen; `starter` begins the round."""
    mean = variance = now = 0.0
    for nation in range(len(NATIONS)):
        strengths = state.crew_values[nation], state.crew_values[len(NATIONS) + nation]
        means, variances = expect_leads(_list_coming(state, nation))
        mean += means[strengths]
        variance += variances[strengths]
        now += LEADS[strengths]
    tricks_0, tricks_1 = (np.float64(mask.bit_count()) for mask in state.trick_masks)
    return Prospect(
        mean=np.float64(mean),
        variance=np.float64(variance),
        now=np.float64(now),
        tricks=(tricks_0, tricks_1),
        start=1 if starter == 0 else -1,
    )


def _list_coming(state: State, nation: int) -> tuple[int, ...]:
    """The values of the sailors of a nation that no row has shown yet."""
    sailors = [card for card in range(SAILOR_COUNT) if NATION[card] == nation and state.owner[card] == HIDDEN]
    return tuple(sorted(VALUE[card] for card in sailors))


def sample_rounds(bot: Bot, seeds: range, random_one_in: int) -> Iterator[State]:
    """The first position of every round of matches that a bot plays against itself.

    One decision in `random_one_in` is made at random, so that positions differ.
    """
    for seed in seeds:
        luck, thought = QuickChance(2 * seed), QuickChance(2 * seed + 1)
        state, _setup = begin_match(ENGINE, 2, {}, luck)
        while (seat := ENGINE.turn(state)) >= 0:
            is_start_of_round = state.phase == TURN and state.step == 0
            if is_start_of_round:
                yield state.copy()
            menu = ENGINE.legal(state, seat)
            if thought.below(random_one_in) == 0:
                action = menu[thought.below(len(menu))]
            else:
                action = ask_bot(bot, ENGINE, state, seat, thought)
            ENGINE.advance(state, seat, action, luck)


def give_tricks(state: State, luck: QuickChance) -> State:
    """Returns the same position with more trick cards, which nobody owned and which do not lie in the row.

    Without it there would be too few examples, because only a bot that already knows the worth of trick cards
    collects many.
    """
    new_state = state.copy()
    open_cards = state.find_tavern()
    for seat in (0, 1):
        for _gift in range(luck.below(_GIFTS_LIMIT)):
            free_tricks = [
                card
                for card in range(SAILOR_COUNT, SAILOR_COUNT + TRICKS)
                if card not in open_cards and new_state.owner[card] in (HIDDEN, GONE)
            ]
            if free_tricks:
                card = free_tricks[luck.below(len(free_tricks))]
                new_state.owner[card] = seat + 1  # `owner` has 1 for seat 0.
                new_state.trick_masks[seat] |= 1 << (card - SAILOR_COUNT)
    return new_state


def fit_weights(examples: Sequence[Example]) -> list[float]:
    """The weights of a logistic regression, by Newton's method."""
    features = np.array([example.features for example in examples])
    values = np.array([example.value for example in examples])
    weights = np.zeros(features.shape[1])
    for _step in range(_STEPS_OF_NEWTON):
        estimates = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (values - estimates) - _REGULARISATION * weights
        variances = estimates * (1 - estimates)
        hessian = (features * variances[:, None]).T @ features + _REGULARISATION * np.eye(len(weights))
        weights += np.linalg.solve(hessian, gradient)
    return [round(float(weight), 4) for weight in weights]


def make_example(state: State, weights: WeightsByRound) -> Example:
    """A position before its row was seen, with the value of the solved round."""
    value = Solution(state, weights).find_value(state)
    features = [float(figure) for figure in list_features(look_ahead(state, state.decider))]
    return Example(features, value)


def hold_out(examples: Sequence[Example]) -> tuple[Sequence[Example], Sequence[Example]]:
    """The examples to fit weights to, and the last ones, from other matches, to measure the weights with."""
    first = round(len(examples) * (1 - _HELD_OUT))
    return examples[:first], examples[first:]


def list_errors(examples: Sequence[Example], weights: Sequence[float]) -> Array:
    """Estimate minus value of each example; the luck of the next row is part of it."""
    features = np.array([example.features for example in examples])
    estimates = 1 / (1 + np.exp(-features @ np.array(weights)))
    return estimates - np.array([example.value for example in examples])


def find_rms(errors: Array) -> float:
    """The root of the mean square."""
    return float(np.sqrt(np.mean(errors**2)))


def find_margin(errors: Array) -> float:
    """The error that 95 % of the estimates do not exceed, rounded to hundredths."""
    return round(float(np.quantile(np.abs(errors), _NEARLY_ALL)), 2)


def list_rounds_backwards() -> range:
    """The rounds that have an estimate: all but the first, which starts even."""
    return range(ROUNDS, 1, -1)
