"""The engine of this game: imports each name of the contract from the module that defines it."""

from games.macao.rules.checks import check, explain
from games.macao.rules.hidden import may_undo, redeal
from games.macao.rules.menu import decisions, legal, turn
from games.macao.rules.meta import META
from games.macao.rules.notation import notate, parse
from games.macao.rules.phases import advance
from games.macao.rules.scoring import outcome
from games.macao.rules.setup import deal, draw
from games.macao.rules.state import dump, invariant, load
from games.macao.rules.view import view

__all__ = [
    "META",
    "advance",
    "check",
    "deal",
    "decisions",
    "draw",
    "dump",
    "explain",
    "invariant",
    "legal",
    "load",
    "may_undo",
    "notate",
    "outcome",
    "parse",
    "redeal",
    "turn",
    "view",
]
