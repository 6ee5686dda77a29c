"""The shapes of actions, events, the setup and the draws.

Fields that name cards, nations, uses or ends are any words here. Which of them are allowed is a rule, and a
refusal cites its section.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.shapes.shape import WHOLE, WORD, ListOf, Optional, Shape, object_of, one_of
from games.shanghaien.rules.tables import ENDS, NATIONS, USES

DICE: Final = ListOf(WHOLE)

ACTIONS: Final[Mapping[str, Mapping[str, Shape]]] = {
    "roll": {},
    "direction": {"one": WORD},
    "trick": {
        "card": WORD,
        "use": WORD,
        "nation": Optional(WORD),
        "die": Optional(WHOLE),
        "delta": Optional(WHOLE),
    },
    "place": {"die": WHOLE},
    "shanghai": {},
}
EVENTS: Final[Mapping[str, Mapping[str, Shape]]] = {
    "rolled": {"seat": WHOLE, "dice": DICE},
    "directed": {"seat": WHOLE, "one": one_of(*ENDS)},
    "placed": {"seat": WHOLE, "die": WHOLE, "card": WORD},
    "played": {"seat": WHOLE, "card": WORD, "use": one_of(*USES), "nation": Optional(one_of(*NATIONS))},
    "adjusted": {"seat": WHOLE, "dice": DICE},
    "shanghaied": {"seat": WHOLE, "round": WHOLE},
    "given": {
        "card": WORD,
        "number": WHOLE,
        "to": Optional(WHOLE),
        "dice": ListOf(WHOLE),
        "sums": Optional(ListOf(WHOLE)),
    },
    "opened": {"round": WHOLE, "starter": WHOLE},
    "ended": {"reason": one_of("eight_rounds")},
}
SETUP: Final = object_of(starter=WHOLE, deck=ListOf(WORD))
CHANCE: Final[Mapping[str, Shape]] = {"dice": DICE}
