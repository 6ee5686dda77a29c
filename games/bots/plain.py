"""Plain search: random play to the end of the match, without knowledge of any game.

Anybody would write it first like this. It is not offered to people. Matches against it show what the
knowledge in the other bots is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.bots.base import Bot, victory_shares
from games.bots.search import Policy, make_searcher
from games.core.chance import QuickChance
from games.core.contract import Action, Engine

#: the factor of the exploration bonus: half of the square root of two, as usual for rewards between 0 and 1;
#: it was not tuned to any game
CURIOSITY = 0.7
#: no menu has more actions
EVERY_ACTION = 10_000


def make_plain_searcher(engine: Engine, iterations: int) -> Bot:
    """A bot with Monte Carlo tree search that plays at random to the end of the match."""

    def rewards(state: Any) -> Sequence[float]:
        return victory_shares(engine, state)

    policy = Policy(
        iterations=iterations,
        reflex=_choose_any,
        rewards=rewards,
        progress=_stand_still,
        depth=1,
        curiosity=CURIOSITY,
        width=EVERY_ACTION,
    )
    return make_searcher(policy)


def _choose_any(state: Any, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    return menu[chance.below(len(menu))]


def _stand_still(state: Any) -> int:
    """Returns 0, so that the progress never ends a line of play before the end of the match."""
    return 0
