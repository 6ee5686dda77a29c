"""The properties of titles: finds and counts the titles that have them.

A title is a number. A set of titles is an integer with one bit for each title.
"""

import re
from array import array
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

Value = str | int
_NONZERO_BYTE = re.compile(rb"[^\0]")
# Up to this number, titles are looked at one by one; with more, whole bit sets are compared.
_MAX_FEW_TITLES = 700
_MAX_SHARING = 4000  # If more titles share a property, only the first ones are rated.


@dataclass(frozen=True, slots=True)
class Between:
    """A range of numbers, including both ends. None leaves an end open."""

    low: int | None = None
    high: int | None = None

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
        )


Choice = Between | Sequence[Value]  # a title needs one of the values
Filters = Mapping[str, Choice]
Counts = dict[Value, int]


def to_bits(numbers: Iterable[int], width: int) -> int:
    """An integer with the bits at these numbers set. `width` is at least the largest number."""
    buffer = bytearray((width >> 3) + 1)
    for number in numbers:
        buffer[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(buffer, "little")


def to_bytes(bits: int) -> bytes:
    """The same bits as bytes, in which `has_bit` finds a bit quickly."""
    return bits.to_bytes((bits.bit_length() >> 3) + 1, "little")


def has_bit(buffer: bytes, number: int) -> int:
    return buffer[number >> 3] >> (number & 7) & 1


def iterate_bits(bits: int) -> Iterator[int]:
    """Yields the numbers whose bits are set. It skips zeros, so few numbers are found quickly."""
    for match in _NONZERO_BYTE.finditer(to_bytes(bits)):
        byte, first_number = match[0][0], match.start() << 3
        for bit in range(8):
            if byte >> bit & 1:
                yield first_number + bit


def _intersect(titles: int, sets: Iterable[int]) -> int:
    """The titles among these that are in each of the sets."""
    for other_set in sets:
        titles &= other_set
    return titles


class Facets:
    """For each field and value, the titles that have it.

    Internally, a pair of a field and a value is a number, its code.
    """

    def __init__(self) -> None:
        self._codes: dict[str, dict[Value, int]] = {}  # by field and value
        # By code: the field, the value and the sorted numbers of its titles.
        self._fields: list[str] = []
        self._values: list[Value] = []
        self._titles: list[array[int]] = []
        # Bit sets of the titles, by code, for the codes of many titles.
        self._bits: dict[int, int] = {}
        self._codes_of_titles: list[array[int]] = []
        # The bit set of few titles that was counted last, and its counts by field.
        self._counted_titles = 0
        self._counts_by_field: dict[str, Counts] = {}

    def put(self, number: int, properties: Mapping[str, Iterable[Value]]) -> None:
        """Sets the properties of a title, in place of its former ones."""
        while len(self._codes_of_titles) <= number:
            self._codes_of_titles.append(array("I"))
        self._counted_titles, self._counts_by_field = 0, {}
        codes_before = set(self._codes_of_titles[number])
        codes_after = {
            self._code_of(field, value) for field, values in properties.items() for value in values
        }
        self._codes_of_titles[number] = array("I", sorted(codes_after))
        for code in codes_before - codes_after:
            self._titles[code].remove(number)
            self._flip_bit(code, number)
        for code in codes_after - codes_before:
            titles = self._titles[code]
            if titles and titles[-1] > number:
                insort(titles, number)
            else:
                titles.append(number)
            self._flip_bit(code, number)

    def _code_of(self, field: str, value: Value) -> int:
        codes = self._codes.setdefault(field, {})
        if value not in codes:
            codes[value] = len(self._titles)
            self._fields.append(field)
            self._values.append(value)
            self._titles.append(array("I"))
        return codes[value]

    def _flip_bit(self, code: int, number: int) -> None:
        if code in self._bits:
            self._bits[code] ^= 1 << number

    def _has_few_titles(self, code: int) -> bool:
        """Whether so few titles have the code that counting them one by one is faster than a bit set."""
        return len(self._titles[code]) <= 4 + (len(self._codes_of_titles) >> 12)

    def _bits_of(self, code: int) -> int:
        """The bit set of the titles with this code, for codes of many titles."""
        bits = self._bits.get(code)
        if bits is None:
            titles = self._titles[code]
            bits = self._bits[code] = to_bits(titles, titles[-1])
        return bits

    def _choose(self, field: str, choice: Choice) -> int:
        """The titles that have one of the values."""
        codes = self._codes.get(field, {})
        if isinstance(choice, Between):
            chosen_codes = [code for value, code in codes.items() if value in choice]
        else:
            chosen_codes = [codes[value] for value in choice if value in codes]
        bits, numbers = 0, array("I")
        for code in chosen_codes:
            if self._has_few_titles(code):
                numbers += self._titles[code]
            else:
                bits |= self._bits_of(code)
        return bits | to_bits(numbers, max(numbers, default=0))

    def find_titles(self, properties: Iterable[tuple[str, Value]]) -> int:
        """The titles that have one of these properties."""
        titles = 0
        for field, value in properties:
            titles |= self._choose(field, [value])
        return titles

    def filter_titles(
        self, titles: int, filters: Filters, fields: Iterable[str]
    ) -> tuple[int, dict[str, Counts]]:
        """The titles among these that satisfy every filter, and the counts of the values of these fields.

        The counts of a field ignore the values that are chosen in it already, because the reader may choose
        others.
        """
        titles_by_field = {field: self._choose(field, choice) for field, choice in filters.items()}
        answers = _intersect(titles, titles_by_field.values())
        counts: dict[str, Counts] = {}
        # Fields without a filter come first: they count the same titles, which `_count_few_titles` caches.
        for field in sorted(fields, key=titles_by_field.__contains__):
            other_choices = [
                chosen_titles for name, chosen_titles in titles_by_field.items() if name != field
            ]
            counted_titles = _intersect(titles, other_choices) if field in titles_by_field else answers
            counts[field] = self._count_values(field, counted_titles)
        return answers, counts

    def are_few(self, titles: int) -> bool:
        """Whether looking at these titles one by one is faster than comparing bit sets of all titles."""
        return titles.bit_count() <= min(50 + (len(self._codes_of_titles) >> 6), _MAX_FEW_TITLES)

    def _count_values(self, field: str, titles: int) -> Counts:
        """By value of the field, how many of the titles have it. Values of none of them are left out."""
        if self.are_few(titles):
            return self._count_few_titles(titles).get(field, {})
        buffer = to_bytes(titles)
        end = len(buffer) << 3
        counts: Counts = {}
        for value, code in self._codes.get(field, {}).items():
            if self._has_few_titles(code):
                numbers = self._titles[code]
                # This is `has_bit`, without the time that a call takes.
                count = sum(buffer[n >> 3] >> (n & 7) & 1 for n in numbers[: bisect_left(numbers, end)])
            else:
                count = (self._bits_of(code) & titles).bit_count()
            if count:
                counts[value] = count
        return counts

    def _count_few_titles(self, titles: int) -> dict[str, Counts]:
        """The counts of all fields, from the codes of each title. Cached: other fields follow."""
        if self._counted_titles != titles:
            codes = chain.from_iterable(self._codes_of_titles[number] for number in iterate_bits(titles))
            counts_by_field: dict[str, Counts] = defaultdict(dict)
            for code, count in Counter(codes).items():
                counts_by_field[self._fields[code]][self._values[code]] = count
            self._counted_titles, self._counts_by_field = titles, counts_by_field
        return self._counts_by_field

    def rate_similarity(self, number: int, weights: Mapping[str, float]) -> dict[int, float]:
        """The points of the titles that share properties with this one: more points for rare properties."""
        points: dict[int, float] = {}
        for code in self._codes_of_titles[number]:
            weight = weights.get(self._fields[code], 0.0)
            if not weight:
                continue
            titles = self._titles[code]
            points_of_property = weight / (len(titles) + 10) ** 0.5
            for other in titles[:_MAX_SHARING]:
                points[other] = points.get(other, 0.0) + points_of_property
        points.pop(number, None)
        return points
