"""The levels at which bots play."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.bots.base import Bot, choose_any
from games.bots.search import Policy, make_searcher

#: the bot that chooses any legal action: the others are measured by it, and people are not offered it
RANDOM: Final = "random"
#: the level of games that can be solved in part; the others have no bot for it
MASTER: Final = "master"
#: the levels that people are offered, from weak to strong
LEVELS: Final = ("easy", "steady", "strong", MASTER)
#: every level that a seat of a bot may have
KNOWN: Final = (RANDOM, *LEVELS)
#: levels that search or solve, and so may take a second for a decision
SLOW: Final = frozenset({"strong", MASTER})


class Levels(NamedTuple):
    """The bots of one game, from weak to strong."""

    easy: Bot
    steady: Bot
    #: what the search of the strong bot must be told
    policy: Policy
    #: menus are so small that plain search plays well; the ladder compares the strong bot with it
    meets_plain_search: bool = False
    #: plays what was solved, if the game can be solved in part
    master: Bot | None = None

    def list_names(self) -> tuple[str, ...]:
        """The levels that people are offered in this game."""
        return tuple(name for name in LEVELS if name != MASTER or self.master is not None)


def make_bot(levels: Levels, name: str, *, effort: float = 1.0) -> Bot:
    """The bot of that level, KeyError if the game has none; `effort` is the share of its iterations that a strong
    bot is given.
    """
    if name == "strong":
        return make_searcher(levels.policy, effort)
    bots = {RANDOM: choose_any, "easy": levels.easy, "steady": levels.steady}
    if levels.master is not None:
        bots[MASTER] = levels.master
    return bots[name]
