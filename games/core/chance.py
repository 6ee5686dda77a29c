"""The three sources of luck: fair (anyone can check it), scripted (for replays and tests), quick (for bots).

docs/game-record.md specifies the fair stream; this file and that page must agree to the byte.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.core.contract import Chance, Json, Malformed, is_same_json

#: the fair stream is read in words of 8 bytes; a block of SHA-256 holds four of them
_WORD_VALUES = 1 << 64
_WORDS_PER_BLOCK = 4


class _LabelledDraws:
    """Draws with a label, made with `below`.

    Their results are kept until `take_draws` takes them for the record.
    """

    __slots__ = ("_drawn",)
    #: label -> what was drawn under it
    _drawn: Json

    def below(self, n: int) -> int:
        raise NotImplementedError

    def shuffle(self, items: list[Any]) -> None:
        below = self.below
        for i in range(len(items) - 1, 0, -1):
            j = below(i + 1)
            items[i], items[j] = items[j], items[i]

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        dice = tuple([1 + self.below(6) for _ in range(count)])
        self.note(label, list(dice))
        return dice

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        item = items[self.below(len(items))]
        self.note(label, item)
        return item

    def note(self, label: str, value: Any) -> None:
        self._drawn[label] = value

    def record_setup(self, label: str, draw: Callable[[Chance], Json]) -> Json:
        """Calls `draw`, whose own draws have no label, and keeps its result under one label."""
        setup = draw(self)
        self.note(label, setup)
        return setup

    def take_draws(self) -> Json:
        """What was drawn since the last call: the `chance` of a move."""
        drawn, self._drawn = self._drawn, {}
        return drawn


class FairChance(_LabelledDraws):
    """The fair random stream: HMAC-SHA-256 of a counter, with a key that no person could choose.

    The server commits to its secret before anybody sits down. The key is a hash of this secret and of a nonce
    from each seat; version 2 puts the id of the match before the nonces. The server reveals the secret when
    the match is over. `position` counts the words that were read, so that a stored match can continue its
    stream.
    """

    def __init__(self, secret: bytes, key_parts: Sequence[bytes], position: int = 0) -> None:
        self._key = hashlib.sha256(secret + b"".join(key_parts)).digest()
        self._block: tuple[int, bytes] = (-1, b"")
        self.position = position
        self._drawn = {}

    def below(self, n: int) -> int:
        unbiased = _WORD_VALUES - _WORD_VALUES % n
        while (word := self._next_word()) >= unbiased:
            pass
        return word % n

    def _next_word(self) -> int:
        counter, place = divmod(self.position, _WORDS_PER_BLOCK)
        if self._block[0] != counter:
            self._block = counter, hmac.digest(self._key, counter.to_bytes(8, "big"), "sha256")
        self.position += 1
        return int.from_bytes(self._block[1][8 * place : 8 * place + 8], "big")


def make_commitment(secret: bytes, match_id: str = "") -> str:
    """The digest that is shown before anyone sits down: it fixes the secret without revealing it.

    `match_id` is empty for matches that began under version 1 of the fairness block.
    """
    return hashlib.sha256(secret + match_id.encode()).hexdigest()


class ScriptedChance(_LabelledDraws):
    """Returns the draws that a record or a test gives.

    Raises Malformed for one that could not have been drawn.
    """

    def __init__(
        self, script: Mapping[str, Any] | None = None, numbers: Iterable[int] = (), where: str = "chance"
    ) -> None:
        self._script = dict(script or {})
        self._numbers = list(numbers)
        self._where = where
        self._drawn = {}

    def below(self, n: int) -> int:
        if not self._numbers:
            raise Malformed("a number is drawn that the script does not hold", self._where)
        number = self._numbers.pop(0)
        if not 0 <= number < n:
            raise Malformed(f"{number} is not below {n}", self._where)
        return number

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        dice = self._take(label)
        if not isinstance(dice, (list, tuple)) or len(dice) != count or not all(map(_is_die, dice)):
            raise Malformed(f"{count} dice from 1 to 6 expected", f"{self._where}.{label}")
        return tuple(dice)

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        value = self._take(label)
        if not any(is_same_json(value, item) for item in items):
            raise Malformed("this could not have been drawn", f"{self._where}.{label}")
        return value

    def note(self, label: str, value: Any) -> None:
        if not is_same_json(self._take(label), value):
            raise Malformed(f"{value!r} expected", f"{self._where}.{label}")

    def record_setup(self, label: str, draw: Callable[[Chance], Json]) -> Json:
        """The setup of the script. `draw` is not called: the engine checks the setup when it deals it."""
        setup = self._take(label)
        if not isinstance(setup, dict):
            raise Malformed("an object is expected", f"{self._where}.{label}")
        return setup

    def finish(self) -> None:
        """Raises Malformed if a part of the script was not drawn."""
        if self._script:
            raise Malformed("nothing was drawn under this label", f"{self._where}.{min(self._script)}")
        if self._numbers:
            raise Malformed(f"{len(self._numbers)} numbers were not drawn", self._where)

    def _take(self, label: str) -> Any:
        if label not in self._script:
            raise Malformed("what was drawn is missing", f"{self._where}.{label}")
        self._drawn[label] = self._script[label]
        return self._script.pop(label)


def _is_die(value: object) -> bool:
    return type(value) is int and 1 <= value <= 6


_PAIRS_OF_DICE = [(first, second) for first in range(1, 7) for second in range(1, 7)]
#: 1024 words of 32 bits
_QUICK_BLOCK = struct.Struct("<1024I")


class QuickChance(_LabelledDraws):
    """Random numbers for bots: 32-bit words of a hash stream, generated 1024 at a time. No record keeps them.

    It is fast and repeatable. It never deals to people, because it is slightly uneven: `below(600)` is off by
    one part in seven million.
    """

    __slots__ = ("_block", "_next_word", "_seed")

    def __init__(self, seed: int) -> None:
        self._drawn = {}
        self._seed = seed
        self._block = 0
        self._next_word = iter(()).__next__

    def below(self, n: int) -> int:
        try:
            return self._next_word() * n >> 32
        except StopIteration:
            self._refill()
            return self._next_word() * n >> 32

    def _refill(self) -> None:
        digest = hashlib.shake_128(f"{self._seed} {self._block}".encode()).digest(_QUICK_BLOCK.size)
        self._block += 1
        self._next_word = iter(_QUICK_BLOCK.unpack(digest)).__next__

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        if count == 2:  # one word for both and no further call, because most draws of bots are these
            try:
                return _PAIRS_OF_DICE[self._next_word() * 36 >> 32]
            except StopIteration:
                self._refill()
                return _PAIRS_OF_DICE[self._next_word() * 36 >> 32]
        return tuple([1 + self.below(6) for _ in range(count)])

    def note(self, label: str, value: Any) -> None:
        pass
