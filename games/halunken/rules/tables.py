"""Every number of the rulebook, and the actions that can be named before any match begins.

Inside the engine a scoundrel is its place in the canonical order, a captain's card is 1 to 7 or RUM, and a set of
captain's cards is a mask with bit n for card n. Names appear only in actions, events, views and JSON.
"""

from __future__ import annotations

from games.core.contract import Action

SPACES = 14
PER_DIVE = 3
ROUNDS = 8
RUM = 8
NUMBERS = range(1, RUM)
JACK_CARDS = range(1, 13)

#: canonical order: the weaker colour first (rules: setup-black-jack)
COLOURS = ("red", "purple", "grey", "yellow")
_VALUES = ((*range(4, 12), 15), (*range(3, 12), 14), (*range(2, 12), 13), range(1, 13))

VALUE: tuple[int, ...] = tuple(value for values in _VALUES for value in values)
COLOUR: tuple[int, ...] = tuple(colour for colour, values in enumerate(_VALUES) for _ in values)
NAME: tuple[str, ...] = tuple(f"{COLOURS[c]}-{v}" for c, v in zip(COLOUR, VALUE, strict=True))
SCOUNDREL: dict[str, int] = {name: card for card, name in enumerate(NAME)}
SCOUNDRELS = range(len(NAME))
#: orders scoundrels by value, then by colour (rules: setup-black-jack)
STRENGTH: tuple[int, ...] = tuple(v * len(COLOURS) + c for c, v in zip(COLOUR, VALUE, strict=True))

FULL_HAND = sum(1 << card for card in range(1, RUM + 1))


def cards_of(mask: int) -> tuple[int, ...]:
    return tuple(card for card in range(1, RUM + 1) if mask >> card & 1)


def card_name(card: int) -> int | str:
    return "rum" if card == RUM else card


def card_number(name: int | str) -> int:
    return RUM if name == "rum" else int(name)


SETTLE: tuple[Action, ...] = tuple(("settle", space) for space in range(SPACES))
SETTLE_JACK: tuple[Action, ...] = tuple(("settle_jack", space) for space in range(SPACES))
PASS: Action = ("pass",)
DECLINE: Action = ("decline",)
BID: tuple[Action, ...] = tuple(("bid", name) for name in NAME)
SALVAGE: tuple[Action, ...] = tuple(("salvage", name) for name in NAME)
LOSE: tuple[Action, ...] = tuple(("lose", name) for name in NAME)
ROB: tuple[tuple[Action, ...], ...] = tuple(tuple(("rob", seat, name) for name in NAME) for seat in range(4))


def _by_mask(kind: str, cards: range) -> tuple[tuple[Action, ...], ...]:
    """A menu for every set of cards: bit n stands for card or number n."""
    return tuple(tuple((kind, card_name(card)) for card in cards if mask >> card & 1) for mask in range(2 * (1 << RUM)))


CHOOSE = _by_mask("choose", range(1, RUM + 1))
CHOOSE_JACK = _by_mask("choose_jack", range(1, RUM + 1))
RUM_NUMBERS = _by_mask("rum", NUMBERS)
RUM_JACK_NUMBERS = _by_mask("rum_jack", NUMBERS)
