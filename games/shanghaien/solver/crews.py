"""What crews may still become: mean and variance of the points that a nation brings seat 0 more than seat 1.

Each sailor to come is taken by seat 0, by seat 1 or by nobody, whatever happens to the others. Players do not
play so, but `worth.py` compares positions by these figures and was fitted to rounds that were solved.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from games.shanghaien.solver.dice_sets import Array

#: the probability that a seat takes a sailor to come; otherwise it leaves the game
SHARE: Final = 0.38
#: no crew is as strong: five sailors have 13 points, ten jokers 20
_LIMIT: Final = 34


def _score_all() -> Array:
    """[strength of seat 0's crew, of seat 1's] -> points ahead of seat 0. rules: scoring"""
    own, other = np.indices((_LIMIT, _LIMIT))
    least = np.minimum(own, other)
    return np.where(least == 0, own - other, np.sign(own - other) * least)


LEADS: Final = _score_all()


@cache
def expect_leads(coming: tuple[int, ...]) -> tuple[Array, Array]:
    """The means and the variances of the points ahead, by the strength of both crews; `coming` has the values of
    the sailors to come.
    """
    means, squares = _expect(coming)
    return means, squares - means**2


@cache
def _expect(coming: tuple[int, ...]) -> tuple[Array, Array]:
    if not coming:
        return LEADS.astype(float), LEADS.astype(float) ** 2
    means, squares = (_average(table, coming[0]) for table in _expect(coming[1:]))
    return means, squares


def _average(table: Array, value: int) -> Array:
    """The mean of a table over who takes a sailor of this value."""
    wide = np.pad(table, (0, value), mode="edge")
    own, other = wide[value:, :-value], wide[:-value, value:]
    return SHARE * (own + other) + (1 - 2 * SHARE) * table
