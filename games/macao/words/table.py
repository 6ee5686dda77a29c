"""What is entered at a real table of Les Ombres de Macao."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.game_folder import TableWords
from games.macao.rules.tables import SHIPPED_DECK
from games.macao.words.names import TILES, TYPES, card, resources, tile


def _describe_card(name: str) -> tuple[str, str]:
    """Characters of one kind and resource differ in their cost."""
    if name in TILES:
        return tile(name), ""
    kind = name.partition("-")[0]
    number = SHIPPED_DECK.index.get(name)
    cost = (
        resources(SHIPPED_DECK.card_facts[number]["cost"]) if number is not None and kind != "widow" else ""
    )
    return f"{card(name)} · {cost}" if cost else card(name), str(TYPES.get(kind, kind))


def _describe_place(place: str) -> str:
    number = int(re.findall(r"\d+", place)[0]) + 1
    if place.startswith("tiles"):
        return _("Establishment %(number)d in the centre: which is it?") % {"number": number}
    return _("Pile %(number)d: which card was turned up there?") % {"number": number}


TABLE = TableWords(
    card=_describe_card,
    place=_describe_place,
    draws={},
    order=gettext_lazy("These cards go under one pile: which one is next?"),
    note=gettext_lazy(
        "Costs and coins of the characters are reconstructed here and may differ from those in your box."
    ),
)
