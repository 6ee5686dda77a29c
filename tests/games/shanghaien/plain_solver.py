"""A second solver of the last round, to check the first: it asks the engine for every step, tries the 36 rolls one
by one, and knows nothing of arrays, modes or sets of dice. It is far too slow for a whole round.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from games.core.contract import Action
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.state import State


class GivenDice:
    """Chance that gives one roll."""

    def __init__(self, roll: tuple[int, int]) -> None:
        self.roll = roll

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        return self.roll


class PlainSolver:
    """The chance of seat 0 to win, with half of a draw."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], float] = {}

    def find_value(self, state: State) -> float:
        outcome = ENGINE.outcome(state)
        if outcome is not None:
            return sum(1 / len(outcome.winners) for seat in outcome.winners if seat == 0)
        key = (
            state.phase, state.decider, state.roll, state.direction, state.trick_players,
            tuple(state.dice_laid), tuple(state.trick_masks), state.jokers,
        )  # fmt: skip
        if key not in self._known:
            best = max if state.decider == 0 else min
            menu = ENGINE.legal(state, state.decider)
            self._known[key] = best(self.judge(state, action) for action in menu)
        return self._known[key]

    def judge(self, state: State, action: Action) -> float:
        if action[0] != "roll" and "reroll" not in action:
            return self._follow(state, action, (1, 1))
        rolls = list(product(range(1, 7), repeat=2))
        return sum(self._follow(state, action, roll) for roll in rolls) / len(rolls)

    def _follow(self, state: State, action: Action, roll: tuple[int, int]) -> float:
        after = state.copy()
        ENGINE.advance(after, state.decider, action, GivenDice(roll))  # type: ignore[arg-type]
        return self.find_value(after)
