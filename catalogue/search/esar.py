"""ESAR, a classification of games by the kind of play. The first letter of a code is its class."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

CLASSES = {
    "E": _("exercise play"),
    "S": _("symbolic play"),
    "A": _("construction play"),
    "R": _("games with rules"),
}


#: letter -> the name with its letter, translated when it is shown
NAMES = {
    letter: format_lazy("{letter} – {name}", letter=letter, name=name) for letter, name in CLASSES.items()
}


def describe_class(code: str) -> str:
    """The name of the class of a code, with its letter; empty if the code is not valid."""
    letter = code.strip()[:1].upper()
    return str(NAMES.get(letter, ""))
