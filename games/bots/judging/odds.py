"""Estimates the odds of a position: the share of the victory that each seat may expect, from a few figures.

A game lists the same figures for each seat. Each figure has a weight, and the softmax function turns the
weighted sums of the seats into shares. The weights were fitted to matches of bots. `python -m games
calibration` measures the estimates with other matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, NamedTuple

from games.core.contract import Json


class OddsModel(NamedTuple):
    """The figures and weights with which the chances of a game are estimated."""

    #: state -> the figures of each seat
    list_features: Callable[[Any], Sequence[Sequence[float]]]
    #: number of seats -> the weight of each figure
    weights_by_seats: Mapping[int, Sequence[float]]
    #: number of seats -> the error of estimates by rollouts, compared with whole matches, in 95 % of all
    #: cases
    error_by_seat_count: Mapping[int, float]

    def estimate(self, state: Any) -> list[float]:
        """The share of each seat; the shares add up to 1."""
        features = self.list_features(state)
        return find_shares(features, self.weights_by_seats[len(features)])


def find_shares(features: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """The shares of the seats with these weights."""
    sums = [_add_weighted(figures, weights) for figures in features]
    highest = max(sums)
    powers = [exp(weighted_sum - highest) for weighted_sum in sums]
    sum_of_powers = sum(powers)
    return [power / sum_of_powers for power in powers]


def _add_weighted(figures: Sequence[float], weights: Sequence[float]) -> float:
    return sum([weight * figure for weight, figure in zip(weights, figures, strict=True)])


def read_odds(list_features: Callable[[Any], Sequence[Sequence[float]]], data: Json) -> OddsModel:
    """The model with the weights and errors of an `odds.json`."""
    weights = {int(seats): row for seats, row in data["weights"].items()}
    errors = {int(seats): error for seats, error in data["margins"].items()}
    return OddsModel(list_features, weights, errors)


def with_age(figures: Sequence[float], age: float) -> list[float]:
    """The figures, then the same times the age of the match, so that their weight may change with it."""
    return [*figures, *(age * figure for figure in figures)]
