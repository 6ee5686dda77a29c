"""The engine of this game: imports each name of the contract from the module that defines it."""

from games.shanghaien.rules.checks import check, explain
from games.shanghaien.rules.hidden import may_undo, redeal
from games.shanghaien.rules.menu import decisions, legal, turn
from games.shanghaien.rules.meta import META
from games.shanghaien.rules.notation import notate, parse
from games.shanghaien.rules.phases import advance
from games.shanghaien.rules.scoring import outcome
from games.shanghaien.rules.setup import deal, draw
from games.shanghaien.rules.state import dump, invariant, load
from games.shanghaien.rules.view import view

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
