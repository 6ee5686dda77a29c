"""The numbers and names of the box. Another edition may print differently what is in shanghaien.json.

The cards come first in numbers: sailors, then trick cards. A nation is an index in NATIONS.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

ROUNDS: Final = 8
CARDS_IN_ROW: Final = 6
DIE_SIDES: Final = 6  # as many as cards, because a die goes to the card with its number
DICE: Final = 6
DICE_PER_ROLL: Final = 2
DICE_TO_SHANGHAI: Final = 2  # a seat needs this many dice on cards before it may end the round
JOKER_VALUE: Final = 2  # rules: trick-joker

NATIONS: Final = ("red", "lightblue", "blue", "yellow", "orange", "purple", "green", "grey")
_VALUES: Final = (("1", 1), ("2", 2), ("3a", 3), ("3b", 3), ("4", 4))
SAILOR_COUNT: Final = len(NATIONS) * len(_VALUES)
TRICKS: Final = 8
EXTRA_TRICKS: Final = 2  # rules: variant-extra-trick

#: card -> its permanent name: the sailors, trick-1 … trick-8, then the two cards of the variant
CARDS: Final = tuple(
    [f"{nation}-{name}" for nation in NATIONS for name, _ in _VALUES]
    + [f"trick-{n}" for n in range(1, TRICKS + EXTRA_TRICKS + 1)]
)
#: name -> card
CARD_NUMBER: Final = {name: number for number, name in enumerate(CARDS)}
#: the cards that are shuffled, in canonical order
DECK: Final = CARDS[: SAILOR_COUNT + TRICKS]
#: card -> value of the sailor; 0 for trick cards
VALUE: Final = tuple([value for _ in NATIONS for _, value in _VALUES] + [0] * (TRICKS + EXTRA_TRICKS))
#: card -> nation of the sailor; -1 for trick cards
NATION: Final = tuple([n for n in range(len(NATIONS)) for _ in _VALUES] + [-1] * (TRICKS + EXTRA_TRICKS))

_BOX: Final = json.loads(files(__package__).joinpath("shanghaien.json").read_text(encoding="utf-8"))
#: name of a trick card -> its use besides joker: adjust, both or reroll
SECOND_USE: Final[dict[str, str]] = _BOX["cards"] | _BOX["variant_extra_trick"]
USES: Final = ("joker", "adjust", "both", "reroll")
ENDS: Final = ("left", "right")


def has_bit(mask: int, place: int) -> bool:
    """Whether a seat, a nation or a trick card is in a mask."""
    return bool(mask >> place & 1)
