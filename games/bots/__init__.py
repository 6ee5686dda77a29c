"""Automatic players, by level."""

from __future__ import annotations

from typing import Final

from . import halunken, macao, shanghaien
from .base import Bot, uniform

#: any legal action: the measure of the others, for tests, scripts and the command line
RANDOM: Final = "random"
#: what people are offered, from weak to strong
LEVELS: Final = ("easy", "steady")
#: every name that a seat may bear
KNOWN: Final = (RANDOM, *LEVELS)

_BOTS: Final[dict[str, tuple[Bot, ...]]] = {
    "shanghaien": (shanghaien.easy, shanghaien.steady),
    "halunken": (halunken.easy, halunken.steady),
    "macao": (macao.easy, macao.steady),
}


def level(game: str, name: str) -> Bot:
    """The bot of that level for that game; KeyError for a name that is not KNOWN."""
    return {RANDOM: uniform, **dict(zip(LEVELS, _BOTS[game], strict=True))}[name]
