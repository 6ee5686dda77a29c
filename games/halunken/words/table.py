"""The words for a real table of Halunken."""

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.game_folder import TableWords
from games.halunken.words.names import COLOURS, say_card


def _describe_card(name: Any) -> tuple[str, str]:
    group = str(COLOURS[name.partition("-")[0]]) if isinstance(name, str) and "-" in name else ""
    return say_card(name), group


def _describe_place(place: str) -> str:
    space = int(re.findall(r"\d+", place)[0])
    return _("Dive %(number)d: which scoundrel lies face up there, or was taken there?") % {
        "number": space + 1
    }


TABLE = TableWords(
    card=_describe_card,
    place=_describe_place,
    draws={
        "jack": gettext_lazy("Which card does Black Jack turn up?"),
        "number": gettext_lazy("Black Jack’s rum: which number was drawn?"),
    },
)
