"""Lists the payments of which none is worse than another (ruling 8 of the rules of Macao).

A cost asks for units of groups of resources, and cards give them: a red sailor gives two units, any other
card one. A widow, red or living, is a joker: it gives one unit of any group. Red cards stay after a payment;
blue cards and living widows are burned. A red croupier removes one unit from the cost. So a cost has several
*ways*, if the croupiers can choose the unit (ruling 12).

Red cards and red widows pay first, and each unit that they leave open burns one blue card or living widow.
Payments that burn the same number of cards may differ in how many of these are widows.

Many hands look alike: only the units of the cost and the numbers of cards matter, not which cards these are.
So payments are computed once for such a `Shape`, and they name places instead of cards. The first places are
those of the first group: its red cards of one unit, its red sailors, its blue cards. The places of the other
groups follow, then the red widows, then the living ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations, product
from operator import itemgetter
from typing import NamedTuple

from games.macao.rules.deck.packed import BITS_PER_COUNT, Memo, count_at

Places = tuple[int, ...]
#: for each way to use the croupiers, the units that the cost asks of each group
Asked = tuple[tuple[int, ...], ...]
#: a function that selects the names of the paying cards from the names at all places
Picker = Callable[[Sequence[str]], tuple[str, ...]]
#: a payment and the index of its way in `Asked`
Plan = tuple[Picker, int]

#: A packed holding has three counts (see `deck/packed.py`): at place 0 all cards, at place 1 the red sailors,
#: at place 2 the red cards of one unit.
BITS_PER_HOLDING = 3 * BITS_PER_COUNT


class Holding(NamedTuple):
    """How many cards of a seat give units of one group."""

    red: int  # of one unit
    sailors: int  # red, of two units
    blue: int  # of one unit

    @property
    def red_units(self) -> int:
        return self.red + 2 * self.sailors


class Shape(NamedTuple):
    """The units that a cost asks for, a holding for each group of them, and the numbers of widows."""

    asked: Asked
    holdings: tuple[Holding, ...]
    red_widows: int
    living_widows: int


def _unpack_shape(asked: Asked, hand: int) -> Shape:
    """The shape of a packed hand.

    The holding of the last group is in the lowest bits, and those of the other groups are above it, up to the
    first one. Above them are the count of all widows, and at the top that of the red widows.
    """
    groups = len(asked[0])
    holdings = []
    for position in reversed(range(groups)):
        packed = hand >> (BITS_PER_HOLDING * position)
        all_cards, sailors, red = count_at(packed, 0), count_at(packed, 1), count_at(packed, 2)
        holdings.append(Holding(red, sailors, all_cards - red - sailors))
    widows = hand >> (BITS_PER_HOLDING * groups)
    all_widows, red_widows = count_at(widows, 0), count_at(widows, 1)
    return Shape(asked, tuple(holdings), red_widows, all_widows - red_widows)


class _Payment(NamedTuple):
    """The cards at these places pay, and the croupiers are used in this way (an index of `Asked`)."""

    burned: int  # blue cards and living widows
    living_widows: int
    places: Places
    way: int


def make_plans(shape: Shape) -> tuple[Plan, ...]:
    """All payments. The first is the default: it burns the fewest cards, and a widow only if it must."""
    hand = _Hand(shape)
    payments: list[_Payment] = []
    fewest_blue = hand.size + 1  # more than there are, because no payment was found yet
    for living_widows in range(shape.living_widows + 1):
        open_units = hand.count_open_units_by_way(living_widows)
        blue = min((units - living_widows for units in open_units.values()), default=fewest_blue)
        if blue >= fewest_blue:
            continue  # A payment with fewer widows burns no more blue cards, and so is better.
        fewest_blue = blue
        burned = blue + living_widows
        for way, units in open_units.items():
            # Ways that leave more units open burn more cards than the best way.
            if units == burned:
                for places in hand.list_payments(way, burned, living_widows):
                    payments.append(_Payment(burned, living_widows, places, way))
    payments.sort(key=lambda payment: (payment.burned, payment.living_widows))
    return tuple([(_make_picker(payment.places), payment.way) for payment in payments])


def _make_picker(places: Places) -> Picker:
    """A function that selects the cards at these places.

    A payment has at least one card. For several places `itemgetter` returns a tuple, for one place it does
    not.
    """
    if len(places) > 1:
        return itemgetter(*places)
    return lambda cards: (cards[places[0]],)


def _make_plan_cache(asked: Asked) -> Memo[int, tuple[Plan, ...]]:
    """The plans of each packed hand for these units, computed when they are first needed."""
    return Memo(lambda hand: make_plans(_unpack_shape(asked, hand)), 10_000)


#: `PLANS_BY_ASKED[asked][hand]` are the plans for the units that are asked and a packed hand.
PLANS_BY_ASKED: Memo[Asked, Memo[int, tuple[Plan, ...]]] = Memo(_make_plan_cache, 1_000)


class _Share(NamedTuple):
    """One way to give the units of one group: the cards at these places, and this many widows."""

    widows: int
    places: Places


@cache
def _list_shares(holding: Holding, units: int, burns_cards: bool) -> tuple[_Share, ...]:
    """The shares of one group that have no superfluous card.

    If the payment burns cards, red cards pay as much as they can, and widows may replace blue cards. If it
    burns none, no blue card pays, and red widows may replace red cards.
    """
    red_places = holding.red + holding.sailors
    blue_places = range(red_places, red_places + holding.blue)
    missing = max(0, units - holding.red_units)
    widow_counts = range(missing + 1) if burns_cards else range(missing, units + 1)
    shares = []
    for widows in widow_counts:
        for blue in combinations(blue_places, max(0, missing - widows)):
            # Red cards may give one unit too many only if they pay alone; otherwise a widow or a blue card of
            # this group would be superfluous (ruling 7).
            may_exceed = widows == 0 and not blue
            for red in _list_red_covers(holding, units - widows - len(blue), may_exceed=may_exceed):
                shares.append(_Share(widows, red + blue))
    return tuple(shares)


def _list_red_covers(holding: Holding, units: int, *, may_exceed: bool) -> Iterator[Places]:
    """Sets of red cards that give these units and of which none is superfluous."""
    sailor_places = range(holding.red, holding.red + holding.sailors)
    for sailor_count in range(holding.sailors + 1):
        singles = units - 2 * sailor_count
        if singles == -1 and may_exceed:
            singles = 0  # The second unit of the last sailor is lost (ruling 7).
        if singles < 0:
            continue
        for single_cards in combinations(range(holding.red), singles):
            for sailors in combinations(sailor_places, sailor_count):
                yield single_cards + sailors


class _Hand:
    """The cards of a shape, by place."""

    def __init__(self, shape: Shape) -> None:
        self.asked = shape.asked
        self.holdings = shape.holdings
        sizes = [sum(holding) for holding in self.holdings]
        # The first place of each group, and the place after the last group.
        *self.starts, end_of_groups = accumulate(sizes, initial=0)
        self.size = end_of_groups + shape.red_widows + shape.living_widows
        self.red_widows = range(end_of_groups, end_of_groups + shape.red_widows)
        self.living_widows = range(self.red_widows.stop, self.size)

    def count_open_units_by_way(self, living_widows: int) -> dict[int, int]:
        """Way -> units that red cards leave open, for ways that can burn this many living widows.

        The widows must give at least the units that blue cards cannot give, and at most those that red cards
        leave open.
        """
        open_units = {}
        for way, units_by_group in enumerate(self.asked):
            units = self._count_missing_units(units_by_group, with_blue=False)
            units_for_widows = self._count_missing_units(units_by_group, with_blue=True)
            if units_for_widows <= living_widows <= units:
                open_units[way] = units
        return open_units

    def _count_missing_units(self, units_by_group: tuple[int, ...], *, with_blue: bool) -> int:
        """Units that red cards and red widows cannot give; `with_blue` if blue cards cannot either."""
        missing = 0
        for units, holding in zip(units_by_group, self.holdings, strict=True):
            given = holding.red_units + (holding.blue if with_blue else 0)
            missing += max(0, units - given)
        return max(0, missing - len(self.red_widows))

    def list_payments(self, way: int, burned: int, living_widows: int) -> Iterator[Places]:
        """All payments that burn these numbers of cards and living widows, without a superfluous red card."""
        # A payment that burns a card while a red widow is unused would be worse than one with that widow.
        fewest_red_widows = len(self.red_widows) if burned else 0
        shares_by_group = []
        for holding, units in zip(self.holdings, self.asked[way], strict=True):
            shares_by_group.append(_list_shares(holding, units, burned > 0))
        for shares in product(*shares_by_group):
            # The shares count widows of both kinds.
            red_widow_count = sum([share.widows for share in shares]) - living_widows
            if fewest_red_widows <= red_widow_count <= len(self.red_widows):
                cards = self._locate_cards(shares)
                for red in combinations(self.red_widows, red_widow_count):
                    for living in combinations(self.living_widows, living_widows):
                        yield (*cards, *red, *living)

    def _locate_cards(self, shares: Iterable[_Share]) -> list[int]:
        """The places in the hand of the cards of all shares."""
        places = []
        for start, share in zip(self.starts, shares, strict=True):
            places += [start + place for place in share.places]
        return places
