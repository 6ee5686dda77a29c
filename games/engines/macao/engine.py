"""The game as the contract wants it; each name is written where its subject is."""

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
