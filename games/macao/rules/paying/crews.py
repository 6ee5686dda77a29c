"""The crew of a seat, which is its red cards, and how the seat pays a bill with them and blue cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.macao.rules.deck.packed import BITS_PER_COUNT
from games.macao.rules.paying.plans import BITS_PER_HOLDING, Plan
from games.macao.rules.paying.rates import Bill, Rates

#: group -> names of the cards that give its units: red ones that give one unit, red sailors, blue ones. The
#: last group is that of the jokers.
Payers = Sequence[tuple[str, ...]]

#: one red card that gives one unit, and one red sailor, in a packed holding (see `plans.py`)
_RED_IN_HOLDING, _SAILOR_IN_HOLDING = 1 << 2 * BITS_PER_COUNT, 1 << BITS_PER_COUNT


class Crew:
    """The red cards of a seat, and what they change for its payments and its limit of blue cards.

    For each group, `paying` names the red cards that give its units, `holdings` counts those that give one
    unit and those that give two, and `units` is the sum of their units.
    """

    __slots__ = ("cards", "holdings", "kinds", "limit", "paying", "rate", "supply", "units")

    def __init__(self, rates: Rates, cards: tuple[int, ...]) -> None:
        self.cards = cards
        deck = rates.deck
        kinds = [deck.kind[card] for card in cards]
        pairs = tuple([pair for card in cards if (pair := deck.pair[card])])
        self.rate = rate = rates.find_rate(pairs, kinds.count("croupier"))
        self.limit = deck.blue_limit + kinds.count("innkeeper")
        #: `kinds` are all cards packed by kind, `supply` all their units packed by group.
        self.kinds = sum([deck.kind_unit[card] for card in cards])
        self.supply = sum([rate.unit[card] * deck.units_red[card] for card in cards])
        groups = rate.jokers + 1
        paying: list[tuple[str, ...]] = [()] * groups
        units, holdings = [0] * groups, [0] * groups
        for card in sorted(cards, key=deck.units_red.__getitem__):
            group, units_of_card = rate.group[card], deck.units_red[card]
            paying[group] += (deck.names[card],)
            units[group] += units_of_card
            holdings[group] += _RED_IN_HOLDING if units_of_card == 1 else _SAILOR_IN_HOLDING
        # Tuples of words and numbers cost the garbage collector nothing.
        self.paying, self.units, self.holdings = tuple(paying), tuple(units), tuple(holdings)

    def list_payers(self, blue: Iterable[int]) -> Payers:
        """The red cards and these blue ones, by the group that they give."""
        names, group = self.rate.names, self.rate.group
        payers = [*self.paying]
        for card in blue:
            payers[group[card]] += (names[card],)
        return payers

    def plan_payments(self, bill: Bill, payers: Payers) -> tuple[list[str], tuple[Plan, ...]]:
        """The cards that could pay, by place, and every payment with them that is not worse than another.

        Plans are cached for hands with the same counts. To increase cache hits, blue cards are left out where
        red ones suffice, and groups of equal rank are sorted by their holdings.
        """
        # The code is dense, because it is a hot path: random play makes millions of payments.
        units, paying, holdings = self.units, self.paying, self.holdings
        units_open = 0
        for _, most_units, group in bill.groups:
            if most_units > units[group]:
                units_open += most_units - units[group]
        red_jokers = len(paying[-1])
        burns_blue = units_open > red_jokers
        groups = []
        for rank, most_units, group in bill.groups:
            names = payers[group] if burns_blue and most_units > units[group] else paying[group]
            groups.append((rank, holdings[group] + len(names), group, names))
        groups.sort()
        jokers = payers[-1] if burns_blue else paying[-1]
        cards: list[str] = []
        hand = red_jokers << BITS_PER_COUNT | len(jokers)
        for _, holding, _, names in groups:
            cards += names
            hand = hand << BITS_PER_HOLDING | holding
        cards += jokers
        return cards, bill.plans[hand]
