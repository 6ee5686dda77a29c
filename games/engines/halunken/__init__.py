"""Halunken: captains recruit scoundrels along a ring of fourteen dives (rules: components)."""

from __future__ import annotations

from ..base import Engine
from .checks import check, explain
from .dealing import deal, draw
from .hidden import may_undo, redeal
from .menu import decisions, legal, turn
from .meta import META
from .notation import notate, parse
from .phases import advance
from .scoring import outcome
from .state import dump, invariant, load
from .view import view


class _Halunken:
    """The parts of this package under the names of the contract."""

    META = META
    draw = staticmethod(draw)
    deal = staticmethod(deal)
    decisions = staticmethod(decisions)
    turn = staticmethod(turn)
    legal = staticmethod(legal)
    check = staticmethod(check)
    explain = staticmethod(explain)
    advance = staticmethod(advance)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    invariant = staticmethod(invariant)
    redeal = staticmethod(redeal)
    may_undo = staticmethod(may_undo)
    dump = staticmethod(dump)
    load = staticmethod(load)
    notate = staticmethod(notate)
    parse = staticmethod(parse)


ENGINE: Engine = _Halunken()
