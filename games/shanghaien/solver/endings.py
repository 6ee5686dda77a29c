"""The values of all possible ends of a round of Shanghaien.

A *verdict* is one way to distribute the six cards of the row. Values are those of seat 0. An array has one
item for each of the 729 verdicts, in the order of `DIGITS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from games.shanghaien.rules.state import HIDDEN, State
from games.shanghaien.rules.tables import (
    JOKER_VALUE,
    NATION,
    NATIONS,
    ROUNDS,
    SAILOR_COUNT,
    VALUE,
)
from games.shanghaien.solver.crews import LEADS, expect_leads
from games.shanghaien.solver.dice_sets import DIGITS, Array
from games.shanghaien.solver.round import CLOSED, OPEN, Modes
from games.shanghaien.solver.worth import Prospect, WeightsByRound, estimate_win


class Points(NamedTuple):
    """Points of crews after each verdict: those of seat 0 minus those of seat 1."""

    #: at the end of the match, as `expect_leads` estimates them
    mean: Array
    variance: Array
    #: if the match ended now
    now: Array


class Endings:
    """The values of the verdicts on a row, also for seats that have played or may still play trick cards."""

    def __init__(self, state: State, row: Sequence[int], weights: WeightsByRound) -> None:
        self._state = state
        self._row = row
        self._weights = weights
        #: seat -> a row for each verdict, with 1 for each card that the seat takes
        self._taken = [(digit == DIGITS).astype(np.int64) for digit in (1, 2)]
        is_trick = [1 if card >= SAILOR_COUNT else 0 for card in row]
        #: seat -> the number of its trick cards after each verdict
        self._tricks = [
            taken @ is_trick + mask.bit_count()
            for taken, mask in zip(self._taken, state.trick_masks, strict=True)
        ]
        self._points_of_nations: dict[tuple[int, int, int], Points] = {}
        self._values: dict[tuple[Modes, int], Array] = {}
        self._points_without_jokers = _add([self._find_points(nation) for nation in range(len(NATIONS))])

    def judge(self, modes: Modes, by: int) -> Array:
        """The value of each verdict, if the seats are in these modes and seat `by` ends the round."""
        if (modes, by) not in self._values:
            self._values[modes, by] = self._find_values(modes, by)
        return self._values[modes, by]

    def _find_values(self, modes: Modes, by: int) -> Array:
        points = self._find_points_of_crews(modes)
        has_spent = [mode not in (OPEN, CLOSED) for mode in modes]
        tricks = self._tricks[0] - has_spent[0], self._tricks[1] - has_spent[1]
        if self._state.round == ROUNDS:
            return (np.sign(points.now + tricks[0] - tricks[1]) + 1) / 2
        # Whoever does not shanghai starts the next round.
        prospect = Prospect(*points, tricks=tricks, start=1 if by == 1 else -1)
        return estimate_win(prospect, self._weights[self._state.round + 1])

    def _find_points_of_crews(self, modes: Modes) -> Points:
        """The points of all nations, including the jokers that seats in these modes have played."""
        points = self._points_without_jokers
        for nation in {NATIONS.index(mode) for mode in modes if mode in NATIONS}:
            jokers = [JOKER_VALUE if mode == NATIONS[nation] else 0 for mode in modes]
            without, with_jokers = self._find_points(nation), self._find_points(nation, *jokers)
            points = Points(
                *(total - old + new for total, old, new in zip(points, without, with_jokers, strict=True))
            )
        return points

    def _find_points(self, nation: int, jokers_0: int = 0, jokers_1: int = 0) -> Points:
        """The points of one nation after each verdict, with additional strength of the seats by jokers."""
        key = nation, jokers_0, jokers_1
        if key not in self._points_of_nations:
            self._points_of_nations[key] = self._count_points(nation, (jokers_0, jokers_1))
        return self._points_of_nations[key]

    def _count_points(self, nation: int, jokers: tuple[int, int]) -> Points:
        values = [VALUE[card] if card < SAILOR_COUNT and NATION[card] == nation else 0 for card in self._row]
        strengths = tuple(
            self._taken[seat] @ values + self._state.crew_values[len(NATIONS) * seat + nation] + jokers[seat]
            for seat in (0, 1)
        )
        now = LEADS[strengths]
        if self._state.round == ROUNDS:
            return Points(mean=now, variance=now, now=now)  # The mean and the variance are not used.
        means, variances = expect_leads(self._list_coming(nation))
        return Points(means[strengths], variances[strengths], now)

    def _list_coming(self, nation: int) -> tuple[int, ...]:
        """The values of the sailors of a nation that no row has shown yet."""
        cards = [card for card in range(SAILOR_COUNT) if NATION[card] == nation and card not in self._row]
        return tuple(sorted(VALUE[card] for card in cards if self._state.owner[card] == HIDDEN))


def _add(parts: list[Points]) -> Points:
    return Points(*(sum(figures) for figures in zip(*parts, strict=True)))
