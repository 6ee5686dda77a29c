"""The interface of bots: a bot sees what its seat may see, and chooses one action of the menu.

A bot never gets the true state. To think ahead it calls `redeal` for a position that might be the true one:
everything that its seat knows is the same, everything else is dealt again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from games.core.chance import QuickChance
from games.core.contract import Action, Chance, Engine, Json


class Turn(NamedTuple):
    """Everything that a bot gets when it must decide."""

    engine: Engine
    seat: int
    view: Json
    menu: Sequence[Action]
    #: chance -> a state that this seat cannot tell from the true one
    redeal: Callable[[Chance], Any]


class Bot(Protocol):
    """A way of playing. The same turn and an equal source of chance always give the same choice."""

    def __call__(self, turn: Turn, chance: QuickChance) -> Action: ...


def choose_any(turn: Turn, chance: QuickChance) -> Action:
    """Any legal action, all equally likely. The strength of all other bots is measured against this one."""
    return turn.menu[chance.below(len(turn.menu))]


def choose_highest(menu: Sequence[Action], values: Sequence[float], chance: QuickChance) -> Action:
    """The action with the highest value; chance selects one of several."""
    highest = max(values)
    best_actions = [action for action, value in zip(menu, values, strict=True) if value == highest]
    return best_actions[chance.below(len(best_actions))]


def ask_bot(bot: Bot, engine: Engine, state: Any, seat: int, chance: QuickChance) -> Action:
    """The action that a bot chooses for a seat; it does not see the state."""

    def redeal(luck: Chance) -> Any:
        return engine.redeal(state, seat, luck)

    menu = engine.legal(state, seat)
    action = bot(Turn(engine, seat, engine.view(state, seat), menu, redeal), chance)
    if action not in menu:
        raise ValueError(f"a bot chose {action!r}, which is not in its menu")
    return action


def victory_shares(engine: Engine, state: Any) -> list[float]:
    """The share of the victory of each seat once a match is over: the winners share it equally."""
    outcome = engine.outcome(state)
    if outcome is None:
        raise ValueError("this match is not over")
    share = 1 / len(outcome.winners)
    return [share if seat in outcome.winners else 0.0 for seat in range(len(outcome.scores))]
