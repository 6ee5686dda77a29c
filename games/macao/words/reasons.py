"""The reasons of hints in Macao, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.macao.words.names import TILES, say_card, say_number, say_tile


def _make_reason_with_names(message: Any) -> Callable[[Mapping[str, Any], list[str]], str]:
    """A function that fills a message with the names of cards and establishments."""

    def write(fields: Mapping[str, Any], names: list[str]) -> str:
        values = dict(fields)
        if "card" in values:
            values["card"] = say_card(values["card"])
        if "coins" in values:
            values["coins"] = say_number(values["coins"])
        if "tile" in values:
            values["tile"] = say_tile(values["tile"])
        if "goal" in values:
            values["goal"] = say_tile(values["goal"]) if values["goal"] in TILES else say_card(values["goal"])
        return str(message % values)

    return write


# Tiles are establishments.
_LAST_TILE = gettext_lazy("%(coins)s coins at once, and it was the last establishment in the centre.")
_MESSAGES = {
    "contact": gettext_lazy("%(card)s: its resource will help to pay later."),
    "contact_helps": ngettext_lazy(
        "%(card)s brings this purchase nearer: %(goal)s, %(coins)s coins. Only %(missing)s resource would "
        "then be missing.",
        "%(card)s brings this purchase nearer: %(goal)s, %(coins)s coins. Only %(missing)s resources would "
        "then be missing.",
        "missing",
    ),
    "contact_pays": gettext_lazy(
        "With this card (%(card)s), you can pay next turn for: %(goal)s, %(coins)s coins."
    ),
    "contact_helps_itself": ngettext_lazy(
        "To recruit the card %(card)s (%(coins)s coins) only %(missing)s more resource would be needed.",
        "To recruit the card %(card)s (%(coins)s coins) only %(missing)s more resources would be needed.",
        "missing",
    ),
    "contact_pays_itself": gettext_lazy("You can recruit this card next turn: %(card)s, %(coins)s coins."),
    "recruit": gettext_lazy(
        "%(coins)s coins, and as a member this card gives its resource in every payment and never leaves."
    ),
    "open": ngettext_lazy(
        "%(coins)s coins at once, and only %(left)s establishment is left in the centre.",
        "%(coins)s coins at once, and %(left)s establishments are left in the centre.",
        "left",
    ),
    "discard": gettext_lazy("%(card)s: this card helps you least with what you can soon buy."),
    "reserve": gettext_lazy("The most promising of those left: %(tile)s."),
    "pass": gettext_lazy("Nothing else is possible."),
}
_MESSAGES_ABOUT = {
    "contact_pays": gettext_lazy(
        "With this card (%(card)s), %(who)s can pay next turn for: %(goal)s, %(coins)s coins."
    ),
    "contact_pays_itself": gettext_lazy(
        "%(who)s can recruit this card next turn: %(card)s, %(coins)s coins."
    ),
    "discard": gettext_lazy("%(card)s: this card helps %(who)s least with what can soon be bought."),
}


def _say_opening(fields: Mapping[str, Any], names: list[str]) -> str:
    return _make_reason_with_names(_MESSAGES["open"] if fields["left"] else _LAST_TILE)(fields, names)


REASONS = {code: _make_reason_with_names(message) for code, message in _MESSAGES.items()} | {
    "open": _say_opening
}
#: for people who watch an analysis: each replaces the reason with the same code that says “you”
REASONS_ABOUT = {code: _make_reason_with_names(message) for code, message in _MESSAGES_ABOUT.items()}
