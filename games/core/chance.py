"""The three sources of luck: fair (anyone can check it), scripted (replays, tests), quick (bots).

The fair stream is specified in docs/game-record.md; this file and that page must agree to the byte.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.core.contract import Chance, Json, Malformed

_WORD = 1 << 64
_WORDS_PER_BLOCK = 4  # SHA-256 gives 32 bytes, a word has 8


class _Labelled:
    """Labelled draws made of plain ones. What they yield is remembered until `collect` takes it for the record."""

    __slots__ = ("noted",)
    noted: Json

    def below(self, n: int) -> int:
        raise NotImplementedError

    def shuffle(self, items: list[Any]) -> None:
        below = self.below
        for i in range(len(items) - 1, 0, -1):
            j = below(i + 1)
            items[i], items[j] = items[j], items[i]

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        thrown = tuple([1 + self.below(6) for _ in range(count)])
        self.note(label, list(thrown))
        return thrown

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        picked = items[self.below(len(items))]
        self.note(label, picked)
        return picked

    def note(self, label: str, value: Any) -> None:
        self.noted[label] = value

    def deal(self, label: str, draw: Callable[[Chance], Json]) -> Json:
        """A whole setup under one label, made of the unlabelled draws of `draw`."""
        setup = draw(self)
        self.note(label, setup)
        return setup

    def collect(self) -> Json:
        """What was drawn since the last call: the `chance` of a move."""
        noted, self.noted = self.noted, {}
        return noted


class FairChance(_Labelled):
    """Commit, mix, reveal: HMAC-SHA-256 of a counter under a key that nobody could choose.

    `position` counts the 8-byte numbers read so far; a match that is stored between two moves goes on from there.
    """

    def __init__(self, secret: bytes, nonces: Sequence[bytes], position: int = 0) -> None:
        self._key = hashlib.sha256(secret + b"".join(nonces)).digest()
        self._block: tuple[int, bytes] = (-1, b"")
        self.position = position
        self.noted = {}

    def below(self, n: int) -> int:
        unbiased = _WORD - _WORD % n
        while (word := self._next()) >= unbiased:
            pass
        return word % n

    def _next(self) -> int:
        counter, place = divmod(self.position, _WORDS_PER_BLOCK)
        if self._block[0] != counter:
            self._block = counter, hmac.digest(self._key, counter.to_bytes(8, "big"), "sha256")
        self.position += 1
        return int.from_bytes(self._block[1][8 * place : 8 * place + 8], "big")


def make_commitment(secret: bytes) -> str:
    """What is shown before anyone sits down."""
    return hashlib.sha256(secret).hexdigest()


class ScriptedChance(_Labelled):
    """Gives back what a record or a test says, and refuses what could not have been drawn.

    `numbers` answers unlabelled draws (`below`, and so `shuffle`) in order; `where` leads error messages.
    """

    def __init__(
        self, script: Mapping[str, Any] | None = None, numbers: Iterable[int] = (), where: str = "chance"
    ) -> None:
        self._script = dict(script or {})
        self._numbers = list(numbers)
        self._where = where
        self.noted = {}

    def below(self, n: int) -> int:
        if not self._numbers:
            raise Malformed("a number is drawn that the script does not hold", self._where)
        number = self._numbers.pop(0)
        if not 0 <= number < n:
            raise Malformed(f"{number} is not below {n}", self._where)
        return number

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        dice = self._take(label)
        fits = (
            isinstance(dice, (list, tuple)) and len(dice) == count and all(type(d) is int and 1 <= d <= 6 for d in dice)
        )
        if not fits:
            raise Malformed(f"{count} dice from 1 to 6 expected", f"{self._where}.{label}")
        return tuple(dice)

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        value = self._take(label)
        if not any(_same(value, item) for item in items):
            raise Malformed("this could not have been drawn", f"{self._where}.{label}")
        return value

    def note(self, label: str, value: Any) -> None:
        if not _same(self._take(label), value):
            raise Malformed(f"{value!r} expected", f"{self._where}.{label}")

    def deal(self, label: str, draw: Callable[[Chance], Json]) -> Json:
        """The engine checks a setup when it lays it out."""
        setup = self._take(label)
        if not isinstance(setup, dict):
            raise Malformed("an object is expected", f"{self._where}.{label}")
        return setup

    def finish(self) -> None:
        """Every scripted draw must have been asked for."""
        if self._script:
            raise Malformed("nothing was drawn under this label", f"{self._where}.{min(self._script)}")
        if self._numbers:
            raise Malformed(f"{len(self._numbers)} numbers were not drawn", self._where)

    def _take(self, label: str) -> Any:
        if label not in self._script:
            raise Malformed("what was drawn is missing", f"{self._where}.{label}")
        self.noted[label] = self._script[label]
        return self._script.pop(label)


def _same(one: object, other: object) -> bool:
    """Equal and of one type: JSON's true is not 1."""
    return type(one) is type(other) and one == other


_PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]
_WORDS = struct.Struct("<1024I")


class QuickChance(_Labelled):
    """For bots: 32-bit words of a hash stream, taken a thousand at a time; remembers nothing.

    Fast and repeatable; slightly uneven (below 600 by one part in seven million), so it never deals to people.
    """

    __slots__ = ("_block", "_next", "_seed")

    def __init__(self, seed: int) -> None:
        self.noted = {}
        self._seed = seed
        self._block = 0
        self._next = iter(()).__next__

    def below(self, n: int) -> int:
        try:
            return self._next() * n >> 32
        except StopIteration:
            self._refill()
            return self._next() * n >> 32

    def _refill(self) -> None:
        digest = hashlib.shake_128(f"{self._seed} {self._block}".encode()).digest(_WORDS.size)
        self._block += 1
        self._next = iter(_WORDS.unpack(digest)).__next__

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        if count == 2:  # one word for both, without a further call: most draws of bots are these
            try:
                return _PAIRS[self._next() * 36 >> 32]
            except StopIteration:
                self._refill()
                return _PAIRS[self._next() * 36 >> 32]
        return tuple([1 + self.below(6) for _ in range(count)])

    def note(self, label: str, value: Any) -> None:
        pass
