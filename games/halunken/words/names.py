"""The names of colours, phases and cards of Halunken."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

COLOURS = {
    "red": pgettext_lazy("scoundrel", "red"),
    "purple": pgettext_lazy("scoundrel", "purple"),
    "grey": pgettext_lazy("scoundrel", "grey"),
    "yellow": pgettext_lazy("scoundrel", "yellow"),
}
#: a colour without a number: German says “gelbe 7”, but “Gelb”
SUITS = {
    "red": pgettext_lazy("colour", "red"),
    "purple": pgettext_lazy("colour", "purple"),
    "grey": pgettext_lazy("colour", "grey"),
    "yellow": pgettext_lazy("colour", "yellow"),
}
PHASES = {
    "settling": gettext_lazy("The captains choose their places"),
    "settling_jack": gettext_lazy("Black Jack comes in"),
    "auction": gettext_lazy("Auction for Black Jack"),
    "choosing": gettext_lazy("Everybody chooses a card in secret"),
    "rum": gettext_lazy("Rum: a number is named"),
    "rum_jack": gettext_lazy("Black Jack’s rum: a number is named"),
    "brawl": gettext_lazy("Brawl"),
    "meeting": gettext_lazy("A captain meets Black Jack"),
    "raid": gettext_lazy("Black Jack on the prowl"),
    "alone": gettext_lazy("Black Jack on the prowl, hired by nobody"),
    "over": gettext_lazy("The ships put to sea"),
}
#: the labels of folded lists of actions
KINDS = {
    "settle": gettext_lazy("Choose a dive"),
    "settle_jack": gettext_lazy("Choose a dive for Black Jack"),
    "bid": gettext_lazy("Bid a scoundrel"),
    "choose": gettext_lazy("Choose a movement card"),
    "choose_jack": gettext_lazy("Choose a card for Black Jack"),
    "rum": gettext_lazy("Name a number"),
    "rum_jack": gettext_lazy("Name a number"),
    "rob": gettext_lazy("Take a scoundrel"),
    "salvage": gettext_lazy("Take from beside the boat"),
    "lose": gettext_lazy("Lose a scoundrel"),
}


def say_scoundrel(name: str) -> str:
    """The name of a scoundrel: colour and value."""
    colour, value = name.split("-")
    return _("%(colour)s %(value)s") % {"colour": COLOURS[colour], "value": value}


def say_card(name: int | str) -> str:
    """The name of a movement card or a scoundrel."""
    if name == "rum":
        return _("rum")
    return str(name) if isinstance(name, int) else say_scoundrel(name)
