"""What is wrong with somebody's game record, said to its reader."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engines.base import Json, Malformed
from games.engines.records import WrongMove
from games.phrases import Words, game_name, strangers

#: where the fault stands -> what it means; the first that fits
SAID = (
    ("line ", gettext_lazy("This file cannot be read: it is damaged or no game record.")),
    ("byte ", gettext_lazy("This file cannot be read: it is damaged or no game record.")),
    ("record", gettext_lazy("This file is no game record.")),
    ("format", gettext_lazy("This file is no game record.")),
    ("version", gettext_lazy("This record was written in a form that is not known here.")),
    ("game", gettext_lazy("This record is of a game that cannot be played here.")),
    ("result", gettext_lazy("The result does not follow from the moves.")),
    ("fairness", gettext_lazy("The luck of this record cannot be right: it does not follow from its secret.")),
)
OTHER = gettext_lazy("This record is damaged.")


def fault(error: Malformed) -> Json:
    """A sentence with the place in the file, or for a move against the rules its reason and section."""
    if isinstance(error, WrongMove):
        text = _("Move %(number)d is against the rules of %(game)s.")
        told = {"text": text % {"number": error.number, "game": game_name(error.game)}, "rule": error.refusal.rule}
        return told | {"game": error.game, "reason": Words(error.game, strangers()).refusal(error.refusal)}
    said = next((said for where, said in SAID if error.where.startswith(where)), OTHER)
    return {"text": str(said), "detail": str(error)}
