"""What is wrong with somebody's game record, said to its reader."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.contract import Json, Malformed
from games.core.records import WrongMove
from games.presenting.words import Words, game_name, strangers

UNREADABLE = gettext_lazy("This file cannot be read: it is damaged or not a game record.")
NO_RECORD = gettext_lazy("This file is not a game record.")
#: the part of the record in which the fault stands -> what it means
SAID = {
    "line": UNREADABLE,
    "byte": UNREADABLE,
    "record": NO_RECORD,
    "format": NO_RECORD,
    "version": gettext_lazy("This record was written in a form that is not known here."),
    "game": gettext_lazy("This record is of a game that cannot be played here."),
    "result": gettext_lazy("The result does not follow from the moves."),
    "fairness": gettext_lazy("The draws in this record don’t match its secret."),
}
OTHER = gettext_lazy("This record is damaged.")
#: as much of a place as fits on a screen: a file may hold names of any length
LONGEST = 80


def fault(error: Malformed) -> Json:
    """A sentence with the place in the file, or for a move against the rules its reason and section."""
    if isinstance(error, WrongMove):
        text = _("Move %(number)d is against the rules of %(game)s.")
        told = {
            "text": text % {"number": error.number, "game": game_name(error.game)},
            "rule": error.refusal.rule,
        }
        return told | {"game": error.game, "reason": Words(error.game, strangers()).refusal(error.refusal)}
    part = re.split(r"[.\[ ]", error.where)[0]
    return {"text": str(SAID.get(part, OTHER)), "place": _place(error.where)[:LONGEST], "detail": str(error)}


def _place(where: str) -> str:
    """The names of a record's parts are the same in every language; lines, columns and bytes have words."""
    if found := re.fullmatch(r"line (\d+) column (\d+)", where):
        return _("line %(line)s, column %(column)s") % {"line": found[1], "column": found[2]}
    if found := re.fullmatch(r"byte (\d+)", where):
        return _("byte %(byte)s") % {"byte": found[1]}
    return where
