"""Finds puzzles: decisions of bot matches in which one action is clearly the best.

For a game with a solver the values of the actions are exact. For the others, rollouts estimate them: the bot
plays the match to its end many times after each action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.bots.base import Bot, ask_bot
from games.bots.rollouts import Rollouts, compare, play_out
from games.bots.search import Policy
from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action, Engine
from games.core.positions.puzzles import Option, Puzzle
from games.core.simulation import Case, begin_case, play_on

#: (state, seat) -> each action with its exact chance to win; empty if the position cannot be solved
SolveMenu = Callable[[Any, int], Sequence[tuple[Action, float]]]
#: the difference between the best action and the second, less its error, must be at least this
CLEAR_GAP = 0.1
#: a puzzle has at most this many choices
MAX_CHOICES = 4
#: without a solver: the largest menu, the rollouts of the first comparison, and those of the final one
MAX_ACTIONS, FIRST_MATCHES, MATCHES = 8, 16, 200
#: the difference between best and second that the first comparison must show
FIRST_GAP = 0.25
#: The score of a puzzle grows by this if the bot missed the best action, and if there is a third choice.
MISSED_BONUS, THIRD_BONUS = 0.3, 0.3
#: the first seed of the final comparison, so that it shares no match with the first one
FINAL_SEED = 1_000_000
DIGITS = 3


class Player(NamedTuple):
    """The parts of a game with which puzzles are found."""

    engine: Engine
    bot: Bot
    policy: Policy
    find_reason: Callable[[Any, int, Action], Reason]
    solve_menu: SolveMenu | None
    #: without a solver only decisions among this many last moves are judged
    last_moves: int


class Turn(NamedTuple):
    """A decision of a match, and how many moves were made before it."""

    state: Any
    seat: int
    played: Action
    moves: int


def find_puzzle(player: Player, case: Case, seed: int) -> tuple[float, Puzzle] | None:
    """The best puzzle of a match between bots, with its score; None if no decision is clear enough."""
    best: tuple[float, Puzzle] | None = None
    for turn in _list_turns(player, case, seed):
        choices = _judge(player, turn)
        if choices is None:
            continue
        puzzle = _make_puzzle(player, case, seed, turn, choices)
        first, second = sorted((choice.value for choice in choices), reverse=True)[:2]
        is_missed = turn.played != puzzle.choices[puzzle.best].action
        score = first - second + MISSED_BONUS * is_missed + THIRD_BONUS * (len(choices) > 2)
        if best is None or score > best[0]:
            best = score, puzzle
    return best


def _list_turns(player: Player, case: Case, seed: int) -> list[Turn]:
    """The decisions of a match with more than one action; without a solver only the last ones."""
    engine, turns = player.engine, []

    def choose(state: Any, seat: int, luck: QuickChance) -> Action:
        action = ask_bot(player.bot, engine, state, seat, luck)
        if len(engine.legal(state, seat)) > 1:
            turns.append(Turn(state.copy(), seat, action, len(record.moves)))
        return action

    state, record, chance = begin_case(case, seed)
    for _ in play_on(state, record, chance, choose, QuickChance(seed)):
        pass
    if player.solve_menu is not None:
        return turns
    return [turn for turn in turns if turn.moves >= len(record.moves) - player.last_moves]


def _judge(player: Player, turn: Turn) -> list[Option] | None:
    """The best action and the next ones; None unless the best is clearly the best."""
    if player.solve_menu is None:
        return _judge_by_rollouts(player, turn)
    judged = sorted(player.solve_menu(turn.state, turn.seat), key=lambda pair: -pair[1])[:MAX_CHOICES]
    if len(judged) < 2 or judged[0][1] - judged[1][1] < CLEAR_GAP:
        return None
    return [Option(action=action, value=round(value, DIGITS), margin=0.0) for action, value in judged]


def _judge_by_rollouts(player: Player, turn: Turn) -> list[Option] | None:
    menu = player.engine.legal(turn.state, turn.seat)
    dealt = player.engine.redeal(turn.state, turn.seat, QuickChance(0))
    actions = list(player.policy.candidates(dealt, turn.seat, menu))
    if not 2 <= len(actions) <= MAX_ACTIONS:
        return None
    first_look = _play_out(player, turn, actions, FIRST_MATCHES, 0)
    if first_look[0].mean - first_look[1].mean < FIRST_GAP:
        return None
    best_actions = [rollouts.action for rollouts in first_look[:MAX_CHOICES]]
    final = _play_out(player, turn, best_actions, MATCHES, FINAL_SEED)
    gap, margin = compare(final[0], final[1])
    if gap - margin < CLEAR_GAP:
        return None
    return [
        Option(
            action=rollouts.action, value=round(rollouts.mean, DIGITS), margin=round(rollouts.margin, DIGITS)
        )
        for rollouts in final
    ]


def _play_out(
    player: Player, turn: Turn, actions: Sequence[Action], matches: int, seed: int
) -> list[Rollouts]:
    """The rollouts of each action, the best action first."""
    played = play_out(player.engine, player.bot, turn.state, turn.seat, actions, matches, seed)
    return sorted(played, key=lambda rollouts: -rollouts.mean)


def _make_puzzle(player: Player, case: Case, seed: int, turn: Turn, choices: Sequence[Option]) -> Puzzle:
    """The puzzle. Its choices have the order of the menu, which does not reveal the best."""
    menu = list(player.engine.legal(turn.state, turn.seat))
    ordered = sorted(choices, key=lambda choice: menu.index(choice.action))
    best = max(range(len(ordered)), key=lambda place: ordered[place].value)
    return Puzzle(
        seats=case.seats,
        options=case.options,
        state=turn.state,
        seat=turn.seat,
        choices=ordered,
        best=best,
        reason=player.find_reason(turn.state, turn.seat, ordered[best].action),
        seed=seed,
        moves=turn.moves,
    )
