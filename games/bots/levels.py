"""The levels of strength at which bots play."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.bots.base import Bot, choose_any
from games.bots.search import Policy, make_searcher

#: the bot that chooses any legal action: the others are measured against it, and it is not offered to people
RANDOM: Final = "random"
#: the level for games that can be solved in part; the others have no such bot
MASTER: Final = "master"
#: the levels that are offered to people, from weak to strong
LEVELS: Final = ("easy", "steady", "strong", MASTER)
#: every level that the seat of a bot may have
LEVELS_WITH_RANDOM: Final = (RANDOM, *LEVELS)
#: levels that search or solve, and so may take a second to decide
SLOW: Final = frozenset({"strong", MASTER})


class Levels(NamedTuple):
    """The bots of one game, from weak to strong."""

    easy: Bot
    steady: Bot
    #: what the search of the strong bot needs to know of the game
    policy: Policy
    #: whether menus are so small that plain search plays well; then the ladder compares the strong bot with
    #: it
    is_compared_with_plain_search: bool = False
    #: plays what the solver finds best, if the game can be solved in part
    master: Bot | None = None

    def list_names(self) -> tuple[str, ...]:
        """The levels that are offered to people in this game."""
        return tuple(name for name in LEVELS if name != MASTER or self.master is not None)


def make_bot(levels: Levels, name: str, *, effort: float = 1.0) -> Bot:
    """The bot of this level; KeyError if the game has none. `effort` scales iterations of a strong bot."""
    if name == "strong":
        return make_searcher(levels.policy, effort)
    bots = {RANDOM: choose_any, "easy": levels.easy, "steady": levels.steady}
    if levels.master is not None:
        bots[MASTER] = levels.master
    return bots[name]
