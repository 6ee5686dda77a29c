"""Judges a whole match of Shanghaien, move by move.

`solution.py` gives the values: exact in the last round, estimated in the others.
"""

from __future__ import annotations

from games.core.analysis.measures import (
    EQUAL_SHARE,
    MAX_SHOWN_CHOICES,
    SMALLEST_LOSS,
    SOLVED,
    Analysis,
    Choice,
    JudgedMove,
    NumbersBySeat,
)
from games.core.coaching import Reason
from games.core.contract import Action, Json
from games.core.record_parts import Move
from games.core.records import Record, replay
from games.shanghaien.reasons import find_reason
from games.shanghaien.rules.menu import ROLL, SHANGHAI
from games.shanghaien.rules.scoring import judge_row
from games.shanghaien.rules.state import TURN, State
from games.shanghaien.rules.tables import CARDS, DICE, DICE_TO_SHANGHAI
from games.shanghaien.solver.solution import Solution
from games.shanghaien.solver.worth import load_margins, load_weights


def analyse(record: Record) -> Analysis:
    """Judges every move by the values before and after it."""
    states = [step.state.copy() for step in replay(record)]
    solutions = _solve_turns(states)
    values = [solution.find_value(state) for solution, state in zip(solutions, states, strict=True)]
    moves = []
    for number, move in enumerate(record.moves):
        value_after = values[number + 1]
        moves.append(_judge_move(move, states[number], solutions[number], value_after))
    deal_luck = values[0] - EQUAL_SHARE
    last_value = values[-1]
    return Analysis(
        moves=moves,
        deals=(deal_luck, -deal_luck),
        last_values=(last_value, 1 - last_value),
        method=SOLVED,
    )


def _solve_turns(states: list[State]) -> list[Solution]:
    """The solution for each position.

    A turn is solved at its start; its later positions use the same solution.
    """
    solutions: list[Solution] = []
    for state in states:
        if state.phase == TURN or not solutions:
            solutions.append(Solution(state, load_weights()))
        else:
            solutions.append(solutions[-1])
    return solutions


def _judge_move(move: Move, state: State, solution: Solution, value_after: float) -> JudgedMove:
    """`value_after` is the value of the next position for seat 0."""
    seat = move.seat
    choices = [Choice(action, _see_as(value, seat)) for action, value in solution.judge_menu(state)]
    played = _find_choice(choices, move.action)
    if played is None:  # `judge_menu` leaves out jokers that cannot be best; one of those was played.
        played = Choice(move.action, _see_as(solution.judge(state, move.action), seat))
    best_value = max(choice.value for choice in choices)
    loss = best_value - played.value
    luck = _see_as(value_after, seat) - played.value
    shown_choices = _list_best_choices(choices, played)
    better = shown_choices[0].action if loss >= SMALLEST_LOSS else None
    next_round = state.round + 1
    return JudgedMove(
        seat=seat,
        action=move.action,
        values=_by_seat(best_value, 1 - best_value, seat),
        losses=_by_seat(loss, played.value - best_value, seat),
        lucks=_by_seat(luck, -luck, seat),
        choices=[choice._replace(facts=_find_facts(state, choice.action)) for choice in shown_choices],
        reason=None if better is None else _explain(state, seat, better, best_value),
        things=[] if better is None else _list_things(state, better),
        # The value rests on the estimate of the next round. In the last round it is exact.
        margin=load_margins().get(next_round, 0.0),
    )


def _see_as(value: float, seat: int) -> float:
    """A value of seat 0 from the point of view of this seat."""
    return value if seat == 0 else 1 - value


def _by_seat(own: float, other: float, seat: int) -> NumbersBySeat:
    """The number of the seat that moves and that of its opponent, in the order of the seats."""
    return (own, other) if seat == 0 else (other, own)


def _find_choice(choices: list[Choice], action: Action) -> Choice | None:
    for choice in choices:
        if choice.action == action:
            return choice
    return None


def _list_best_choices(choices: list[Choice], played: Choice) -> list[Choice]:
    """The best choices, and in any case the one that was played."""
    best_first = sorted(choices, key=lambda choice: -choice.value)
    shown_choices = best_first[:MAX_SHOWN_CHOICES]
    if _find_choice(shown_choices, played.action) is None:
        shown_choices.append(played)
    return shown_choices


def _find_facts(state: State, action: Action) -> Json:
    """The card at which a die is placed."""
    if action[0] == "place":
        number = action[1]
        return {"card": CARDS[state.cards_by_number[number - 1]]}  # Numbers start at 1.
    return {}


def _list_things(state: State, action: Action) -> list[str]:
    """The `data-key` attributes of the cards and pieces that the board highlights to show an action."""
    if action[0] == "direction":
        return [f"captain-{action[1]}"]
    if action[0] == "trick":
        return [f"kept-{action[1]}"]  # a trick card that the seat keeps
    if action[0] == "place":
        number = action[1]
        card = state.cards_by_number[number - 1]  # Numbers start at 1.
        return [f"place-{CARDS[card]}"]
    return []


def _explain(state: State, seat: int, best: Action, value: float) -> Reason:
    """Says why the best action, which has this value, is the best.

    The solution knows exactly what rolling and shouting *Shanghai* win. For other actions the reason is the
    one that a bot gives in a hint.
    """
    if value > 1 - SMALLEST_LOSS:
        return Reason("should_win", "game-end")
    if best not in (ROLL, SHANGHAI):
        return find_reason(state, seat, best)
    takers = [taker for taker, _, _ in judge_row(state.dice_laid)]
    facts = {
        "mine": takers.count(seat),
        "theirs": takers.count(1 - seat),
        "rival": 1 - seat,
        "dice": state.supply[seat],
    }
    if best == SHANGHAI:
        is_ahead = facts["mine"] > facts["theirs"]
        return Reason("should_shout" if is_ahead else "should_shout_behind", "shanghai", facts)
    own_dice_laid = DICE - state.supply[seat]
    assert own_dice_laid >= DICE_TO_SHANGHAI, "a seat that may not shout can only roll"
    return Reason("should_roll", "turn", facts)
