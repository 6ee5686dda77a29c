"""Small things that make the hot path fast: sums packed into one number, and functions that remember."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

BITS = 5
MASK = (1 << BITS) - 1
#: what gives one group: red cards, red sailors, all cards
HOLDING = 3 * BITS

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(dict[K, V]):
    """A function whose answers are kept. When full it forgets everything: simpler than an order, and as good here."""

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


def unpack(packed: int, place: int) -> int:
    return packed >> BITS * place & MASK
