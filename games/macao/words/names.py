"""The names of cards, tiles and resources of Les Ombres de Macao."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

RESOURCES = {
    "alcohol": gettext_lazy("alcohol"),
    "weapons": gettext_lazy("weapons"),
    "money": gettext_lazy("money"),
    "opium": gettext_lazy("opium"),
    "jade": gettext_lazy("jade"),
    "diamond": gettext_lazy("any resource"),
}
TYPES = {
    "killer": gettext_lazy("Killer"),
    "dancer": gettext_lazy("Dancer"),
    "policeman": gettext_lazy("Policeman"),
    "croupier": gettext_lazy("Croupier"),
    "trader": gettext_lazy("Trader"),
    "innkeeper": gettext_lazy("Innkeeper"),
    "sailor": gettext_lazy("Sailor"),
    "politician": gettext_lazy("Politician"),
    "widow": gettext_lazy("Widow"),
}
TALENTS = {
    "killer": gettext_lazy("Once: every opponent discards a blue card of their choice."),
    "dancer": gettext_lazy("Once: you contact one more informant at once."),
    "policeman": gettext_lazy("Once: you reserve an establishment from the centre."),
    "croupier": gettext_lazy(
        "Always: if a character’s cost asks for a resource more than once, you pay one less of it."
    ),
    "trader": gettext_lazy("Always: she swaps these two resources for one another, both ways."),
    "innkeeper": gettext_lazy("Always: he lets you keep one more blue card."),
    "sailor": gettext_lazy("Always: he gives his resource twice in every payment."),
    "politician": gettext_lazy("No talent, but more coins than anyone else."),
    "widow": gettext_lazy("She gives any resource: once while blue, always when red."),
}
TILES = {
    "harbour-restaurant": gettext_lazy("Harbour Restaurant"),
    "temple-bar": gettext_lazy("Temple Bar"),
    "china-club": gettext_lazy("China Club"),
    "black-market": gettext_lazy("Black Market"),
    "distillery": gettext_lazy("Distillery"),
    "officers-club": gettext_lazy("Officers’ Club"),
    "casino-royal": gettext_lazy("Casino Royal"),
    "red-room": gettext_lazy("Red Room"),
    "art-gallery": gettext_lazy("Art Gallery"),
    "crime-syndicate": gettext_lazy("Crime Syndicate"),
}
PHASES = {
    "turn": gettext_lazy("choose one of three actions"),
    "discard": gettext_lazy("too many informants, one is discarded"),
    "contact": gettext_lazy("the dancer contacts an informant"),
    "reserve": gettext_lazy("the policeman reserves an establishment"),
    "victim": gettext_lazy("the killer’s victims choose"),
    "over": gettext_lazy("the game is over"),
}
NEEDS = {
    "same_type": gettext_lazy("characters of one type"),
    "blue": gettext_lazy("informants (blue)"),
    "types": gettext_lazy("different types"),
    "red": gettext_lazy("members (red)"),
    "green": gettext_lazy("green establishments"),
    "yellow": gettext_lazy("yellow establishments"),
}


def say_card(name: str) -> str:
    """The name of a character: its type and its resource. Other names are returned unchanged."""
    kind, _dash, rest = name.partition("-")
    what = rest.partition("-")[0]
    if kind == "widow":
        return str(TYPES[kind])
    if kind not in TYPES or what not in RESOURCES:
        return name
    return _("%(type)s (%(resource)s)") % {"type": TYPES[kind], "resource": RESOURCES[what]}


def say_cards(names: Iterable[str]) -> str:
    return list_or_none(map(say_card, names))


def list_or_none(names: Iterable[str]) -> str:
    """Names of cards as a list, or the word for none."""
    return ", ".join(names) or pgettext("no informant or member", "none")


def say_number(number: int) -> str:
    """The number with a minus sign instead of a hyphen."""
    return str(number).replace("-", "−")


def say_tile(name: str) -> str:
    return str(TILES.get(name, name))


def say_resource(name: str) -> str:
    return str(RESOURCES.get(name, name))


def say_resources(names: Iterable[str]) -> str:
    """The resources with their numbers: 2 × opium, jade"""
    counted = Counter(names)
    return ", ".join(
        f"{n} × {say_resource(name)}" if n > 1 else say_resource(name) for name, n in counted.items()
    )
