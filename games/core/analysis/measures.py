"""Measures what a finished match was made of: the luck of its draws and the skill of its players.

Players of backgammon have used these measures for decades. A *value* is the chance of a seat to win, where a
draw counts half, if all seats choose best from there on.

- The *loss* of a decision is the value of its best action minus the value of the chosen action. It is never
  negative for the seat that decides. The decision was *exact* if nothing was lost, and *forced* if there was
  only one action.
- The *luck* of a draw is the value after it minus the mean value over everything that could have been drawn.

Signs: a number in `JudgedMove` belongs to the seat that moved, so luck above 0 was good for it. A number in
`summarise` belongs to its own seat. From the deal to the result, the changes of a seat's value add up. So for
each seat: luck + skill + unplayed = result - equal share, where the *equal share* is 1 divided by the number
of seats, and *unplayed* is what a match that was broken off did not settle. With two seats, skill is what the
opponent has lost minus what the seat itself has lost. With more than two seats, a mistake helps some and
harms others. So each move holds its numbers once for every seat, and the skill of a seat is what all mistakes
of the match brought it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.core.coaching import Reason
from games.core.contract import Action, Engine, Json
from games.core.json_form import encode
from games.core.records import Record

FORMAT: Final = "escale-match-analysis"
VERSION: Final = 4
#: a smaller loss counts as none: pages show a loss as a percentage with one decimal, and would show 0.0
SMALLEST_LOSS: Final = 0.0005
#: grade -> the smallest loss that has it; the limits of backgammon, in chances to win
GRADES: Final = {"doubtful": 0.02, "mistake": 0.04, "blunder": 0.08}
#: the share of the victory that each of two seats has before the match
EQUAL_SHARE: Final = 0.5
#: an analysis lists at most this many choices of a decision
MAX_SHOWN_CHOICES: Final = 8


#: how the values were found. SOLVED: calculated exactly, except for the value of later rounds. ROLLOUTS:
#: estimated by playing matches on
SOLVED, ROLLOUTS = "solved", "rollouts"
#: one number for each seat
NumbersBySeat = tuple[float, ...]


class Choice(NamedTuple):
    """An action that was open, and what it is worth to the seat."""

    action: Action
    value: float
    #: what the action meets in its position, such as the card on a pile: an action alone does not say it
    facts: Mapping[str, Any] = {}


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedMove:
    """One move of a record."""

    seat: int
    action: Action
    #: by seat, the value before the decision, if all seats choose best
    values: NumbersBySeat
    #: by seat, the loss: above 0 for a seat that lost by the decision, below 0 for a seat that it helped
    losses: NumbersBySeat
    #: by seat, the luck of the draws on this move
    lucks: NumbersBySeat
    #: the best action first; if there is only one, the move was forced
    choices: Sequence[Choice]
    #: why the best action is better; None if the chosen action was the best
    reason: Reason | None
    #: the cards and pieces of the best action, as the `data-key` attributes that they have on the board
    things: Sequence[str]
    #: the error of the values: 95 % of the estimates at this point err less; 0 where the values are exact
    margin: float
    #: the error of the loss: half of its 95 % confidence interval; 0 where rollouts have shown no loss
    loss_margin: float = 0.0

    @property
    def value(self) -> float:
        """The value for the seat that moves."""
        return self.values[self.seat]

    @property
    def loss(self) -> float:
        """What the decision cost the seat that moves."""
        return self.losses[self.seat]

    @property
    def luck(self) -> float:
        """What the draws brought the seat that moves."""
        return self.lucks[self.seat]

    @property
    def is_proven(self) -> bool:
        """Whether the loss is no mere error of the estimates that it rests on.

        Rollouts have proven it if they give its interval. A loss to the end of a solved round must exceed the
        error of the estimates of such ends.
        """
        return self.loss_margin > 0 or self.loss > self.margin

    @property
    def grade(self) -> str:
        """The grade of the loss; empty if it has none, or is not proven."""
        return grade_loss(self.loss) if self.is_proven else ""


class Analysis(NamedTuple):
    """A judged match."""

    moves: list[JudgedMove]
    #: by seat, the luck of the deal
    deals: NumbersBySeat
    #: by seat, the value after the last move: the result, unless the match was broken off
    last_values: NumbersBySeat
    #: SOLVED or ROLLOUTS
    method: str


Analyst = Callable[[Record], Analysis]


def grade_loss(loss: float) -> str:
    """The name of the highest grade that the loss reaches; empty if none."""
    reached = [name for name, limit in GRADES.items() if loss >= limit]
    return reached[-1] if reached else ""  # GRADES begins with the smallest loss.


def write_analysis(record: Record, analysis: Analysis) -> Json:
    """The analysis as the public JSON document, which accompanies the record."""
    engine = record.engine
    moves = [_write_move(engine, number, move) for number, move in enumerate(analysis.moves, start=1)]
    seats = range(len(record.seats))
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": engine.META.slug,
        "method": analysis.method,
        # `deal` and `value` belong to seat 0: version 1 had only these, and readers may still use them.
        "deal": _round(analysis.deals[0]),
        "moves": moves,
        "value": _round(analysis.last_values[0]),
        "values": _round_all(analysis.last_values),
        "seats": [summarise(analysis, seat, find_share(record, seat)) for seat in seats],
    }


def find_share(record: Record, seat: int) -> float:
    """The share of the victory in the record: 1, 0 or a fraction; equal shares if nobody won."""
    winners = record.result["winners"] if record.result else []
    if not winners:
        return 1 / len(record.seats)
    return 1 / len(winners) if seat in winners else 0.0


def _write_move(engine: Engine, number: int, move: JudgedMove) -> Json:
    fields = engine.META.actions
    return {
        "n": number,
        "seat": move.seat,
        "action": encode(fields, move.action),
        "value": _round(move.value),
        "loss": _round(move.loss),
        "luck": _round(move.luck),
        "values": _round_all(move.values),
        "losses": _round_all(move.losses),
        "lucks": _round_all(move.lucks),
        "is_proven": move.is_proven,
        "grade": move.grade,
        "margin": _round(move.margin),
        "loss_margin": _round(move.loss_margin),
        "choices": [
            {
                "action": encode(fields, choice.action),
                "value": _round(choice.value),
                "facts": dict(choice.facts),
            }
            for choice in move.choices
        ],
        "reason": _write_reason(move.reason),
        "things": list(move.things),
    }


def _write_reason(reason: Reason | None) -> Json | None:
    if reason is None:
        return None
    return {"code": reason.code, "rule": reason.rule, "params": dict(reason.params)}


def _round(value: float) -> float:
    return round(value, 6)


def _round_all(values: NumbersBySeat) -> list[float]:
    return [_round(value) for value in values]


def summarise(analysis: Analysis, seat: int, result: float) -> Json:
    """The numbers of one seat, as the analysis shows them; `result` is its share of the victory."""
    own_moves = [move for move in analysis.moves if move.seat == seat]
    losses = [move.loss for move in own_moves if len(move.choices) > 1]
    grades = [move.grade for move in own_moves if len(move.choices) > 1]
    lost = sum(move.loss for move in own_moves)
    return {
        "decisions": len(losses),
        "exact": sum(loss < SMALLEST_LOSS for loss in losses),
        "lost": _round(lost),
        "loss_per_decision": _round(lost / max(1, len(losses))),
        "grades": {name: grades.count(name) for name in GRADES},
        "deal": _round(analysis.deals[seat]),
        "luck": _round(find_luck(analysis, seat)),
        "skill": _round(find_skill(analysis, seat)),
        "unplayed": _round(result - analysis.last_values[seat]),
        "result": _round(result),
    }


def find_luck(analysis: Analysis, seat: int) -> float:
    """The luck of the deal and of all draws for the seat."""
    return analysis.deals[seat] + sum(move.lucks[seat] for move in analysis.moves)


def find_skill(analysis: Analysis, seat: int) -> float:
    """What all mistakes, its own and those of the others, brought the seat."""
    return -sum(move.losses[seat] for move in analysis.moves)


def list_values(analysis: Analysis, seat: int = 0) -> Iterator[float]:
    """The value for a seat before each move, and after the last one."""
    for move in analysis.moves:
        yield move.values[seat]
    yield analysis.last_values[seat]
