"""The numbers of the rulebook, and the actions that exist before any match begins.

In the engine a scoundrel is its index in the canonical order, and a captain's card is 1 to 7 or RUM. A set of
captain's cards is a mask with bit n for card n. Names occur only in actions, events, views and JSON.
"""

from __future__ import annotations

from games.core.contract import Action

SPACES = 14
PER_DIVE = 3
ROUNDS = 8
RUM = 8
NUMBERS = range(1, RUM)
#: the cards of a captain: the numbers, then rum
CAPTAIN_CARDS = range(1, RUM + 1)
JACK_CARDS = range(1, 13)

#: the weaker colour first, which is also the order of scoundrels in a setup (rules: setup-black-jack)
COLOURS = ("red", "purple", "grey", "yellow")
_VALUES = ((*range(4, 12), 15), (*range(3, 12), 14), (*range(2, 12), 13), range(1, 13))

#: scoundrel -> value
VALUE: tuple[int, ...] = tuple(value for values in _VALUES for value in values)
#: scoundrel -> its colour, as an index in COLOURS
COLOUR: tuple[int, ...] = tuple(colour for colour, values in enumerate(_VALUES) for _ in values)
#: scoundrel -> name, such as red-9
SCOUNDREL_NAMES: tuple[str, ...] = tuple(
    f"{COLOURS[colour]}-{value}" for colour, value in zip(COLOUR, VALUE, strict=True)
)
#: name -> scoundrel
SCOUNDREL: dict[str, int] = {name: card for card, name in enumerate(SCOUNDREL_NAMES)}
SCOUNDRELS = range(len(SCOUNDREL_NAMES))
#: scoundrel -> a number that sorts by value, then by colour (rules: setup-black-jack)
STRENGTH: tuple[int, ...] = tuple(
    value * len(COLOURS) + colour for colour, value in zip(COLOUR, VALUE, strict=True)
)

#: mask of all captain's cards
ALL_CARDS_MASK = sum(1 << card for card in CAPTAIN_CARDS)


def has_card(mask: int, card: int) -> bool:
    return bool(mask >> card & 1)


def cards_of(mask: int) -> tuple[int, ...]:
    return tuple(card for card in CAPTAIN_CARDS if has_card(mask, card))


def card_name(card: int) -> int | str:
    return "rum" if card == RUM else card


def card_number(name: int | str) -> int:
    return RUM if name == "rum" else int(name)


# All actions, made once, because the menus return the same tuples again and again. Their index is a space or
# a scoundrel.

SETTLE: tuple[Action, ...] = tuple(("settle", space) for space in range(SPACES))
SETTLE_JACK: tuple[Action, ...] = tuple(("settle_jack", space) for space in range(SPACES))
PASS: Action = ("pass",)
DECLINE: Action = ("decline",)
BID: tuple[Action, ...] = tuple(("bid", name) for name in SCOUNDREL_NAMES)
SALVAGE: tuple[Action, ...] = tuple(("salvage", name) for name in SCOUNDREL_NAMES)
LOSE: tuple[Action, ...] = tuple(("lose", name) for name in SCOUNDREL_NAMES)
# The first index is the seat of the victim.
ROB: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("rob", seat, name) for name in SCOUNDREL_NAMES) for seat in range(4)
)


def _make_menus(kind: str, cards: range) -> tuple[tuple[Action, ...], ...]:
    """Mask -> the menu of the cards or numbers in it."""
    menus: list[tuple[Action, ...]] = []
    for mask in range(1 << (RUM + 1)):
        menus.append(tuple((kind, card_name(card)) for card in cards if has_card(mask, card)))
    return tuple(menus)


# mask of the allowed cards or numbers -> menu
CHOOSE_MENUS = _make_menus("choose", CAPTAIN_CARDS)
CHOOSE_JACK_MENUS = _make_menus("choose_jack", CAPTAIN_CARDS)
RUM_MENUS = _make_menus("rum", NUMBERS)
RUM_JACK_MENUS = _make_menus("rum_jack", NUMBERS)
