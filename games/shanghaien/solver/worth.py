"""The chance to win before a round, estimated from the crews: exact rounds do not go further than their end.

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

#: round -> the weights of what `list_features` says of a position before it
Weights = Mapping[int, Sequence[float]]


def _read_file() -> Json:
    return json.loads(files(__package__).joinpath("worth.json").read_text(encoding="utf-8"))


@cache
def load_weights() -> Weights:
    """The weights that were fitted."""
    return {int(number): row for number, row in _read_file()["weights"].items()}


@cache
def load_margins() -> Mapping[int, float]:
    """Round -> so near to its value, once it is solved, were 95 % of the estimates before it (docs/adr/0340)."""
    return {int(number): margin for number, margin in _read_file()["margins"].items()}


class Prospect(NamedTuple):
    """What the estimate knows of positions; points are seat 0's minus those of seat 1."""

    #: mean and variance of the points of the crews at the end
    mean: Array
    variance: Array
    #: the points of the crews if the match ended now
    now: Array
    #: unused trick cards of each seat
    tricks: tuple[Array, Array]
    #: 1 if seat 0 starts the next round, otherwise -1
    start: int


#: the variance of points that no crew explains
_RESTLESS: Final = 4.0


def list_features(prospect: Prospect) -> list[Array]:
    """Each changes its sign when the seats are exchanged, so that equal positions are worth one half."""
    scale = 1 / np.sqrt(prospect.variance + _RESTLESS)
    ahead = prospect.mean * scale
    return [
        ahead,
        ahead**3 / (1 + ahead**2),
        prospect.now * scale,
        *(scale * (own - other) for own, other in zip(*map(_split_tricks, prospect.tricks), strict=True)),
        prospect.start * scale,
    ]


def _split_tricks(count: Array) -> list[Array]:
    """The first trick card, the second and the rest: only one may be played in a round, so each is worth less."""
    return [np.minimum(count, 1), np.clip(count - 1, 0, 1), np.maximum(count - 2, 0)]


def estimate_win(prospect: Prospect, weights: Sequence[float]) -> Array:
    """The chance of seat 0 to win, with half of a draw."""
    logit = sum(weight * feature for weight, feature in zip(weights, list_features(prospect), strict=True))
    return 1 / (1 + np.exp(-logit))
