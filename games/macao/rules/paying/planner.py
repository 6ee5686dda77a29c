"""Every payment that is not worse than another (ruling 8), for a shape instead of for cards.

A shape says how many units of each group of resources are asked, and how many cards could give them; which cards these
are does not matter, so that an answer serves for many hands. Cards have places: for each group asked first its red
cards, then its red sailors, then its blue cards; at the end the red widows, then the living ones.

Red cards are free, so a payment burns only what they leave open: with `left` such units, exactly `left` blue cards and
living widows together pay in every payment that is not worse than another; they differ in how many of them are widows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations, product
from operator import itemgetter
from typing import NamedTuple

from games.macao.rules.paying.packed import HOLDING, Memo, unpack

Places = tuple[int, ...]
#: the units asked of each group, once for each way in which croupiers may reduce the cost
Ways = tuple[tuple[int, ...], ...]
#: a payment: takes the cards that pay from their places, and which way of using the croupiers it follows
Plan = tuple[Callable[[Sequence[str]], tuple[str, ...]], int]


class Shape(NamedTuple):
    """`holdings`: for each group the red cards and the red sailors that give it, and the blue cards that do."""

    ways: Ways
    holdings: tuple[tuple[int, int, int], ...]
    red_widows: int
    living_widows: int


def unpacked(ways: Ways, hand: int) -> Shape:
    """The shape of a packed hand: on top the red widows, then all of them, then a holding for each group in turn."""
    groups = len(ways[0])
    held = [hand >> HOLDING * place for place in reversed(range(groups))]
    jokers = hand >> HOLDING * groups
    counts = [(unpack(holding, 2), unpack(holding, 1), unpack(holding, 0)) for holding in held]
    holdings = tuple([(red, sailors, cards - red - sailors) for red, sailors, cards in counts])
    return Shape(ways, holdings, unpack(jokers, 1), unpack(jokers, 0) - unpack(jokers, 1))


def plan(shape: Shape) -> tuple[Plan, ...]:
    """The payments, the default first: it uses the fewest blue cards and rather them than the widow."""
    hand = _Hand(shape)
    found: list[tuple[int, int, Places, int]] = []
    fewest = hand.size + 1
    for widows in range(shape.living_widows + 1):
        left = {way: hand.left(asked) for way, asked in enumerate(shape.ways) if hand.lacking(asked) <= widows}
        burned = min((units - widows for units in left.values() if units >= widows), default=fewest)
        if burned < fewest:
            fewest = burned
            total = burned + widows
            for way in (way for way, units in left.items() if units == total):
                found += [(total, widows, places, way) for places in hand.payments(way, total, widows)]
    found.sort(key=lambda entry: entry[:2])
    return tuple([(_picker(places), way) for _, _, places, way in found])


def _picker(places: Places) -> Callable[[Sequence[str]], tuple[str, ...]]:
    return itemgetter(*places) if len(places) > 1 else lambda cards: (cards[places[0]],)


def _plans(ways: Ways) -> Memo[int, tuple[Plan, ...]]:
    return Memo(lambda hand: plan(unpacked(ways, hand)), 10_000)


#: by what the ways ask, then by the hand that is packed
PLANS: Memo[Ways, Memo[int, tuple[Plan, ...]]] = Memo(_plans, 1_000)


class _Share(NamedTuple):
    """One way to meet the units of one group: with the cards at these places, and so many jokers."""

    jokers: int
    places: Places


@cache
def _shares(red: int, sailors: int, blue: int, units: int, burning: bool) -> tuple[_Share, ...]:
    """Either only red cards pay, or all red ones that help do and jokers may replace blue ones."""
    rest = max(0, units - red - 2 * sailors)
    return tuple(
        _Share(jokers, free + burned)
        for jokers in (range(rest + 1) if burning else range(rest, units + 1))
        for burned in combinations(range(red + sailors, red + sailors + blue), max(0, rest - jokers))
        for free in _covers(red, sailors, units - jokers - len(burned), exact=jokers + len(burned) > 0)
    )


def _covers(red: int, sailors: int, units: int, *, exact: bool) -> Iterator[Places]:
    """Sets of red cards that give these units and of which none could be left out."""
    for doubles in range(sailors + 1):
        singles = units - 2 * doubles
        if singles == -1 and not exact:  # a sailor's surplus is lost (ruling 7)
            singles = 0
        if singles >= 0:
            for one in combinations(range(red), singles):
                for two in combinations(range(red, red + sailors), doubles):
                    yield one + two


class _Hand:
    """The places of a shape."""

    def __init__(self, shape: Shape) -> None:
        self.ways = shape.ways
        self.holdings = shape.holdings
        self.starts = list(accumulate(map(sum, self.holdings), initial=0))
        self.size = self.starts[-1] + shape.red_widows + shape.living_widows
        self.red_widows = range(self.starts[-1], self.starts[-1] + shape.red_widows)
        self.living_widows = range(self.red_widows.stop, self.size)

    def left(self, asked: tuple[int, ...]) -> int:
        """Units that blue cards and living widows have to give."""
        rest = [units - red - 2 * sailors for units, (red, sailors, _) in zip(asked, self.holdings, strict=True)]
        return max(0, sum([units for units in rest if units > 0]) - len(self.red_widows))

    def lacking(self, asked: tuple[int, ...]) -> int:
        """Units that only living widows can give."""
        rest = [units - red - 2 * two - blue for units, (red, two, blue) in zip(asked, self.holdings, strict=True)]
        return max(0, sum([units for units in rest if units > 0]) - len(self.red_widows))

    def payments(self, way: int, total: int, widows: int) -> Iterator[Places]:
        """All payments with so many blue cards and widows in total, in which no red card is idle."""
        fewest = len(self.red_widows) if total else 0  # who burns a card leaves no joker idle
        options = [_shares(*held, units, total > 0) for held, units in zip(self.holdings, self.ways[way], strict=True)]
        for shares in product(*options):
            free = sum([share.jokers for share in shares]) - widows
            if fewest <= free <= len(self.red_widows):
                cards = [start + at for start, share in zip(self.starts, shares, strict=False) for at in share.places]
                for jokers in combinations(self.red_widows, free):
                    for covered in combinations(self.living_widows, widows):
                        yield (*cards, *jokers, *covered)
