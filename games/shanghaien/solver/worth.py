"""Estimates from the crews, at the beginning of a round, the chance to win.

An exact solution reaches only to the end of its round; what comes after must be estimated.

`worth.json` has one row of weights for each round. Round 8 was solved exactly from sampled positions, and its
weights were fitted to the results. Round 7 was solved next: where the round ends, the weights of round 8 gave
the value. And so on, back to round 2. `python -m games.shanghaien.solver fit` repeats that.
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

#: round -> the weights of the features of a position at its beginning (see `list_features`)
WeightsByRound = Mapping[int, Sequence[float]]


def _read_file() -> Json:
    return json.loads(files(__package__).joinpath("worth.json").read_text(encoding="utf-8"))


@cache
def load_weights() -> WeightsByRound:
    """The fitted weights."""
    return {int(number): row for number, row in _read_file()["weights"].items()}


@cache
def load_margins() -> Mapping[int, float]:
    """By round: 95 % of the estimates at its beginning err by less than this (docs/adr/0340)."""
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

    Exchanging the seats reverses the sign of each. So a position that is equal for both has the sum 0, which
    `estimate_win` turns into one half.
    """
    scale = 1 / np.sqrt(prospect.variance + _OTHER_VARIANCE)
    ahead = prospect.mean * scale
    # Nearly 0 for a small lead, and nearly the lead itself for a large one: so the two can weigh differently.
    far_ahead = ahead**3 / (1 + ahead**2)
    own_count, other_count = prospect.tricks
    own_tricks, other_tricks = _split_tricks(own_count), _split_tricks(other_count)
    trick_leads = [scale * (own - other) for own, other in zip(own_tricks, other_tricks, strict=True)]
    return [ahead, far_ahead, prospect.now * scale, *trick_leads, prospect.start * scale]


def _split_tricks(count: Array) -> list[Array]:
    """The numbers of first, second and further trick cards.

    Only one may be played in a round, so each is worth less than the one before.
    """
    return [np.minimum(count, 1), np.clip(count - 1, 0, 1), np.maximum(count - 2, 0)]


def estimate_win(prospect: Prospect, round_weights: Sequence[float]) -> Array:
    """The chance of seat 0 to win, where a draw counts half."""
    features = list_features(prospect)
    logit = sum(weight * feature for weight, feature in zip(round_weights, features, strict=True))
    return 1 / (1 + np.exp(-logit))
