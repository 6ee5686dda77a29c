"""Les Ombres de Macao, by Charles Chevallier: informants, members and establishments of a gang."""

from __future__ import annotations

from games.core.contract import Engine
from games.macao.rules.checks import check, explain
from games.macao.rules.hidden import may_undo, redeal
from games.macao.rules.menu import decisions, legal, turn
from games.macao.rules.meta import META
from games.macao.rules.moves import advance
from games.macao.rules.notation import notate, parse
from games.macao.rules.scoring import outcome
from games.macao.rules.setup import deal, draw
from games.macao.rules.state import dump, invariant, load
from games.macao.rules.view import view


class _Macao:
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


ENGINE: Engine = _Macao()
