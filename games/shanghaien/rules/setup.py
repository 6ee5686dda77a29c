"""All luck before the first move, and the first state that follows from it (rules: setup)."""

from __future__ import annotations

from games.core.contract import Chance, Json, Malformed
from games.shanghaien.rules.state import State, new_match
from games.shanghaien.rules.tables import DECK


def draw(seats: int, options: Json, chance: Chance) -> Json:
    """The starter and the order of the 48 cards, drawn in this order."""
    starter = chance.below(2)
    deck = list(DECK)
    chance.shuffle(deck)
    return {"starter": starter, "deck": deck}


def deal(seats: int, options: Json, setup: Json) -> State:
    if set(setup) != {"starter", "deck"}:
        raise Malformed("a starter and a deck are expected", "setup")
    starter, deck = setup["starter"], setup["deck"]
    if type(starter) is not int or starter not in (0, 1):
        raise Malformed("seat 0 or 1 is expected", "setup.starter")
    if (
        not isinstance(deck, list)
        or set(map(type, deck)) != {str}
        or len(deck) != len(DECK)
        or set(deck) != set(DECK)
    ):
        raise Malformed("the 48 tavern cards, each once, are expected", "setup.deck")
    return new_match(extra_trick=options["extra_trick"], starter=starter, deck=deck)
