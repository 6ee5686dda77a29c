"""Draws all luck before the first move, and makes the first state from it (rules: setup)."""

from __future__ import annotations

from games.core.contract import Chance, Json, Malformed
from games.core.json_form import require_setup
from games.shanghaien.rules.meta import META
from games.shanghaien.rules.state import State, new_match
from games.shanghaien.rules.tables import DECK


def draw(seats: int, options: Json, chance: Chance) -> Json:
    """The starter and the order of the 48 cards, drawn in this order."""
    starter = chance.below(2)
    deck = list(DECK)
    chance.shuffle(deck)
    return {"starter": starter, "deck": deck}


def deal(seats: int, options: Json, setup: Json) -> State:
    require_setup(META, setup)
    starter, deck = setup["starter"], setup["deck"]
    if starter not in (0, 1):
        raise Malformed("seat 0 or 1 is expected", "setup.starter")
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise Malformed("the 48 tavern cards, each once, are expected", "setup.deck")
    return new_match(extra_trick=options["extra_trick"], starter=starter, deck=deck)
