"""The catalogue in memory: search by words, filters with counts, orders, suggestions, similar titles.

No other package knows how it works, so another class with the same methods could replace it.
"""

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from catalogue.search.index.facets import (
    Counts,
    Facets,
    Filters,
    Value,
    has_bit,
    iterate_bits,
    to_bits,
    to_bytes,
)
from catalogue.search.index.finder import Finder, Matches
from catalogue.search.index.ranking import Ranking
from catalogue.search.index.scoring import title_bonus, title_text
from catalogue.search.index.topics import Topics, to_phrase

# How much a shared value of these fields makes two titles similar.
SIMILARITY_WEIGHTS = {"family": 3.0, "designer": 2.0, "mechanism": 1.0, "theme": 1.0}
NAME = "name"
ORDERS = (NAME, "year", "popularity", "acquired", "minutes", "weight")
NO_FILTERS: Filters = {}
MAX_CACHED_MATCHES = 16
LAST_NAME = "\U0010ffff"  # sorts after every name

SortKey = str | float


def name_orders(languages: Iterable[str]) -> list[str]:
    """The names of the orders by the name that is shown in each language."""
    return [f"{NAME}_{code}" for code in languages]


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index knows about a title."""

    id: int
    names: Sequence[str]
    credits: Sequence[str] = ()
    popularity: int = 0
    expansion: bool = False
    properties: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    keys: Mapping[str, SortKey] = field(default_factory=dict)  # by name of an order


@dataclass(frozen=True, slots=True)
class Result:
    """One page of titles, the number of titles on all pages, and the counts of the requested facets."""

    ids: list[int]
    total: int
    facets: dict[str, Counts]


class TitleIndex:
    """The whole catalogue in the memory of one process. Titles can be changed without building the index
    again.

    Internally a title is a number: its position in the order in which the titles were added.
    """

    def __init__(self, entries: Iterable[Entry] = (), languages: Iterable[str] = ()) -> None:
        # The entries are read one by one: together they would take several times the memory of the index.
        self._ids: list[int] = []
        self._facets = Facets()
        texts: list[str] = []
        bonuses = array("f")
        keys_by_order: dict[str, list[SortKey | None]] = {
            order: [] for order in (*ORDERS, *name_orders(languages))
        }
        for number, entry in enumerate(entries):
            self._ids.append(entry.id)
            texts.append(_text_of(entry))
            bonuses.append(_bonus_of(entry))
            self._facets.put(number, entry.properties)
            for order, keys in keys_by_order.items():
                keys.append(_key_of(entry, order))
        self._number_by_id = {id: number for number, id in enumerate(self._ids)}
        self._finder = Finder(texts, bonuses)
        self._orders = {order: TitleOrder(order, keys, self._ids) for order, keys in keys_by_order.items()}
        self._all_titles = to_bits(range(len(texts)), len(texts))  # without those that were removed
        self._ranking: Ranking | None = None
        self._matches_by_text: dict[str, Matches] = {}
        self._topics = Topics()

    def __len__(self) -> int:
        return self._all_titles.bit_count()

    def put(self, entry: Entry) -> None:
        """Adds a title, or replaces what the index knows about it."""
        number = self._number_by_id.setdefault(entry.id, len(self._ids))
        if number == len(self._ids):
            self._ids.append(entry.id)
        self._finder.put(number, _text_of(entry), _bonus_of(entry))
        self._facets.put(number, entry.properties)
        for name, order in self._orders.items():
            order.put(number, _key_of(entry, name))
        self._all_titles |= 1 << number
        self._ranking = None
        self._matches_by_text.clear()

    def set_topics(self, topics: Topics) -> None:
        """Sets the words that name properties instead of titles."""
        self._topics = topics
        self._matches_by_text.clear()

    def remove(self, id: int) -> None:
        """Removes a title. Its number stays reserved for it, in case it is added again."""
        number = self._number_by_id.get(id)
        if number is not None:
            self._finder.put(number, "", 0.0)
            self._facets.put(number, {})
            self._all_titles &= ~(1 << number)
            self._matches_by_text.clear()

    def search(
        self,
        text: str = "",
        filters: Filters = NO_FILTERS,
        sort: str = "",
        page: int = 1,
        size: int = 24,
        facets: Sequence[str] = (),
    ) -> Result:
        """One page of the titles that answer.

        Without `sort`, the best answers come first; without a text, the most popular titles.
        """
        matches = self._find(text) if text.strip() else None
        if matches:
            candidates = to_bits(
                chain((hit.number for hit in matches.hits), matches.unscored), len(self._ids)
            )
        else:
            candidates = self._all_titles
        titles, counts_by_field = self._facets.filter_titles(candidates, filters, facets)
        if matches and not sort:
            ordered_numbers = self._order_by_score(matches)
        else:
            sort = sort or "-popularity"
            order, is_backwards = self._orders[sort.removeprefix("-")], sort.startswith("-")
            if self._facets.are_few(titles):
                ordered_numbers = order.sort(iterate_bits(titles), is_backwards)
            else:
                ordered_numbers = order.walk(is_backwards)
        return Result(
            ids=self._cut_page(ordered_numbers, titles, page, size),
            total=titles.bit_count(),
            facets=counts_by_field,
        )

    def _cut_page(self, ordered_numbers: Iterable[int], titles: int, page: int, size: int) -> list[int]:
        """The ids of the titles on one page.

        `titles` is the bit set of the titles that answer. `ordered_numbers` has these and other titles, in
        the order in which they are shown.
        """
        buffer = to_bytes(titles)
        end = len(buffer) << 3
        numbers = (number for number in ordered_numbers if number < end and has_bit(buffer, number))
        first = (page - 1) * size
        return [self._ids[number] for number in islice(numbers, first, first + size)]

    def _find(self, text: str) -> Matches:
        """The matches of the text. The last few are cached, because a reader then filters them or turns the
        page.
        """
        matches = self._matches_by_text.pop(text, None)
        if matches is None:
            matches = self._add_topic(text, self._finder.find(text, self._rank_by_popularity()))
        while len(self._matches_by_text) >= MAX_CACHED_MATCHES:
            oldest = next(iter(self._matches_by_text))
            del self._matches_by_text[oldest]
        self._matches_by_text[text] = matches
        return matches

    def _add_topic(self, text: str, matches: Matches) -> Matches:
        """The matches, and the titles that have the property which the text names.

        Titles with the text in their names come first. Titles that only resemble the text are left out.
        """
        titles = self._facets.find_titles(self._topics.find(text)) & self._all_titles
        if not titles:
            return matches
        whole_phrase = f" {to_phrase(text)} "
        texts = self._finder.texts
        named_hits = [hit for hit in matches.hits if whole_phrase in texts[hit.number]]
        others = {number for number in matches.unscored if whole_phrase in texts[number]}
        others.update(iterate_bits(titles))
        return Matches(named_hits, others.difference(hit.number for hit in named_hits))

    def _rank_by_popularity(self) -> Ranking:
        if self._ranking is None:
            numbers = array("I", self._orders["popularity"].walk(backwards=True))
            rank_of = array("I", bytes(4 * len(numbers)))
            for rank, number in enumerate(numbers):
                rank_of[number] = rank
            self._ranking = Ranking(numbers, rank_of)
        return self._ranking

    def _order_by_score(self, matches: Matches) -> Iterable[int]:
        """Yields the scored titles, then the others by popularity. These are sorted only if a page reaches
        them.
        """
        yield from (hit.number for hit in matches.hits)
        yield from sorted(matches.unscored, key=self._rank_by_popularity().rank_of.__getitem__)

    def suggest(self, text: str, n: int = 8) -> list[tuple[int, int]]:
        """The best titles for an unfinished query: the id of each, and the position of the name that
        answers.
        """
        return [(self._ids[hit.number], hit.name_number) for hit in self._find(text).hits[:n]]

    def similar(self, id: int, n: int = 6) -> list[int]:
        """The titles that have most in common with this one."""
        number = self._number_by_id.get(id)
        if number is None:
            return []
        points = self._facets.rate_similarity(number, SIMILARITY_WEIGHTS)
        best_first = sorted(points, key=lambda other: (-points[other], self._ids[other]))
        return [self._ids[other] for other in best_first[:n]]


class TitleOrder:
    """The numbers of all titles, sorted by one key. Titles without the key come last in both directions."""

    def __init__(self, name: str, keys: Sequence[SortKey | None], ids: list[int]) -> None:
        is_text = name.startswith(NAME)
        self._ids = ids
        self._last_key: SortKey = LAST_NAME if is_text else float("inf")
        filled_keys = [self._last_key if key is None else key for key in keys]
        self._keys: MutableSequence[Any] = filled_keys if is_text else array("d", filled_keys)
        self._numbers = array("I", sorted(range(len(filled_keys)), key=self._sort_key))

    def _sort_key(self, number: int) -> tuple[SortKey, int]:
        return self._keys[number], self._ids[number]

    def put(self, number: int, key: SortKey | None) -> None:
        """Sets the key of a title. The next free number adds a title."""
        if number < len(self._keys):
            del self._numbers[bisect_left(self._numbers, self._sort_key(number), key=self._sort_key)]
        else:
            self._keys.append(self._last_key)
        self._keys[number] = self._last_key if key is None else key
        insort(self._numbers, number, key=self._sort_key)

    def walk(self, backwards: bool) -> Iterable[int]:
        """All titles in this order."""
        return self._turn(self._numbers, backwards)

    def sort(self, numbers: Iterable[int], backwards: bool) -> Iterable[int]:
        """These titles in this order."""
        return self._turn(sorted(numbers, key=self._sort_key), backwards)

    def _turn(self, numbers: Sequence[int], backwards: bool) -> Iterable[int]:
        if not backwards:
            return numbers
        first_without_key = bisect_left(numbers, (self._last_key, -1), key=self._sort_key)
        return chain(reversed(numbers[:first_without_key]), numbers[first_without_key:])


def _text_of(entry: Entry) -> str:
    return title_text(entry.names, entry.credits)


def _bonus_of(entry: Entry) -> float:
    return title_bonus(entry.popularity, entry.expansion)


def _key_of(entry: Entry, order: str) -> SortKey | None:
    return entry.popularity if order == "popularity" else entry.keys.get(order)
