"""Automatic players, by level."""

from __future__ import annotations

from typing import Final

from games.bots.base import Bot, uniform
from games.bots.search import Policy, searcher
from games.halunken import bot as halunken
from games.macao import bot as macao
from games.shanghaien import bot as shanghaien

#: any legal action: the measure of the others, for tests, scripts and the command line
RANDOM: Final = "random"
#: what people are offered, from weak to strong
LEVELS: Final = ("easy", "steady", "strong")
#: every name that a seat may bear
KNOWN: Final = (RANDOM, *LEVELS)
#: those that search: they take as long as they may
SLOW: Final = frozenset({"strong"})

_BOTS: Final[dict[str, tuple[Bot, Bot, Policy]]] = {
    "shanghaien": (shanghaien.easy, shanghaien.steady, shanghaien.POLICY),
    "halunken": (halunken.easy, halunken.steady, halunken.POLICY),
    "macao": (macao.easy, macao.steady, macao.POLICY),
}


def level(game: str, name: str, *, effort: float = 1.0) -> Bot:
    """The bot of that level for that game; KeyError for a name that is not KNOWN.

    `effort` is the share of its usual thought that a strong bot is given.
    """
    easy, steady, policy = _BOTS[game]
    return {RANDOM: uniform, **dict(zip(LEVELS, (easy, steady, searcher(policy, effort)), strict=True))}[name]
