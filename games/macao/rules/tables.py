"""The deck of a match: that of `macao.json`, or that of its setup, if the match began with another."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from games.core.contract import Json, Malformed
from games.macao.rules.deck.cards import DeckCards
from games.macao.rules.deck.packed import Memo
from games.macao.rules.deck.validation import clean_deck
from games.macao.rules.paying.crews import Crew
from games.macao.rules.paying.rates import Rates

PILES = 4
ROUND_LIMIT = 60  # ruling 22


class Deck(DeckCards):
    """A box of the game with the tables that the engine needs."""

    def __init__(self, data: Json) -> None:
        super().__init__(data)
        rates = Rates(self)
        #: sorted red cards -> their effect on payments and on the limit of blue cards
        self.crews: Memo[tuple[int, ...], Crew] = Memo(lambda red: Crew(rates, red))


def read_deck(data: object) -> Deck:
    """The deck of a match. Equal data give the same object, so that its caches are used again."""
    if data == SHIPPED_DECK.data:
        return SHIPPED_DECK
    if not isinstance(data, dict):
        raise Malformed("an object is expected", "deck")
    try:
        return _DECKS_BY_TEXT[json.dumps(data)]
    except RecursionError:
        raise Malformed("nested too deeply", "deck") from None


_DECKS_BY_TEXT: Memo[str, Deck] = Memo(lambda text: Deck(clean_deck(json.loads(text))), 8)


def read_shipped_data() -> Any:
    """The content of `macao.json`, which staff correct if a real box differs."""
    return json.loads(files(__package__).joinpath("macao.json").read_text(encoding="utf-8"))


SHIPPED_DECK = Deck(clean_deck(read_shipped_data()))
