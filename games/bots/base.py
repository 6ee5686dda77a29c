"""What a bot is: it sees what its seat may see, and names one element of the menu.

A bot never holds the true state. To think ahead it asks `redeal` for a position that might be the true one: the same
for everything its seat knows, dealt again for the rest.
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
    redeal: Callable[[Chance], Any]


class Bot(Protocol):
    """A way of playing. The same turn and an equal source of chance always give the same choice."""

    def __call__(self, turn: Turn, chance: QuickChance) -> Action: ...


def choose_any(turn: Turn, chance: QuickChance) -> Action:
    """Any legal action, all equally likely: the measure of every other bot."""
    return turn.menu[chance.below(len(turn.menu))]


def choose_highest(menu: Sequence[Action], values: Sequence[float], chance: QuickChance) -> Action:
    """The action that is worth most; equal ones by chance."""
    most = max(values)
    best = [action for action, value in zip(menu, values, strict=True) if value == most]
    return best[chance.below(len(best))]


def ask_bot(bot: Bot, engine: Engine, state: Any, seat: int, chance: QuickChance) -> Action:
    """Let a bot choose for a seat without showing it the state."""
    menu = engine.legal(state, seat)
    action = bot(
        Turn(engine, seat, engine.view(state, seat), menu, lambda luck: engine.redeal(state, seat, luck)), chance
    )
    if action not in menu:
        raise ValueError(f"a bot chose {action!r}, which is not in its menu")
    return action


def victory_shares(engine: Engine, state: Any) -> list[float]:
    """What each seat has of the victory once a match is over: the winners share it."""
    outcome = engine.outcome(state)
    if outcome is None:
        raise ValueError("this match is not over")
    won = 1 / len(outcome.winners)
    return [won if seat in outcome.winners else 0.0 for seat in range(len(outcome.scores))]
