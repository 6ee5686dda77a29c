"""The shapes of actions, events and the setup; nothing is drawn after it.

Fields that name cards, tiles or resources are any words here. Which of them are allowed is a rule, and a
refusal cites its section.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.core.shapes.shape import WHOLE, WORD, ListOf, Optional, Shape, object_of, one_of
from games.macao.rules.shapes.deck import DECK

WORDS = ListOf(WORD)
END_REASONS = ("members", "tiles", "standstill", "rounds")

#: an absent list is empty
ACTIONS: Mapping[str, Mapping[str, Shape]] = {
    "contact": {"pile": WHOLE},
    "recruit": {"card": WORD, "pay": Optional(WORDS), "croupier": Optional(WORDS)},
    "open": {"tile": WORD, "pay": Optional(WORDS)},
    "discard": {"card": WORD},
    "reserve": {"tile": WORD},
    "pass": {},
}
EVENTS: Mapping[str, Mapping[str, Shape]] = {
    "contacted": {"seat": WHOLE, "card": WORD, "pile": WHOLE},
    "recruited": {"seat": WHOLE, "card": WORD, "pay": WORDS, "croupier": WORDS},
    "opened": {"seat": WHOLE, "tile": WORD, "pay": WORDS},
    "discarded": {"seat": WHOLE, "cards": WORDS, "pile": WHOLE},
    "deceased": {"seat": WHOLE, "card": WORD},
    "gave_up": {"seat": WHOLE},
    "reserved": {"seat": WHOLE, "tile": WORD},
    "passed": {"seat": WHOLE},
    "ended": {"reason": one_of(*END_REASONS)},
}
SETUP = object_of(first=WHOLE, piles=ListOf(WORDS), tiles=WORDS, deck=DECK)
CHANCE: Mapping[str, Shape] = {}
