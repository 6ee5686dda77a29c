"""Estimates what crews may become: mean and variance of the points that seat 0 will be ahead in one nation.

A crew is all sailors of one nation that a seat has. The estimate supposes that each sailor to come is taken
by seat 0, by seat 1 or by nobody, whatever happens to the others. Players do not play like that, but
`worth.py` compares positions by these figures and was fitted to rounds that were solved.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from games.shanghaien.solver.dice_sets import Array

#: the probability that one seat takes a sailor to come; with the rest, 1 - 2 * SHARE, it leaves the game
SHARE: Final = 0.38
#: greater than the strength of any crew: five sailors have 13 points, ten jokers 20
_LIMIT: Final = 34


def _score_all() -> Array:
    """[strength of seat 0's crew, of seat 1's] -> the points that seat 0 is ahead. rules: scoring"""
    own, other = np.indices((_LIMIT, _LIMIT))
    least = np.minimum(own, other)
    return np.where(least == 0, own - other, np.sign(own - other) * least)


LEADS: Final = _score_all()


@cache
def expect_leads(coming: tuple[int, ...]) -> tuple[Array, Array]:
    """The means and the variances of the points ahead, by the strength of both crews.

    `coming` holds the values of the sailors to come.
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
    """The mean of a table, if SHARE says how likely each seat takes a sailor of this value."""
    wide = np.pad(table, (0, value), mode="edge")
    own, other = wide[value:, :-value], wide[:-value, value:]
    return SHARE * (own + other) + (1 - 2 * SHARE) * table
