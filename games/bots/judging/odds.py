"""The odds of a position: the share of the victory that each seat may expect, estimated from a few figures.

A game lists the figures of each seat, the same for all. Each counts with a weight, and the sums become shares
by the logistic function of several classes (*softmax*). The weights were fitted to matches of bots, and what
the estimates are worth was measured on other matches: `python -m games calibration`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, NamedTuple

from games.core.contract import Json


class Odds(NamedTuple):
    """How the chances of a game are estimated."""

    #: state -> for each seat its figures
    list_features: Callable[[Any], Sequence[Sequence[float]]]
    #: number of seats -> the weight of each figure
    weights_by_seats: Mapping[int, Sequence[float]]
    #: number of seats -> how far estimates by rollouts were, in 95 % of all cases, from what whole matches
    #: gave
    error_by_seat_count: Mapping[int, float]

    def estimate(self, state: Any) -> list[float]:
        """The share of each seat; they add up to 1."""
        features = self.list_features(state)
        return find_shares(features, self.weights_by_seats[len(features)])


def find_shares(features: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """The shares that these weights give to the seats."""
    sums = [_add_weighted(figures, weights) for figures in features]
    highest = max(sums)
    powers = [exp(weighted_sum - highest) for weighted_sum in sums]
    sum_of_powers = sum(powers)
    return [power / sum_of_powers for power in powers]


def _add_weighted(figures: Sequence[float], weights: Sequence[float]) -> float:
    return sum([weight * figure for weight, figure in zip(weights, figures, strict=True)])


def read_odds(list_features: Callable[[Any], Sequence[Sequence[float]]], data: Json) -> Odds:
    """The odds with the weights of an `odds.json`."""
    weights = {int(seats): row for seats, row in data["weights"].items()}
    margins = {int(seats): margin for seats, margin in data["margins"].items()}
    return Odds(list_features, weights, margins)


def with_age(figures: Sequence[float], age: float) -> list[float]:
    """The figures as they are, then times the age of the match: so their weight may change while it lasts."""
    return [*figures, *(age * figure for figure in figures)]
