"""The shape of the deck, which a match keeps in its setup; `deck/validation.py` checks more."""

from __future__ import annotations

from games.core.shapes.shape import WHOLE, WORD, ListOf, ObjectOf, Optional, object_of, one_of
from games.macao.rules.deck.validation import NEEDS, SEATS, TYPES

_NEEDS = ObjectOf({need: Optional(WHOLE) for need in NEEDS})
#: the facts of a tile besides its name; it has either a cost or needs
TILE = {"coins": WHOLE, "cost": Optional(ListOf(WORD)), "needs": Optional(_NEEDS)}
DECK = object_of(
    resources=ListOf(WORD),
    characters=ListOf(
        object_of(
            id=WORD,
            type=one_of(*TYPES),
            resource=WORD,
            cost=ListOf(WORD),
            coins=WHOLE,
            pair=Optional(ListOf(WORD)),
        )
    ),
    widow=object_of(copies=WHOLE, cost=ListOf(WORD), coins=WHOLE),
    tiles=ListOf(object_of(id=WORD, **TILE)),
    tiles_in_play=ObjectOf({str(seats): WHOLE for seats in SEATS}),
    blue_limit=WHOLE,
    red_cards_to_end=WHOLE,
)
