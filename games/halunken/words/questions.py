"""The questions about positions of Halunken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.halunken.words.names import say_card


def _after_reveal(question: Any) -> Callable[[Mapping[str, Any], list[str]], str]:
    """A question that begins with the revealed cards, on which it is based."""

    def ask(fields: Mapping[str, Any], names: list[str]) -> str:
        shown = [f"{names[seat]} ({say_card(name)})" for seat, name in enumerate(fields["cards"])]
        values = dict(fields) | {name: names[fields[name]] for name in ("seat", "victim") if name in fields}
        return _("Revealed: %(cards)s.") % {"cards": ", ".join(shown)} + " " + str(question) % values

    return ask


QUESTIONS = {
    "walks": _after_reveal(gettext_lazy("Does %(seat)s’s captain walk?")),
    "first_taker": _after_reveal(gettext_lazy("Who is the first to take a scoundrel?")),
    "taken": _after_reveal(gettext_lazy("Which scoundrel does %(seat)s take?")),
    "robs": _after_reveal(gettext_lazy("Does %(seat)s take a scoundrel from %(victim)s too?")),
    "jack_stops": _after_reveal(gettext_lazy("Black Jack’s card: %(steps)s. At which dive does he stop?")),
    "worth": gettext_lazy("What is %(seat)s’s crew worth?"),
}
