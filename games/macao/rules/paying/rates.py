"""What costs amount to for a seat with red traders and croupiers.

Units that cards give are packed (`deck/packed.py`): the place of a count is the number of its group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import NamedTuple

from games.macao.rules.deck.cards import DeckCards
from games.macao.rules.deck.packed import BITS_PER_COUNT, COUNT_MASK, Memo, count_at, pack_at
from games.macao.rules.paying.plans import PLANS_BY_ASKED

#: the group of each resource, and at the end that of the jokers
Groups = tuple[int, ...]


class Rates(Memo[tuple[Groups, int], "Rate"]):
    """The rates of one deck by groups and number of red croupiers, made when they are first needed."""

    __slots__ = ("_groups_by_pairs", "deck")

    def __init__(self, deck: DeckCards) -> None:
        super().__init__(lambda key: Rate(self, *key))
        self.deck = deck
        self._groups_by_pairs: Memo[tuple[tuple[int, int], ...], Groups] = Memo(
            lambda pairs: join_resources(len(deck.resources), pairs)
        )

    def find_rate(self, pairs: tuple[tuple[int, int], ...], croupiers: int) -> Rate:
        """The rate of a seat with red traders of these pairs and this many red croupiers."""
        return self[self._groups_by_pairs[pairs], croupiers]


def join_resources(resources: int, pairs: Sequence[tuple[int, int]]) -> Groups:
    """The groups when the pairs of traders chain (ruling 11), numbered in the order of the resources."""
    group = list(range(resources))
    for one, other in pairs:
        old, new = group[one], group[other]
        group = [new if place == old else place for place in group]
    numbers = {place: number for number, place in enumerate(dict.fromkeys(group))}
    return (*(numbers[place] for place in group), len(numbers))


class Rate:
    """The bill of each card and tile for all seats whose red traders and croupiers have the same effect."""

    def __init__(self, rates: Rates, group_of: Groups, croupiers: int) -> None:
        self._rates = rates
        self.deck = deck = rates.deck
        self.names = deck.names
        self.group_of = group_of  # of each resource
        self.croupiers = croupiers
        self.jokers = group_of[-1]
        self.group = [group_of[card.resource] for card in deck.cards]  # of what each card gives
        self.unit = [pack_at(group) for group in self.group]
        self._bills_by_cost = {cost: self._make_bill(*cost) for cost in deck.costs}
        self.bills = [self._bills_by_cost[card.cost, True] for card in deck.cards]
        #: None for tiles that ask no resources
        self.tile_bills = [
            None if cost is None else self._bills_by_cost[cost, False] for cost in deck.tile_cost
        ]

    def _make_bill(self, cost: tuple[int, ...], is_character: bool) -> Bill:
        """The bill of a cost. If a croupier cannot remove anything, it is the bill of fewer croupiers."""
        repeated = sum(cost) - sum(map(bool, cost)) if is_character else 0
        if repeated < self.croupiers:
            return self._rates[self.group_of, repeated]._bills_by_cost[cost, is_character]
        return Bill(self, cost)

    def resources(self, group: int) -> list[str]:
        """The resources of a group."""
        return [
            name for name, place in zip(self.deck.resources, self.group_of, strict=False) if place == group
        ]


@dataclass(slots=True)
class Way:
    """One use of the croupiers: the resources that they remove, and the units left to pay by group."""

    removed: tuple[str, ...]
    units_by_group: dict[int, int]


class BillGroup(NamedTuple):
    """A group of which a bill asks units.

    In each way, groups of equal rank are asked for the same units, so their plans can be exchanged.
    """

    rank: int
    most_units: int  # in the way that asks for the most units
    group: int


class Bill:
    """One cost, as it has to be paid at a rate."""

    __slots__ = ("_joker_shift", "groups", "mask", "missing", "plans", "rate", "ways")

    def __init__(self, rate: Rate, cost: tuple[int, ...]) -> None:
        self.rate = rate
        self.ways = [self._make_way(cost, removed) for removed in _list_removals(cost, rate.croupiers)]
        asked = {
            group: tuple([way.units_by_group[group] for way in self.ways])
            for group in self.ways[0].units_by_group
        }
        ranks = sorted(set(asked.values()))
        self.groups = [BillGroup(ranks.index(units), max(units), group) for group, units in asked.items()]
        self.plans = PLANS_BY_ASKED[tuple(zip(*sorted(asked.values()), strict=True))]
        self._joker_shift = BITS_PER_COUNT * rate.jokers
        #: selects those of packed units that help to pay this bill
        self.mask = sum(pack_at(group, COUNT_MASK) for group in (*asked, rate.jokers))
        #: packed and masked units of a seat -> how many more units it needs
        self.missing: Memo[int, int] = Memo(self._count_missing)

    def _make_way(self, cost: tuple[int, ...], removed: tuple[int, ...]) -> Way:
        units_by_group: dict[int, int] = {}
        for resource, units in enumerate(cost):
            if units:
                group = self.rate.group_of[resource]
                units_by_group[group] = units_by_group.get(group, 0) + units - removed.count(resource)
        return Way(tuple(self.rate.deck.resources[resource] for resource in removed), units_by_group)

    def _count_missing(self, packed: int) -> int:
        return max(0, min([self.count_short(way, packed) for way in self.ways]))

    def count_short(self, way: Way, packed: int) -> int:
        """The number of missing units; negative if not all jokers are needed."""
        missing = -(packed >> self._joker_shift)
        for group, units in way.units_by_group.items():
            lacking = units - (packed >> BITS_PER_COUNT * group & COUNT_MASK)
            if lacking > 0:
                missing += lacking
        return missing

    def explain_shortage(self, packed: int) -> tuple[int, list[list[str]], int]:
        """The missing units after jokers; before them, for each unit the possible resources; the jokers."""
        way = min(self.ways, key=lambda way: self.count_short(way, packed))
        lacking = []
        for group, units in way.units_by_group.items():
            for _ in range(count_at(packed, group), units):
                lacking.append(self.rate.resources(group))
        return max(0, self.count_short(way, packed)), lacking, count_at(packed, self.rate.jokers)


def _list_removals(cost: tuple[int, ...], croupiers: int) -> list[tuple[int, ...]]:
    """Every choice of resources of which the croupiers remove a unit that still occurs then (ruling 12)."""
    removable = chain.from_iterable([resource] * (units - 1) for resource, units in enumerate(cost))
    return sorted(set(combinations(removable, croupiers)))
