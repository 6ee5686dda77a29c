"""What a seat can pay (rules: pay, croupier, trader, sailor, widow).

Traders join resources into groups within which everything stands for everything; so a cost is a demand for each group.
Sums of yields are packed, five bits for each group and five for the jokers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from .packed import BITS, HOLDING, MASK, Memo, unpack
from .planner import PLANS, Plan

if TYPE_CHECKING:
    from .tables import Deck


Held = list[list[str]]  # names of cards by the group that they give; last the jokers


class Way(NamedTuple):
    """A cost after one use of the croupiers: what they removed, and what is left to pay of each group that is asked."""

    removed: tuple[str, ...]
    asked: dict[int, int]


class Rate:
    """What red traders and croupiers make of costs."""

    def __init__(self, deck: Deck, group_of: tuple[int, ...], croupiers: int) -> None:
        self.deck = deck
        self.names = deck.names
        self.group_of = group_of  # of each resource; jokers have one of their own, the last
        self.croupiers = croupiers
        self.jokers = group_of[-1]
        self.places = range(self.jokers + 1)
        self.group = [group_of[card.resource] for card in deck.cards]
        self.unit = [1 << BITS * group for group in self.group]
        self.bills: Memo[int, Bill] = Memo(lambda cost: Bill(self, cost))

    def resources(self, group: int) -> list[str]:
        """The resources of a group."""
        return [name for name, place in zip(self.deck.resources, self.group_of, strict=False) if place == group]

    def pack(self, yields: Iterable[tuple[int, int]]) -> int:
        """Packs pairs of resource and units."""
        return sum(units << BITS * self.group_of[resource] for resource, units in yields)


class Bill:
    """One cost, as it has to be paid at a rate."""

    __slots__ = ("_groups", "_plans", "mask", "missing", "rate", "ways")

    def __init__(self, rate: Rate, cost: int) -> None:
        counts, is_character = rate.deck.costs[cost]
        self.rate = rate
        self.ways = [self._way(counts, removed) for removed in _removals(counts, rate.croupiers if is_character else 0)]
        columns = sorted((tuple(way.asked[group] for way in self.ways), group) for group in self.ways[0].asked)
        #: what each way asks of a group, the most of it, and the group
        self._groups = [(column, max(column), group) for column, group in columns]
        self._plans = PLANS[tuple(zip(*(column for column, _ in columns), strict=True))]
        self.mask = sum(MASK << BITS * group for group in (*self.ways[0].asked, rate.jokers))
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
        missing = -(packed >> BITS * self.rate.jokers)
        for group, units in way.asked.items():
            have = packed >> BITS * group & MASK
            if have < units:
                missing += units - have
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

    def plans(self, crew: Crew, held: Held, own: str = "") -> tuple[list[str], tuple[Plan, ...]]:
        """The cards that could pay, by place, and every payment with them that is not worse than another.

        So that more hands are equal, blue cards are left out where red ones suffice, and groups of which equally much
        is asked are sorted by what can give them.
        """
        units, paying, counts = crew.units, crew.paying, crew.counts
        short = 0
        for _, most, group in self._groups:
            if most > units[group]:
                short += most - units[group]
        free = paying[-1]
        burning = short > len(free)
        groups = []
        for column, most, group in self._groups:
            blue = held[group] if burning and most > units[group] else []
            if own in blue:  # a card never pays for itself (ruling 6)
                blue = [name for name in blue if name != own]
            groups.append((column, counts[group] << BITS | len(blue), group, blue))
        groups.sort()
        cards: list[str] = []
        hand = 0
        for _, holding, group, blue in groups:
            cards += paying[group]
            cards += blue
            hand = hand << HOLDING | holding
        widows = [name for name in held[-1] if name != own] if burning else []
        cards += free
        cards += widows
        return cards, self._plans[(hand << BITS | len(free)) << BITS | len(widows)]


def _removals(counts: tuple[int, ...], croupiers: int) -> list[tuple[int, ...]]:
    """Each croupier takes away one unit of a resource that is still asked twice, if there is one (ruling 12)."""
    removable = list(chain.from_iterable([resource] * (count - 1) for resource, count in enumerate(counts)))
    return sorted(set(combinations(removable, min(croupiers, len(removable)))))


class Crew:
    """The red cards of a seat, and what they mean for its payments and its limit.

    `paying` and `counts` tell for each group, and last for the jokers, which red cards give it: first those that give
    one unit, then sailors; and how many of each. `units` is what they give together.
    """

    __slots__ = ("counts", "kinds", "limit", "paying", "rate", "supply", "units")

    def __init__(self, deck: Deck, cards: tuple[int, ...]) -> None:
        kinds = [deck.kind[card] for card in cards]
        pairs = tuple([pair for card in cards if (pair := deck.pair[card])])
        self.rate = rate = deck.rates[deck.groups[pairs], kinds.count("croupier")]
        self.limit = deck.blue_limit + kinds.count("innkeeper")
        self.kinds = self.supply = 0
        single: Held = [[] for _ in rate.places]
        sailors: Held = [[] for _ in rate.places]
        for card in cards:
            units, group = deck.units_red[card], rate.group[card]
            (single if units == 1 else sailors)[group].append(deck.names[card])
            self.kinds += deck.kind_unit[card]
            self.supply += rate.unit[card] * units
        # tuples of words and numbers cost the garbage collector nothing
        self.paying = tuple([(*one, *two) for one, two in zip(single, sailors, strict=True)])
        self.counts = tuple([len(one) << BITS | len(two) for one, two in zip(single, sailors, strict=True)])
        self.units = tuple([self.supply >> BITS * place & MASK for place in rate.places])

    def held(self, cards: Iterable[int]) -> Held:
        """The names of cards by the group that they give."""
        names, group = self.rate.names, self.rate.group
        held: Held = [[] for _ in self.rate.places]
        for card in cards:
            held[group[card]].append(names[card])
        return held


def join(resources: int, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The group of each resource when the pairs chain (ruling 11), numbered as they come; then that of the jokers."""
    group = list(range(resources))
    for one, other in pairs:
        old, new = group[one], group[other]
        group = [new if place == old else place for place in group]
    numbers = {place: number for number, place in enumerate(dict.fromkeys(group))}
    return (*(numbers[place] for place in group), len(numbers))
