"""Halunken: captains recruit scoundrels along a ring of fourteen dives (rules: components)."""

from __future__ import annotations

from games.core.contract import Engine
from games.halunken.rules.checks import check, explain
from games.halunken.rules.hidden import may_undo, redeal
from games.halunken.rules.menu import decisions, legal, turn
from games.halunken.rules.meta import META
from games.halunken.rules.notation import notate, parse
from games.halunken.rules.phases import advance
from games.halunken.rules.rounds import deal, draw
from games.halunken.rules.scoring import outcome
from games.halunken.rules.state import dump, invariant, load
from games.halunken.rules.view import view


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
