"""The questions about positions of Shanghaien."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.shanghaien.words.names import NATIONS, say_taken_card


def _ask_taker(fields: Mapping[str, Any], names: list[str]) -> str:
    return _("Who takes card %(number)s, %(card)s?") % {
        "number": fields["number"],
        "card": say_taken_card(fields["card"]),
    }


def _ask_crew(fields: Mapping[str, Any], names: list[str]) -> str:
    return _("What are %(seat)s’s sailors worth then (%(nation)s)?") % {
        "seat": names[fields["seat"]],
        "nation": NATIONS[fields["nation"]],
    }


QUESTIONS = {
    "pile": gettext_lazy("The first six cards lie in the tavern. How many are left in the pile?"),
    "rounds_left": gettext_lazy("How many rounds are still to be played then?"),
    "landing": gettext_lazy("Where does this die go?"),
    "opener": gettext_lazy("Who opens the next round?"),
    "taker": _ask_taker,
    "joined_crew": _ask_crew,
}
