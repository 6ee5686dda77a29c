"""What a bot is: it sees what its seat may see, and chooses one action of the menu.

A bot never holds the true state. To think ahead it asks `redeal` for a position that might be the true one:
the same for everything that its seat knows, dealt again for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from games.core.chance import QuickChance
from games.core.contract import Action, Chance, Engine, Json


class Turn(NamedTuple):
    """All that a bot is told when it must decide."""

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
    """Any legal action, all equally likely: the bot that every other one is measured by."""
    return turn.menu[chance.below(len(turn.menu))]


def choose_highest(menu: Sequence[Action], values: Sequence[float], chance: QuickChance) -> Action:
    """The action with the highest value; of several, one by chance."""
    highest = max(values)
    best_actions = [action for action, value in zip(menu, values, strict=True) if value == highest]
    return best_actions[chance.below(len(best_actions))]


def ask_bot(bot: Bot, engine: Engine, state: Any, seat: int, chance: QuickChance) -> Action:
    """What a bot chooses for a seat, without being shown the state."""

    def redeal(luck: Chance) -> Any:
        return engine.redeal(state, seat, luck)

    menu = engine.legal(state, seat)
    action = bot(Turn(engine, seat, engine.view(state, seat), menu, redeal), chance)
    if action not in menu:
        raise ValueError(f"a bot chose {action!r}, which is not in its menu")
    return action


def victory_shares(engine: Engine, state: Any) -> list[float]:
    """What each seat has of the victory once a match is over: the winners share it."""
    outcome = engine.outcome(state)
    if outcome is None:
        raise ValueError("this match is not over")
    share = 1 / len(outcome.winners)
    return [share if seat in outcome.winners else 0.0 for seat in range(len(outcome.scores))]
