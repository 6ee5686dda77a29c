"""Automatic players, by level."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.bots.base import Bot, choose_any
from games.bots.search import Policy, make_searcher

#: any legal action: the measure of the others, for tests, scripts and the command line
RANDOM: Final = "random"
#: what people are offered, from weak to strong
LEVELS: Final = ("easy", "steady", "strong")
#: every name that a seat may bear
KNOWN: Final = (RANDOM, *LEVELS)
#: those that search: they take as long as they may
SLOW: Final = frozenset({"strong"})


class Levels(NamedTuple):
    """The bots of one game, from weak to strong."""

    easy: Bot
    steady: Bot
    #: what the search of the strong bot must be told
    policy: Policy
    #: menus are small, so that plain search is a measure of what knowledge is worth
    meets_plain_search: bool = False


def make_bot(levels: Levels, name: str, *, effort: float = 1.0) -> Bot:
    """The bot of that level; KeyError for a name that is not KNOWN.

    `effort` is the share of its usual thought that a strong bot is given.
    """
    bots = {
        RANDOM: choose_any,
        "easy": levels.easy,
        "steady": levels.steady,
        "strong": make_searcher(levels.policy, effort),
    }
    return bots[name]
