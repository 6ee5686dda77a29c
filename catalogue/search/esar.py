"""The classes of ESAR in words: how a game is played, from exercise to rules. A code begins with the letter."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

CLASSES = {
    "E": _("exercise play"),
    "S": _("symbolic play"),
    "A": _("construction play"),
    "R": _("games with rules"),
}


#: letter → the name with its letter, translated when it is shown
NAMES = {
    letter: format_lazy("{letter} – {name}", letter=letter, name=name) for letter, name in CLASSES.items()
}


def describe_class(code: str) -> str:
    """The name of the class of a code, with its letter; empty for a code that ESAR does not know."""
    letter = code.strip()[:1].upper()
    return str(NAMES.get(letter, ""))
