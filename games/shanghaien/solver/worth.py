"""Estimates the chance to win before a round from the crews, because an exact solution ends with its round.

`worth.json` has one row of weights for each round, fitted backwards: round 8 was solved exactly from sampled
positions, round 7 with the weights of round 8 as the value of its ends, and so on. `python -m
games.shanghaien.solver fit` repeats that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from games.core.contract import Json
from games.shanghaien.solver.dice_sets import Array

#: round -> the weights of the features of a position before it (see `list_features`)
Weights = Mapping[int, Sequence[float]]


def _read_file() -> Json:
    return json.loads(files(__package__).joinpath("worth.json").read_text(encoding="utf-8"))


@cache
def load_weights() -> Weights:
    """The fitted weights."""
    return {int(number): row for number, row in _read_file()["weights"].items()}


@cache
def load_margins() -> Mapping[int, float]:
    """Round -> the error that 95 % of the estimates before it do not exceed (docs/adr/0340)."""
    return {int(number): margin for number, margin in _read_file()["margins"].items()}


class Prospect(NamedTuple):
    """The figures from which positions are estimated; points are those of seat 0 minus those of seat 1."""

    #: mean and variance of the points of the crews at the end of the match
    mean: Array
    variance: Array
    #: the points of the crews if the match ended now
    now: Array
    #: the number of unused trick cards of each seat
    tricks: tuple[Array, Array]
    #: 1 if seat 0 starts the next round, otherwise -1
    start: int


#: the variance of points that the crews do not explain
_OTHER_VARIANCE: Final = 4.0


def list_features(prospect: Prospect) -> list[Array]:
    """The features of a prospect.

    Each changes its sign if the seats are exchanged, so equal positions are worth one half.
    """
    scale = 1 / np.sqrt(prospect.variance + _OTHER_VARIANCE)
    ahead = prospect.mean * scale
    return [
        ahead,
        ahead**3 / (1 + ahead**2),
        prospect.now * scale,
        *(scale * (own - other) for own, other in zip(*map(_split_tricks, prospect.tricks), strict=True)),
        prospect.start * scale,
    ]


def _split_tricks(count: Array) -> list[Array]:
    """The numbers of first, second and further trick cards.

    Only one may be played in a round, so each is worth less than the one before.
    """
    return [np.minimum(count, 1), np.clip(count - 1, 0, 1), np.maximum(count - 2, 0)]


def estimate_win(prospect: Prospect, weights: Sequence[float]) -> Array:
    """The chance of seat 0 to win, where a draw counts half."""
    logit = sum(weight * feature for weight, feature in zip(weights, list_features(prospect), strict=True))
    return 1 / (1 + np.exp(-logit))
