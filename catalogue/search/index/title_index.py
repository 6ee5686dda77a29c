"""The catalogue in memory: search by words, filters with counts, orders, suggestions, similar titles.

Whoever answers `Search` may stand in its place; nothing outside this package knows how it is done.
"""

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Protocol

from catalogue.search.index.facets import Facets, Filters, Value, to_bits
from catalogue.search.index.finder import Finder, Found, Ranking, bonus, title_text

# How much it says that two titles share one of these; what is rare says more.
SIMILAR = {"family": 3.0, "designer": 2.0, "mechanism": 1.0, "theme": 1.0}
# By the main name, by the name that readers of a language know, by numbers.
NAMES = ("name", "name_fr", "name_en", "name_it", "name_de")
ORDERS = (*NAMES, "year", "popularity", "acquired", "minutes", "weight")
NO_FILTERS: Filters = {}
KEPT_ANSWERS = 16


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index has to know of a title."""

    id: int
    names: Sequence[str]
    credits: Sequence[str] = ()
    popularity: int = 0
    expansion: bool = False
    properties: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    keys: Mapping[str, str | float] = field(default_factory=dict)  # for each order what to sort by


@dataclass(frozen=True, slots=True)
class Result:
    """One page of titles, how many there are in all, and the counts asked for."""

    ids: list[int]
    total: int
    facets: dict[str, dict[Value, int]]


class Search(Protocol):
    """What pages and API may ask."""

    def search(self, text: str, filters: Filters, sort: str, page: int, size: int, facets: Sequence[str]) -> Result: ...

    def suggest(self, text: str, n: int) -> list[tuple[int, int]]: ...


class TitleIndex:
    """The whole catalogue in the memory of one process. Changes come in one by one; nothing is built anew."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        # One by one: the entries of a large catalogue take several times the memory of what is kept of them.
        self._ids: list[int] = []
        self._facets = Facets()
        texts, extra = [], array("f")
        keys: dict[str, list[str | float | None]] = {order: [] for order in ORDERS}
        for number, entry in enumerate(entries):
            self._ids.append(entry.id)
            texts.append(_text(entry))
            extra.append(_bonus(entry))
            self._facets.put(number, entry.properties)
            for order in ORDERS:
                keys[order].append(_key(entry, order))
        self._number = {id: number for number, id in enumerate(self._ids)}
        self._finder = Finder(texts, extra)
        self._orders = {order: Order(order, keys[order], self._ids) for order in ORDERS}
        self._ranking: Ranking | None = None
        self._answers: dict[str, Found] = {}
        self._alive = to_bits(range(len(texts)), len(texts))

    def __len__(self) -> int:
        return self._alive.bit_count()

    def put(self, entry: Entry) -> None:
        """Take in a new title, or the new facts of a known one."""
        number = self._number.setdefault(entry.id, len(self._ids))
        if number == len(self._ids):
            self._ids.append(entry.id)
        self._finder.put(number, _text(entry), _bonus(entry))
        self._facets.put(number, entry.properties)
        for name, order in self._orders.items():
            order.put(number, _key(entry, name))
        self._alive |= 1 << number
        self._ranking = None
        self._answers.clear()

    def remove(self, id: int) -> None:
        """Forget a title. Its number is kept for it, should it come back."""
        number = self._number.get(id)
        if number is not None:
            self._finder.put(number, "", 0.0)
            self._facets.put(number, {})
            self._alive &= ~(1 << number)
            self._answers.clear()

    def search(
        self,
        text: str = "",
        filters: Filters = NO_FILTERS,
        sort: str = "",
        page: int = 1,
        size: int = 24,
        facets: Sequence[str] = (),
    ) -> Result:
        """One page. Without a sort: the best answers first, or the most popular where nothing is asked."""
        asked = bool(text.strip())
        found = self._find(text) if asked else None
        width = len(self._ids)
        among = to_bits(chain((hit.number for hit in found.hits), found.rest), width) if found else self._alive
        matching = self._facets.matching(filters, among)
        if found and not sort:
            ordered: Iterable[int] = self._in_order(found)
        else:
            ordered = self._orders[(sort or "-popularity").removeprefix("-")].walk((sort or "-").startswith("-"))
        held = matching.to_bytes((width >> 3) + 1, "little")
        chosen = (number for number in ordered if held[number >> 3] >> (number & 7) & 1)
        first = (page - 1) * size
        return Result(
            [self._ids[number] for number in islice(chosen, first, first + size)],
            matching.bit_count(),
            {field: self._facets.counts(field, self._facets.matching(filters, among, but=field)) for field in facets},
        )

    def _find(self, text: str) -> Found:
        """Who filters or turns a page asks for the same words again: the last few answers are kept."""
        found = self._answers.pop(text, None) or self._finder.find(text, self._by_popularity())
        while len(self._answers) >= KEPT_ANSWERS:
            del self._answers[next(iter(self._answers))]
        self._answers[text] = found
        return found

    def _by_popularity(self) -> Ranking:
        if self._ranking is None:
            order = array("I", self._orders["popularity"].walk(backwards=True))
            place = array("I", bytes(4 * len(order)))
            for at, number in enumerate(order):
                place[number] = at
            self._ranking = Ranking(order, place)
        return self._ranking

    def _in_order(self, found: Found) -> Iterator[int]:
        """The weighed titles, then the others by popularity, which are put in order only when somebody reads so far."""
        yield from (hit.number for hit in found.hits)
        yield from sorted(found.rest, key=self._by_popularity().place.__getitem__)

    def suggest(self, text: str, n: int = 8) -> list[tuple[int, int]]:
        """The best titles for what has been typed so far, and which of its names answered."""
        return [(self._ids[hit.number], hit.name) for hit in self._find(text).hits[:n]]

    def similar(self, id: int, n: int = 6) -> list[int]:
        """Titles that have most in common with this one; what belongs to it comes with it, so not its expansions."""
        number = self._number.get(id)
        if number is None:
            return []
        points = self._facets.shared(number, SIMILAR)
        nearest = sorted(points, key=lambda other: (-points[other], self._ids[other]))
        return [self._ids[other] for other in nearest[:n]]


class Order:
    """The numbers of all titles in one order; those without a key come last, whichever the direction."""

    def __init__(self, name: str, keys: Sequence[str | float | None], ids: list[int]) -> None:
        self._ids = ids
        missing: str | float = "\U0010ffff" if name in NAMES else float("inf")
        self._missing = missing
        plain = [missing if key is None else key for key in keys]
        self._keys: MutableSequence[Any] = plain if name in NAMES else array("d", plain)
        self._numbers = array("I", sorted(range(len(plain)), key=self._key))

    def _key(self, number: int) -> tuple[str | float, int]:
        return self._keys[number], self._ids[number]

    def put(self, number: int, key: str | float | None) -> None:
        if number < len(self._keys):
            del self._numbers[bisect_left(self._numbers, self._key(number), key=self._key)]
        else:
            self._keys.append(self._missing)
        self._keys[number] = self._missing if key is None else key
        insort(self._numbers, number, key=self._key)

    def walk(self, backwards: bool) -> Iterable[int]:
        if not backwards:
            return self._numbers
        known = bisect_left(self._numbers, (self._missing, -1), key=self._key)
        return chain(reversed(self._numbers[:known]), self._numbers[known:])


def _text(entry: Entry) -> str:
    return title_text(entry.names, entry.credits)


def _bonus(entry: Entry) -> float:
    return bonus(entry.popularity, entry.expansion)


def _key(entry: Entry, order: str) -> str | float | None:
    return entry.popularity if order == "popularity" else entry.keys.get(order)
