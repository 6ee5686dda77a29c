"""The faults of a game record, as sentences for the person who sent it."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.contract import Json, Malformed
from games.core.records import WrongMove
from games.presenting.words import Words, game_name, placeholder_names

UNREADABLE = gettext_lazy("This file cannot be read: it is damaged or not a game record.")
NO_RECORD = gettext_lazy("This file is not a game record.")
#: the part of the record with the fault -> the sentence
SENTENCES = {
    "line": UNREADABLE,
    "byte": UNREADABLE,
    "record": NO_RECORD,
    "format": NO_RECORD,
    "version": gettext_lazy("This record is in a format that is not known here."),
    "game": gettext_lazy("This record is of a game that cannot be played here."),
    "result": gettext_lazy("The result does not follow from the moves."),
    "fairness": gettext_lazy("The draws in this record do not match its secret."),
}
OTHER = gettext_lazy("This record is damaged.")
#: a place is cut to this length, because a file may contain names of any length
MAX_PLACE_LENGTH = 80


def describe_fault(error: Malformed) -> Json:
    """A sentence with the place in the file, or, for a move against the rules, its reason and section."""
    if isinstance(error, WrongMove):
        text = _("Move %(number)d is against the rules of %(game)s.")
        facts = {
            "text": text % {"number": error.number, "game": game_name(error.game)},
            "rule": error.refusal.rule,
        }
        reason = Words(error.game, placeholder_names()).refusal(error.refusal)
        return facts | {"game": error.game, "reason": reason}
    part = re.split(r"[.\[ ]", error.where)[0]
    return {
        "text": str(SENTENCES.get(part, OTHER)),
        "place": _place(error.where)[:MAX_PLACE_LENGTH],
        "detail": str(error),
    }


def _place(where: str) -> str:
    """The place in words: lines, columns and bytes. The names of a record's parts need no translation."""
    if match := re.fullmatch(r"line (\d+) column (\d+)", where):
        return _("line %(line)s, column %(column)s") % {"line": match[1], "column": match[2]}
    if match := re.fullmatch(r"byte (\d+)", where):
        return _("byte %(byte)s") % {"byte": match[1]}
    return where
