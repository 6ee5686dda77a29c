"""What a seat can pay (rules: pay, croupier, trader, sailor, widow).

Traders join resources into groups within which everything stands for everything; so a cost is a demand for each group.
Sums of yields are packed, five bits for each group and five for the jokers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Protocol

from games.macao.rules.paying.packed import BITS, HOLDING, MASK, Memo, unpack
from games.macao.rules.paying.planner import PLANS, Plan


class PricedCard(Protocol):
    """What payments read of a card."""

    @property
    def resource(self) -> int: ...
    @property
    def cost(self) -> tuple[int, ...]: ...


class PricedDeck(Protocol):
    """What payments read of a deck (`games.macao.rules.tables.Deck`)."""

    resources: list[str]
    blue_limit: int
    names: list[str]
    kind: list[str]
    pair: list[tuple[int, int] | None]
    units_red: list[int]
    kind_unit: list[int]
    costs: set[tuple[tuple[int, ...], bool]]
    tile_cost: list[tuple[int, ...] | None]
    groups: Memo[tuple[tuple[int, int], ...], tuple[int, ...]]
    rates: Memo[tuple[tuple[int, ...], int], Rate]

    @property
    def cards(self) -> Sequence[PricedCard]: ...


#: names of cards by the group that they give, last the jokers: first red ones that give one unit, then red sailors,
#: then blue cards
Payers = Sequence[tuple[str, ...]]


@dataclass(slots=True)
class Way:
    """A cost after one use of the croupiers: what they removed, and what is left to pay of each group that is asked."""

    removed: tuple[str, ...]
    asked: dict[int, int]


class Rate:
    """What red traders and croupiers make of costs."""

    def __init__(self, deck: PricedDeck, group_of: tuple[int, ...], croupiers: int) -> None:
        self.deck = deck
        self.names = deck.names
        self.group_of = group_of  # of each resource; jokers have one of their own, the last
        self.croupiers = croupiers
        self.jokers = group_of[-1]
        self.places = range(self.jokers + 1)
        self.group = [group_of[card.resource] for card in deck.cards]
        self.unit = [1 << BITS * group for group in self.group]
        self._by_cost = {cost: self._bill(*cost) for cost in deck.costs}
        self.bills = [self._by_cost[card.cost, True] for card in deck.cards]
        #: None for tiles that ask no resources
        self.tile_bills = [None if cost is None else self._by_cost[cost, False] for cost in deck.tile_cost]

    def _bill(self, counts: tuple[int, ...], is_character: bool) -> Bill:
        """If a croupier finds nothing to take away, it is the bill of fewer."""
        repeated = sum(counts) - sum(map(bool, counts)) if is_character else 0
        if repeated < self.croupiers:
            return self.deck.rates[self.group_of, repeated]._by_cost[counts, is_character]
        return Bill(self, counts)

    def resources(self, group: int) -> list[str]:
        """The resources of a group."""
        return [name for name, place in zip(self.deck.resources, self.group_of, strict=False) if place == group]

    def pack(self, yields: Iterable[tuple[int, int]]) -> int:
        """Packs pairs of resource and units."""
        return sum(units << BITS * self.group_of[resource] for resource, units in yields)


class Bill:
    """One cost, as it has to be paid at a rate."""

    __slots__ = ("_groups", "_jokers", "_plans", "mask", "missing", "rate", "ways")

    def __init__(self, rate: Rate, counts: tuple[int, ...]) -> None:
        self.rate = rate
        self.ways = [self._way(counts, removed) for removed in _removals(counts, rate.croupiers)]
        columns = {group: tuple([way.asked[group] for way in self.ways]) for group in self.ways[0].asked}
        ranks = sorted(set(columns.values()))
        #: of each group: its place in the order of what the ways ask of it, the most that one asks, and its number
        self._groups = [(ranks.index(column), max(column), group) for group, column in columns.items()]
        self._plans = PLANS[tuple(zip(*sorted(columns.values()), strict=True))]
        self._jokers = BITS * rate.jokers
        self.mask = sum(MASK << BITS * group for group in (*columns, rate.jokers))
        #: units that are missing with yields that are packed and masked
        self.missing: Memo[int, int] = Memo(self._missing)

    def _way(self, counts: tuple[int, ...], removed: tuple[int, ...]) -> Way:
        asked: dict[int, int] = {}
        for resource, count in enumerate(counts):
            if count:
                group = self.rate.group_of[resource]
                asked[group] = asked.get(group, 0) + count - removed.count(resource)
        return Way(tuple(self.rate.deck.resources[resource] for resource in removed), asked)

    def _missing(self, packed: int) -> int:
        return max(0, min([self.short(way, packed) for way in self.ways]))

    def short(self, way: Way, packed: int) -> int:
        """Units missing; negative if jokers are idle."""
        missing = -(packed >> self._jokers)
        for group, units in way.asked.items():
            lacking = units - (packed >> BITS * group & MASK)
            if lacking > 0:
                missing += lacking
        return missing

    def shortage(self, packed: int) -> tuple[int, list[list[str]], int]:
        """Units missing after jokers; for each unit missing before them, what would do; jokers at hand."""
        way = min(self.ways, key=lambda way: self.short(way, packed))
        lacking = [
            self.rate.resources(group)
            for group, units in way.asked.items()
            for _ in range(unpack(packed, group), units)
        ]
        return max(0, self.short(way, packed)), lacking, unpack(packed, self.rate.jokers)

    def plans(self, crew: Crew, payers: Payers) -> tuple[list[str], tuple[Plan, ...]]:
        """The cards that could pay, by place, and every payment with them that is not worse than another.

        So that more hands are equal, blue cards are left out where red ones suffice, and groups of which equally much
        is asked are sorted by what can give them.
        """
        units, paying, holdings = crew.units, crew.paying, crew.holdings
        short = 0
        for _, most, group in self._groups:
            if most > units[group]:
                short += most - units[group]
        free = len(paying[-1])
        burning = short > free
        groups = []
        for rank, most, group in self._groups:
            row = payers[group] if burning and most > units[group] else paying[group]
            groups.append((rank, holdings[group] + len(row), group, row))
        groups.sort()
        jokers = payers[-1] if burning else paying[-1]
        cards: list[str] = []
        hand = free << BITS | len(jokers)
        for _, holding, _, row in groups:
            cards += row
            hand = hand << HOLDING | holding
        cards += jokers
        return cards, self._plans[hand]


def _removals(counts: tuple[int, ...], croupiers: int) -> list[tuple[int, ...]]:
    """Each croupier takes away one unit of a resource that is still asked twice (ruling 12)."""
    removable = chain.from_iterable([resource] * (count - 1) for resource, count in enumerate(counts))
    return sorted(set(combinations(removable, croupiers)))


_SINGLE, _SAILOR = 1 << 2 * BITS, 1 << BITS


class Crew:
    """The red cards of a seat, and what they mean for its payments and its limit.

    `paying` are the payers among them; `holdings` tells for each group how many of these give one unit, and how many
    two, and `units` what they give together.
    """

    __slots__ = ("cards", "holdings", "kinds", "limit", "paying", "rate", "supply", "units")

    def __init__(self, deck: PricedDeck, cards: tuple[int, ...]) -> None:
        self.cards = cards
        kinds = [deck.kind[card] for card in cards]
        pairs = tuple([pair for card in cards if (pair := deck.pair[card])])
        self.rate = rate = deck.rates[deck.groups[pairs], kinds.count("croupier")]
        self.limit = deck.blue_limit + kinds.count("innkeeper")
        paying: list[tuple[str, ...]] = [()] * len(rate.places)
        units, holdings = [0] * len(rate.places), [0] * len(rate.places)
        packed = supply = 0
        for card in sorted(cards, key=deck.units_red.__getitem__):
            group, gives = rate.group[card], deck.units_red[card]
            paying[group] += (deck.names[card],)
            units[group] += gives
            holdings[group] += _SINGLE if gives == 1 else _SAILOR
            packed += deck.kind_unit[card]
            supply += rate.unit[card] * gives
        self.kinds, self.supply = packed, supply
        # tuples of words and numbers cost the garbage collector nothing
        self.paying, self.units, self.holdings = tuple(paying), tuple(units), tuple(holdings)

    def payers(self, blue: Iterable[int]) -> Payers:
        """The red cards and these blue ones, by the group that they give."""
        names, group = self.rate.names, self.rate.group
        payers = [*self.paying]
        for card in blue:
            payers[group[card]] += (names[card],)
        return payers


def join(resources: int, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The group of each resource when the pairs chain (ruling 11), numbered as they come; then that of the jokers."""
    group = list(range(resources))
    for one, other in pairs:
        old, new = group[one], group[other]
        group = [new if place == old else place for place in group]
    numbers = {place: number for number, place in enumerate(dict.fromkeys(group))}
    return (*(numbers[place] for place in group), len(numbers))
