"""The shapes of actions, events, the setup and the draws.

Fields that name scoundrels or cards are any words or numbers here. Which of them are allowed is a rule, and a
refusal cites its section.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.core.shapes.shape import WHOLE, WORD, AnyOf, ListOf, Optional, Shape, object_of

#: a captain's card: a number, or "rum"
CARD = AnyOf((WHOLE, WORD))
_WAY: Mapping[str, Shape] = {"start": WHOLE, "end": WHOLE}

ACTIONS: Mapping[str, Mapping[str, Shape]] = {
    "settle": {"space": WHOLE},
    "settle_jack": {"space": WHOLE},
    "bid": {"card": WORD},
    "pass": {},
    "choose": {"card": CARD},
    "choose_jack": {"card": CARD},
    "rum": {"number": WHOLE},
    "rum_jack": {"number": WHOLE},
    "rob": {"seat": WHOLE, "card": WORD},
    "salvage": {"card": WORD},
    "decline": {},
    "lose": {"card": WORD},
}
#: `next` is the scoundrel that is turned up; a chosen card is in no event before all are revealed
EVENTS: Mapping[str, Mapping[str, Shape]] = {
    "settled": {"seat": WHOLE, "space": WHOLE, "card": WORD},
    "opened": {"cards": ListOf(WORD)},
    "jack_settled": {"seat": WHOLE, "space": WHOLE},
    "bid": {"seat": WHOLE, "card": WORD},
    "passed": {"seat": WHOLE},
    "rented": {"seat": WHOLE, "card": WORD},
    "unrented": {},
    "chosen": {"seat": WHOLE},
    "jack_chosen": {"seat": WHOLE},
    "revealed": {"cards": ListOf(CARD), "jack": Optional(CARD)},
    "rum": {"seat": WHOLE, "number": WHOLE},
    "rum_jack": {"seat": WHOLE, "number": WHOLE},
    "cancelled": {"seat": WHOLE, "card": CARD},
    "moved": {"seat": WHOLE, **_WAY},
    "took": {"seat": WHOLE, "space": WHOLE, "card": WORD, "next": Optional(WORD)},
    "robbed": {"seat": WHOLE, "victim": WHOLE, "card": WORD},
    "spared": {"seat": WHOLE, "victim": WHOLE, "own": WHOLE, "theirs": WHOLE},
    "pushed": {"seat": WHOLE, **_WAY},
    "jack_pushed": _WAY,
    "salvaged": {"seat": WHOLE, "card": WORD},
    "declined": {"seat": WHOLE},
    "jack_turned": {"card": CARD, "number": WHOLE},
    "jack_moved": _WAY,
    "lost": {"seat": WHOLE, "card": WORD},
    "round_begun": {"round": WHOLE},
    "game_scored": {"game": WHOLE, "scores": ListOf(WHOLE)},
    "game_begun": {"game": WHOLE, "first": WHOLE},
}
#: `jack` is Black Jack's pile, which two players do not have
SETUP = object_of(first=WHOLE, dives=ListOf(ListOf(WORD)), jack=Optional(ListOf(WHOLE)))
#: `setup` is that of a later game of the long variant
CHANCE: Mapping[str, Shape] = {"jack": CARD, "number": WHOLE, "setup": SETUP}
