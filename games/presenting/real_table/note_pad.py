"""What the page of a real table needs to take notes without a network: every card and every action, in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.core.contract import Action, Json
from games.core.json_form import encode
from games.matches.entered_luck.setups import load_setup
from games.presenting.real_table.luck_view import find_words
from games.presenting.words import Words, names
from games.registry import ENGINES


def describe_pad(match: Any) -> Json | None:
    """None if the game has no notebook, so that its page can only wait for the network."""
    setup = load_setup(match)
    if not setup.luck.noted_actions:
        return None
    table_words, words = find_words(match.game), Words(match.game, names(match.seats.all()))
    (stock,) = setup.stocks
    return {
        "stock": stock.entry,
        "texts": {card: table_words.card(card)[0] for card in (*stock.cards, *setup.luck.noted_cards)},
        "places": {name: _("Who begins?") for name in setup.luck.numbers(setup.seats)}
        | {place: table_words.place(place) for place in stock.list_places()},
        "actions": [_describe_action(match.game, words, action) for action in setup.luck.noted_actions],
        "question": str(table_words.draws["dice"]),
        "facts": setup.luck.noted_facts,
    }


def _describe_action(game: str, words: Words, action: Action) -> Json:
    described, label = encode(ENGINES[game].META.actions, action), ""
    if "card" in described:  # Without a network nobody knows which cards lie before whom.
        label = f" ({find_words(game).card(described['card'])[0]})"
    return {"action": described, "label": words.action(described) + label}
