"""The master: a bot that plays what the solver finds best."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from games.bots.base import Bot, Turn
from games.core.chance import QuickChance
from games.core.contract import Action
from games.shanghaien.rules.state import State
from games.shanghaien.solver.solution import Solution, solve

#: values that differ by less are equal: they were added in another order
TOLERANCE: Final = 1e-9


def make_master(taste: Bot) -> Bot:
    """A bot that never gives away a chance to win.

    If several actions are equally good, as in a match that is decided, the bot `taste` chooses between them,
    so that the master still plays like a player.
    """

    #: at most one item: the latest turn and its solution
    latest: list[tuple[Hashable, Solution]] = []

    def solve_turn(state: State) -> Solution:
        """The solution of the turn, which serves for all its decisions."""
        key = _describe_turn(state)
        for latest_key, solution in latest:
            if latest_key == key:
                return solution
        latest[:] = [(key, solve(state))]
        return latest[0][1]

    def choose(turn: Turn, chance: QuickChance) -> Action:
        if len(turn.menu) == 1:
            return turn.menu[0]
        sign = 1 if turn.seat == 0 else -1
        state = turn.redeal(chance)
        judged = solve_turn(state).judge_menu(state)
        best = max(sign * value for _, value in judged)
        equal = [action for action, value in judged if sign * value > best - TOLERANCE]
        return taste(turn._replace(menu=equal), chance)

    return choose


def _describe_turn(state: State) -> Hashable:
    """Everything that the values of a turn depend on."""
    return (
        state.round, state.find_tavern(), bytes(state.owner), state.jokers, tuple(state.crew_values),
        tuple(state.trick_masks), state.trick_players, tuple(state.dice_laid), state.decider,
    )  # fmt: skip
