"""Every payment that is not worse than another (ruling 8), for a shape instead of for cards.

A shape says how many units of each group of resources are asked, and how many cards could give them; which
cards these are does not matter, so that an answer serves for many hands. Cards have places: for each group
asked first its red cards, then its red sailors, then its blue cards; at the end the red widows, then the
living ones.

Red cards are free, so a payment burns only what they leave open: with `left` such units, exactly `left` blue
cards and living widows together pay in every payment that is not worse than another; they differ in how many
of them are widows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations, product
from operator import itemgetter
from typing import NamedTuple

from games.macao.rules.deck.packed import BITS_PER_COUNT, Memo, count_at

Places = tuple[int, ...]
#: units of each group, once for each way in which croupiers may reduce the cost
Asked = tuple[tuple[int, ...], ...]
#: a payment: takes the cards that pay from their places, and the number of the way that it follows
Plan = tuple[Callable[[Sequence[str]], tuple[str, ...]], int]

#: a holding is what a seat has of one group, three counts: red cards of one unit, red sailors, all cards
BITS_PER_HOLDING = 3 * BITS_PER_COUNT


class Holding(NamedTuple):
    """The cards of a seat that give one group."""

    red: int  # of one unit
    sailors: int  # red, of two units
    blue: int

    @property
    def red_units(self) -> int:
        return self.red + 2 * self.sailors


class Shape(NamedTuple):
    """What is asked, a holding for each group that is, and the widows."""

    asked: Asked
    holdings: tuple[Holding, ...]
    red_widows: int
    living_widows: int


def _unpack_shape(asked: Asked, hand: int) -> Shape:
    """The shape of a packed hand: on top the red widows, then all of them, then a holding for each group in
    turn.
    """
    groups = len(asked[0])
    holdings = []
    for place in reversed(range(groups)):
        packed = hand >> BITS_PER_HOLDING * place
        red, sailors, cards = count_at(packed, 2), count_at(packed, 1), count_at(packed, 0)
        holdings.append(Holding(red, sailors, cards - red - sailors))
    widows = hand >> BITS_PER_HOLDING * groups
    return Shape(asked, tuple(holdings), count_at(widows, 1), count_at(widows, 0) - count_at(widows, 1))


class _Payment(NamedTuple):
    """Ordered by what it costs: the fewest cards burned first, and among these the fewest widows."""

    burned: int
    widows: int
    places: Places
    way: int


def make_plans(shape: Shape) -> tuple[Plan, ...]:
    """The payments, the default first: it uses the fewest blue cards and rather them than the widow."""
    hand = _Hand(shape)
    payments: list[_Payment] = []
    fewest_blue = hand.size + 1
    for widows in range(shape.living_widows + 1):
        left_by_way = {
            way: hand.count_left(units) for way, units in enumerate(shape.asked) if hand.count_lacking(units) <= widows
        }
        blue = min((left - widows for left in left_by_way.values() if left >= widows), default=fewest_blue)
        if blue >= fewest_blue:
            continue  # more widows that save no blue card
        fewest_blue = blue
        burned = blue + widows
        for way, left in left_by_way.items():
            if left == burned:
                payments += [_Payment(burned, widows, places, way) for places in hand.payments(way, burned, widows)]
    payments.sort(key=lambda payment: (payment.burned, payment.widows))
    return tuple([(_make_picker(payment.places), payment.way) for payment in payments])


def _make_picker(places: Places) -> Callable[[Sequence[str]], tuple[str, ...]]:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda cards: (cards[places[0]],)


def _remember_plans(asked: Asked) -> Memo[int, tuple[Plan, ...]]:
    """Packed hand -> plans."""
    return Memo(lambda hand: make_plans(_unpack_shape(asked, hand)), 10_000)


PLANS_BY_ASKED: Memo[Asked, Memo[int, tuple[Plan, ...]]] = Memo(_remember_plans, 1_000)


class _Share(NamedTuple):
    """One way to meet the units of one group: with the cards at these places, and so many jokers."""

    jokers: int
    places: Places


@cache
def _list_shares(holding: Holding, units: int, burns_blue: bool) -> tuple[_Share, ...]:
    """Either only red cards pay, or all red ones that help do and jokers may replace blue ones."""
    red_places = holding.red + holding.sailors
    blue_places = range(red_places, red_places + holding.blue)
    rest = max(0, units - holding.red_units)
    shares = []
    for jokers in range(rest + 1) if burns_blue else range(rest, units + 1):
        for burned in combinations(blue_places, max(0, rest - jokers)):
            exact = jokers + len(burned) > 0
            for red in _list_red_covers(holding, units - jokers - len(burned), exact=exact):
                shares.append(_Share(jokers, red + burned))
    return tuple(shares)


def _list_red_covers(holding: Holding, units: int, *, exact: bool) -> Iterator[Places]:
    """Sets of red cards that give these units and of which none could be left out."""
    sailor_places = range(holding.red, holding.red + holding.sailors)
    for doubles in range(holding.sailors + 1):
        singles = units - 2 * doubles
        if singles == -1 and not exact:  # a sailor's surplus is lost (ruling 7)
            singles = 0
        if singles >= 0:
            for single_cards in combinations(range(holding.red), singles):
                for sailors in combinations(sailor_places, doubles):
                    yield single_cards + sailors


class _Hand:
    """The places of a shape."""

    def __init__(self, shape: Shape) -> None:
        self.asked = shape.asked
        self.holdings = shape.holdings
        self.starts = list(accumulate(map(sum, self.holdings), initial=0))
        self.size = self.starts[-1] + shape.red_widows + shape.living_widows
        self.red_widows = range(self.starts[-1], self.starts[-1] + shape.red_widows)
        self.living_widows = range(self.red_widows.stop, self.size)

    def count_left(self, units_by_group: tuple[int, ...]) -> int:
        """Units that blue cards and living widows have to give."""
        left = 0
        for units, holding in zip(units_by_group, self.holdings, strict=True):
            left += max(0, units - holding.red_units)
        return max(0, left - len(self.red_widows))

    def count_lacking(self, units_by_group: tuple[int, ...]) -> int:
        """Units that only living widows can give."""
        lacking = 0
        for units, holding in zip(units_by_group, self.holdings, strict=True):
            lacking += max(0, units - holding.red_units - holding.blue)
        return max(0, lacking - len(self.red_widows))

    def payments(self, way: int, burned: int, living: int) -> Iterator[Places]:
        """All payments that burn so many blue cards and living widows, in which no red card is idle."""
        fewest_red = len(self.red_widows) if burned else 0  # who burns a card leaves no joker idle
        shares_by_group = []
        for holding, units in zip(self.holdings, self.asked[way], strict=True):
            shares_by_group.append(_list_shares(holding, units, burned > 0))
        for shares in product(*shares_by_group):
            red = sum([share.jokers for share in shares]) - living
            if fewest_red <= red <= len(self.red_widows):
                cards = [start + at for start, share in zip(self.starts, shares, strict=False) for at in share.places]
                for red_widows in combinations(self.red_widows, red):
                    for living_widows in combinations(self.living_widows, living):
                        yield (*cards, *red_widows, *living_widows)
