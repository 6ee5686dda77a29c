"""The words for a real table of Les Ombres de Macao."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.contract import Json
from games.game_folder import TableWords
from games.macao.rules.tables import SHIPPED_DECK
from games.macao.words.names import (
    NEEDS,
    RESOURCES,
    TILES,
    TYPES,
    say_card,
    say_resource,
    say_resources,
    say_tile,
)


def _describe_card(name: str) -> tuple[str, str]:
    """The label of a card with its cost, because characters of one type and resource differ in their cost.

    It is returned with the group of the card.
    """
    if name in TILES:
        return say_tile(name), ""
    if name in RESOURCES:
        return say_resource(name), ""
    kind, cost = name.partition("-")[0], _describe_cost(name)
    return f"{say_card(name)} · {cost}" if cost else say_card(name), str(TYPES.get(kind, kind))


def _describe_cost(name: str) -> str:
    number = SHIPPED_DECK.index.get(name)
    if number is None or SHIPPED_DECK.is_widow[number]:
        return ""
    return say_resources(SHIPPED_DECK.card_facts[number]["cost"])


def _label_note(action: Json, sentence: str) -> str:
    cost = _describe_cost(action.get("card", ""))
    return f"{sentence} · {cost}" if cost else sentence


def _describe_place(place: str) -> str:
    number = int(re.findall(r"\d+", place)[0]) + 1
    if place.startswith("tiles"):
        return _("Establishment %(number)d in the centre: which is it?") % {"number": number}
    return _("Pile %(number)d: which card was turned up there?") % {"number": number}


TABLE = TableWords(
    card=_describe_card,
    place=_describe_place,
    draws={},
    label_note=_label_note,
    groups={"blue": NEEDS["blue"], "red": NEEDS["red"]},
    fields={
        "pay": gettext_lazy("Which cards pay?"),
        "croupier": gettext_lazy("Which resources does the croupier save?"),
    },
    order=gettext_lazy("These cards go under one pile: which one is next?"),
    note=gettext_lazy(
        "Costs and coins of the characters are reconstructed here and may differ from those in your box."
    ),
)
