"""What the page of a real table needs to take notes without a network: every card and action, in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.core.contract import Action, Json
from games.core.json_form import encode
from games.core.real_table.luck import OfflineNotebook, TableSetup
from games.matches.entered_luck.setups import load_setup
from games.presenting.real_table.luck_view import describe_cards, find_words
from games.presenting.words import Words, names
from games.registry import ENGINES


def describe_notebook(match: Any) -> Json | None:
    """The data for the notebook.

    None if the game has none, so that its page can only wait for the network.
    """
    setup = load_setup(match)
    if setup.luck.make_offline_notebook is None:
        return None
    notebook = setup.luck.make_offline_notebook(setup.seats, setup.setup)
    table_words, words = find_words(match.game), Words(match.game, names(match.seats.all()))
    return {
        "stocks": [stock.entry for stock in setup.stocks],
        "cards": _describe_cards(setup, notebook),
        "places": _describe_places(setup),
        "actions": [_describe_action(match.game, words, action) for action in notebook.actions],
        "decisions": {kind: words.decision(kind) for kind in ENGINES[match.game].META.decision_kinds},
        "questions": {name: str(text) for name, text in {**table_words.draws, **table_words.fields}.items()},
        "groups": {name: str(text) for name, text in table_words.groups.items()},
        "facts": notebook.facts,
    }


def _describe_cards(setup: TableSetup, notebook: OfflineNotebook) -> Json:
    cards = [card for stock in setup.stocks for card in stock.cards]
    described = describe_cards(find_words(setup.luck.game), [*cards, *notebook.cards])
    return {card["card"]: card for card in described}


def _describe_places(setup: TableSetup) -> Json:
    words = find_words(setup.luck.game)
    begins = {name: _("Who begins?") for name in setup.luck.find_number_limits(setup.seats)}
    return begins | {place: words.place(place) for stock in setup.stocks for place in stock.list_places()}


def _describe_action(game: str, words: Words, action: Action) -> Json:
    described = encode(ENGINES[game].META.actions, action)
    return {"action": described, "label": find_words(game).label_note(described, words.action(described))}
