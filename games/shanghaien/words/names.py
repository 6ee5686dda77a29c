"""What things of Shanghaien are called."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

NATIONS = {
    "red": pgettext_lazy("sailors", "Americans"),
    "lightblue": pgettext_lazy("sailors", "French"),
    "blue": pgettext_lazy("sailors", "Germans"),
    "yellow": pgettext_lazy("sailors", "Chinese"),
    "orange": pgettext_lazy("sailors", "Dutch"),
    "purple": pgettext_lazy("sailors", "Turks"),
    "green": pgettext_lazy("sailors", "Spaniards"),
    "grey": pgettext_lazy("sailors", "Italians"),
}
#: on the narrow cards of a phone; at most six letters
NATIONS_SHORT = {
    "red": pgettext_lazy("sailors, short", "Amer."),
    "lightblue": pgettext_lazy("sailors, short", "Fren."),
    "blue": pgettext_lazy("sailors, short", "Germ."),
    "yellow": pgettext_lazy("sailors, short", "Chin."),
    "orange": pgettext_lazy("sailors, short", "Dutch"),
    "purple": pgettext_lazy("sailors, short", "Turk."),
    "green": pgettext_lazy("sailors, short", "Span."),
    "grey": pgettext_lazy("sailors, short", "Ital."),
}
ENDS = {"left": gettext_lazy("left"), "right": gettext_lazy("right")}
USES = {
    "joker": gettext_lazy("joker"),
    "adjust": gettext_lazy("die ±1"),
    "both": gettext_lazy("both dice"),
    "reroll": gettext_lazy("roll again"),
}
USES_SHORT = {
    "adjust": "±1",
    "both": pgettext_lazy("trick, short", "2 dice"),
    "reroll": "↻",
}


def card(name: str) -> str:
    """A card as one says it: nation and value, or a dirty trick."""
    nation, value = name.split("-")
    return _("dirty trick") if nation == "trick" else f"{NATIONS[nation]} {value[0]}"
