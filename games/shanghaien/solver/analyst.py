"""Judges a whole match of Shanghaien, move by move."""

from __future__ import annotations

from typing import Final

from games.core.analysis.measures import EVEN, SMALLEST_LOSS, SOLVED, Analysis, Choice, JudgedMove, Shares
from games.core.coaching import Reason
from games.core.contract import Action
from games.core.record_parts import Move
from games.core.records import Record, replay
from games.shanghaien.reasons import find_reason
from games.shanghaien.rules.menu import ROLL, SHANGHAI
from games.shanghaien.rules.scoring import judge_row
from games.shanghaien.rules.state import TURN, State
from games.shanghaien.rules.tables import CARDS, DICE, DICE_TO_SHANGHAI, ROUNDS
from games.shanghaien.solver.solution import Solution
from games.shanghaien.solver.worth import load_margins, load_weights

#: the values that are kept of a decision with many
_MOST_CHOICES: Final = 8


def analyse(record: Record) -> Analysis:
    """The values before and after every move: exact in the last round, estimated in the others."""
    states = [step.state.copy() for step in replay(record)]
    solutions = _solve_turns(states)
    values = [solution.find_value(state) for solution, state in zip(solutions, states, strict=True)]
    steps = zip(record.moves, states, solutions, values[1:], strict=False)
    moves = [_judge_move(move, state, solution, after) for move, state, solution, after in steps]
    deal = values[0] - EVEN
    return Analysis(moves, (deal, -deal), (values[-1], 1 - values[-1]), SOLVED)


def _solve_turns(states: list[State]) -> list[Solution]:
    """The solution for each position. One is solved at the start of a turn, and serves until the next one."""
    solutions: list[Solution] = []
    for state in states:
        if state.phase == TURN or not solutions:
            solutions.append(Solution(state, load_weights()))
        else:
            solutions.append(solutions[-1])
    return solutions


def _judge_move(move: Move, state: State, solution: Solution, after: float) -> JudgedMove:
    """`after` is the value for seat 0 of the position that followed."""
    sign = 1 if move.seat == 0 else -1
    judged = [(action, _turn(value, sign)) for action, value in solution.judge_menu(state)]
    values = dict(judged)
    chosen = values[move.action] if move.action in values else _turn(solution.judge(state, move.action), sign)
    best = max(values.values())
    loss = max(0.0, best - chosen)
    choices = _list_choices(judged, move.action, chosen)
    better = choices[0].action if loss >= SMALLEST_LOSS else None
    luck = _turn(after, sign) - chosen
    return JudgedMove(
        seat=move.seat,
        action=move.action,
        values=_by_seat(best, 1 - best, move.seat),
        losses=_by_seat(best - chosen, chosen - best, move.seat),
        lucks=_by_seat(luck, -luck, move.seat),
        choices=choices,
        reason=None if better is None else _explain(state, move.seat, better, best),
        things=[] if better is None else _list_things(state, better),
        margin=load_margins().get(state.round + 1, 0.0) if state.round < ROUNDS else 0.0,
    )


def _turn(value: float, sign: int) -> float:
    """A value of seat 0, as the seat with this sign sees it."""
    return value if sign == 1 else 1 - value


def _by_seat(own: float, other: float, seat: int) -> Shares:
    """The number of the seat that moves and that of its opponent, in the order of the seats."""
    return (own, other) if seat == 0 else (other, own)


def _list_choices(judged: list[tuple[Action, float]], played: Action, value: float) -> list[Choice]:
    """The best actions, and in any case the one that was played."""
    ordered = sorted(judged, key=lambda choice: -choice[1])
    listed = [Choice(action, worth) for action, worth in ordered[:_MOST_CHOICES]]
    if all(choice.action != played for choice in listed):
        listed.append(Choice(played, value))
    return listed


def _list_things(state: State, action: Action) -> list[str]:
    """What the board outlines to show an action."""
    if action[0] == "direction":
        return [f"captain-{action[1]}"]
    if action[0] == "trick":
        return [f"kept-{action[1]}"]
    return [f"place-{CARDS[state.cards_by_number[action[1] - 1]]}"] if action[0] == "place" else []


def _explain(state: State, seat: int, best: Action, value: float) -> Reason:
    """Why the best action, which has this value, is the best. What rolling and shanghaiing win is known here better
    than to a bot.
    """
    if value > 1 - SMALLEST_LOSS:
        return Reason("should_win", "game-end")
    if best not in (ROLL, SHANGHAI):
        return find_reason(state, seat, best)
    takers = [to for to, _, _ in judge_row(state.dice_laid)]
    facts = {"mine": takers.count(seat), "theirs": takers.count(1 - seat), "rival": 1 - seat}
    facts |= {"dice": state.supply[seat]}
    if best == SHANGHAI:
        is_ahead = facts["mine"] > facts["theirs"]
        return Reason("should_shout" if is_ahead else "should_shout_behind", "shanghai", facts)
    assert DICE - state.supply[seat] >= DICE_TO_SHANGHAI, "otherwise rolling was forced"
    return Reason("should_roll", "turn", facts)
