"""Plain search, as anybody would write it first: random lines to the end, no knowledge of any game.

Nobody is offered it. It is the measure of what the knowledge in the other bots is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.bots.base import Bot, victory_shares
from games.bots.search import Policy, make_searcher
from games.core.chance import QuickChance
from games.core.contract import Action, Engine

#: half of the square root of two, as usual for rewards between 0 and 1; not tuned to any game
CURIOSITY = 0.7
#: no menu is larger: every action is tried
EVERYTHING = 10_000


def make_plain_searcher(engine: Engine, iterations: int) -> Bot:
    """Monte Carlo tree search with random lines to the end of the match."""

    def rewards(state: Any) -> Sequence[float]:
        return victory_shares(engine, state)

    return make_searcher(Policy(iterations, _any, rewards, _never, ahead=1, curiosity=CURIOSITY, width=EVERYTHING))


def _any(state: Any, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    return menu[chance.below(len(menu))]


def _never(state: Any) -> int:
    """A clock that stands still: lines are followed to the end."""
    return 0
