"""The engine of this game: imports each name of the contract from the module that defines it."""

from games.halunken.rules.checks import check, explain
from games.halunken.rules.hidden import may_undo, redeal
from games.halunken.rules.menu import decisions, legal, turn
from games.halunken.rules.meta import META
from games.halunken.rules.notation import notate, parse
from games.halunken.rules.phases import advance
from games.halunken.rules.scoring import outcome
from games.halunken.rules.setup import deal, draw
from games.halunken.rules.state import dump, invariant, load
from games.halunken.rules.view import view

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
