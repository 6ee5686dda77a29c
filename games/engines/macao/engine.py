"""The game as the contract wants it."""

from __future__ import annotations

from .checks import check, explain
from .hidden import may_undo, redeal
from .menu import decisions, legal, turn
from .meta import META
from .moves import advance
from .notation import notate, parse
from .scoring import outcome
from .setup import deal, draw
from .state import dump, invariant, load
from .view import view


class Macao:
    """Plain functions under the names of the contract."""

    META = META
    draw = staticmethod(draw)
    deal = staticmethod(deal)
    decisions = staticmethod(decisions)
    turn = staticmethod(turn)
    legal = staticmethod(legal)
    check = staticmethod(check)
    advance = staticmethod(advance)
    explain = staticmethod(explain)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    invariant = staticmethod(invariant)
    redeal = staticmethod(redeal)
    may_undo = staticmethod(may_undo)
    dump = staticmethod(dump)
    load = staticmethod(load)
    notate = staticmethod(notate)
    parse = staticmethod(parse)


ENGINE = Macao()
