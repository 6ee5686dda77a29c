"""Which titles have which property: sorted numbers for each value, integers as bit sets where they are counted."""

import re
from array import array
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

Value = str | int
_SET = re.compile(rb"[^\0]")


@dataclass(frozen=True, slots=True)
class Between:
    """A range of numbers, both ends included; None leaves an end open."""

    low: int | None = None
    high: int | None = None

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
        )


Choice = Between | Sequence[Value]  # of several values one is enough
Filters = Mapping[str, Choice]


def to_bits(numbers: Iterable[int], width: int) -> int:
    """The numbers as bits of one integer."""
    buffer = bytearray((width >> 3) + 1)
    for number in numbers:
        buffer[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(buffer, "little")


def members(bits: int) -> Iterator[int]:
    """The numbers whose bits are set; where they are few, the many zeros between them cost nothing."""
    buffer = bits.to_bytes((bits.bit_length() >> 3) + 1, "little")
    for byte in _SET.finditer(buffer):
        at = byte.start() << 3
        yield from (at + bit for bit in range(8) if byte[0][0] >> bit & 1)


class Facets:
    """For each field and value the titles that have it."""

    def __init__(self) -> None:
        self.fields: dict[str, dict[Value, int]] = {}
        self._titles: list[array[int]] = []
        self._held: list[array[int]] = []  # for each title the codes of its values
        self._field: list[str] = []
        self._value: list[Value] = []
        self._bits: dict[int, int] = {}
        self._tallied: tuple[int, dict[str, dict[Value, int]]] = 0, {}

    def put(self, number: int, properties: Mapping[str, Iterable[Value]]) -> None:
        """Give the title with this number exactly these properties."""
        while len(self._held) <= number:
            self._held.append(array("I"))
        self._tallied = 0, {}
        before = self._held[number]
        after = array("I", sorted({self._code(field, value) for field in properties for value in properties[field]}))
        self._held[number] = after
        for code in set(before).difference(after):
            self._titles[code].remove(number)
            self._flip(code, number)
        for code in set(after).difference(before):
            titles = self._titles[code]
            if titles and titles[-1] > number:
                insort(titles, number)
            else:
                titles.append(number)
            self._flip(code, number)

    def _code(self, field: str, value: Value) -> int:
        codes = self.fields.setdefault(field, {})
        if value not in codes:
            codes[value] = len(self._titles)
            self._titles.append(array("I"))
            self._field.append(field)
            self._value.append(value)
        return codes[value]

    def _flip(self, code: int, number: int) -> None:
        if code in self._bits:
            self._bits[code] ^= 1 << number

    @property
    def _few(self) -> int:
        """So few titles are counted one by one: quicker, in a large catalogue, than a bit set and its memory."""
        return 4 + (len(self._held) >> 12)

    def _of(self, code: int) -> int:
        bits = self._bits.get(code)
        if bits is None:
            titles = self._titles[code]
            bits = to_bits(titles, titles[-1] if titles else 0)
            if len(titles) > self._few:
                self._bits[code] = bits
        return bits

    def chosen(self, field: str, choice: Choice) -> int:
        """The titles that have one of the values."""
        codes = self.fields.get(field, {})
        if isinstance(choice, Between):
            found = [code for value, code in codes.items() if value in choice]
        else:
            found = [codes[value] for value in choice if value in codes]
        bits = 0
        for code in found:
            bits |= self._of(code)
        return bits

    def matching(self, filters: Filters, among: int, but: str = "") -> int:
        """Of the titles those that satisfy every filter, that of one field left out."""
        for field, choice in filters.items():
            if field != but:
                among &= self.chosen(field, choice)
        return among

    def counts(self, field: str, among: int) -> dict[Value, int]:
        """How many of the titles have each value of the field; values without any are left out."""
        if among == self._tallied[0] or among.bit_count() <= 50 + (len(self._held) >> 6):
            return self._tally(among).get(field, {})
        buffer = among.to_bytes((among.bit_length() >> 3) + 1, "little")
        size = len(buffer) << 3
        found = {}
        for value, code in self.fields.get(field, {}).items():
            titles = self._titles[code]
            if len(titles) > self._few:
                count = (self._of(code) & among).bit_count()
            else:
                count = sum(buffer[n >> 3] >> (n & 7) & 1 for n in titles[: bisect_left(titles, size)])
            if count:
                found[value] = count
        return found

    def _tally(self, among: int) -> dict[str, dict[Value, int]]:
        """The counts of every field for a few titles, from what each of them has."""
        if self._tallied[0] != among:
            found: dict[str, dict[Value, int]] = {}
            held = Counter(chain.from_iterable(self._held[number] for number in members(among)))
            for code, count in held.items():
                found.setdefault(self._field[code], {})[self._value[code]] = count
            self._tallied = among, found
        return self._tallied[1]

    def shared(self, number: int, weights: Mapping[str, float], most: int = 4000) -> dict[int, float]:
        """Titles that share properties with this one: the more points, the rarer what they share."""
        points: dict[int, float] = {}
        for code in self._held[number]:
            titles, weight = self._titles[code], weights.get(self._field[code], 0.0)
            worth = weight / (len(titles) + 10) ** 0.5
            for other in titles[:most] if weight else ():
                points[other] = points.get(other, 0.0) + worth
        points.pop(number, None)
        return points
