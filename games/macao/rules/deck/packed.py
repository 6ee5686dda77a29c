"""Counts packed into one whole number, and functions that cache their results. Both make the hot path fast.

A packed number holds one count in each five bits; the count at place 0 is in the lowest bits. One addition
adds two packed numbers, as long as no count exceeds 31; `validation` limits the deck so that none does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

BITS_PER_COUNT = 5
COUNT_MASK = (1 << BITS_PER_COUNT) - 1

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(dict[K, V]):
    """A function that caches its results. A full cache is emptied: simpler than dropping the oldest ones."""

    __slots__ = ("_compute", "_limit")

    def __init__(self, compute: Callable[[K], V], limit: int = 50_000) -> None:
        super().__init__()
        self._compute = compute
        self._limit = limit

    def __missing__(self, key: K) -> V:
        if len(self) >= self._limit:
            self.clear()
        value = self[key] = self._compute(key)
        return value


def pack_at(place: int, count: int = 1) -> int:
    """A packed number with this count at this place and nothing elsewhere."""
    return count << BITS_PER_COUNT * place


def count_at(packed: int, place: int) -> int:
    return packed >> BITS_PER_COUNT * place & COUNT_MASK
