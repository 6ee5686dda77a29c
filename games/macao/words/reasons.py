"""Why a bot gives a hint in Macao, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.macao.words.names import TILES, card, tile


def _with_names(message: Any) -> Callable[[Mapping[str, Any], list[str]], str]:
    """Cards and establishments as people say them."""

    def say(fields: Mapping[str, Any], names: list[str]) -> str:
        said = dict(fields)
        if "card" in said:
            said["card"] = card(said["card"])
        if "tile" in said:
            said["tile"] = tile(said["tile"])
        if "goal" in said:
            said["goal"] = tile(said["goal"]) if said["goal"] in TILES else card(said["goal"])
        return str(message % said)

    return say


_MESSAGES = {
    "contact": gettext_lazy("%(card)s gives a resource that will help to pay later."),
    "contact_helps": ngettext_lazy(
        "%(card)s brings you nearer to %(goal)s, %(coins)s coins: only %(missing)s resource would be missing.",
        "%(card)s brings you nearer to %(goal)s, %(coins)s coins: only %(missing)s resources would be missing.",
        "missing",
    ),
    "contact_pays": gettext_lazy("With %(card)s you can pay for %(goal)s next turn: %(coins)s coins."),
    "contact_helps_itself": ngettext_lazy(
        "To recruit %(card)s, %(coins)s coins, only %(missing)s more resource would be missing.",
        "To recruit %(card)s, %(coins)s coins, only %(missing)s more resources would be missing.",
        "missing",
    ),
    "contact_pays_itself": gettext_lazy("You can recruit %(card)s next turn: %(coins)s coins."),
    "recruit": gettext_lazy(
        "%(coins)s coins, and as a member this card gives its resource in every payment and never leaves."
    ),
    "open": ngettext_lazy(
        "%(coins)s coins at once, and only %(left)s establishment is left in the centre.",
        "%(coins)s coins at once, and %(left)s establishments are left in the centre.",
        "left",
    ),
    "discard": gettext_lazy("%(card)s helps you least with what you can soon buy."),
    "reserve": gettext_lazy("Of those that are left, %(tile)s promises you most."),
    "pass": gettext_lazy("Nothing else is possible."),
}
REASONS = {code: _with_names(message) for code, message in _MESSAGES.items()}
