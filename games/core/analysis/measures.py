"""What a finished match was made of: the luck of its draws and the skill of its players.

The measures are those that players of backgammon have used for decades. A *value* is the chance of a seat to win,
with half of a draw, if both play best from there.

- The *loss* of a decision is the value of its best action minus that of the chosen one: never negative. The decision
  was *exact* if nothing was lost, *forced* if there was only one action.
- The *luck* of a draw is the value after it minus the mean over all that could be drawn.

One sign convention: every number of a move is that of the seat that made it, so luck above 0 was good for it; every
number of a seat is that of this seat. The values go from one half before the deal to the result, step by step,
therefore for each seat: luck + skill + what a match broken off left undecided = result - 1/2. Skill is what the
opponent has lost minus what the seat itself has lost. With more than two seats a mistake helps some and harms others:
each number of a move then stands there for every seat, and the skill of a seat is what all mistakes brought it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.core.coaching import Reason
from games.core.contract import Action, Engine, Json
from games.core.json_form import encode
from games.core.records import Record

FORMAT: Final = "escale-match-analysis"
VERSION: Final = 2
#: a smaller loss counts as none: pages show a loss as a percentage with one decimal, and would show 0.0
SMALLEST_LOSS: Final = 0.0005
#: from this loss on a decision has this grade; the limits are those of backgammon, in chances to win
GRADES: Final = {"doubtful": 0.02, "mistake": 0.04, "blunder": 0.08}
EVEN: Final = 0.5


#: how the values were found: solved, and so exact but for what later rounds are worth; or estimated by rollouts
SOLVED, ROLLOUTS = "solved", "rollouts"
#: for each seat its part of a number
Shares = tuple[float, ...]


class Choice(NamedTuple):
    """An action that was open, and what it is worth to the seat."""

    action: Action
    value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedMove:
    """One move of a record."""

    seat: int
    action: Action
    #: by seat, with best play, before the decision
    values: Shares
    #: by seat, what the decision cost: above 0 for the seat that moved, at most 0 for those whom that helped
    losses: Shares
    #: by seat, what the draws on this move brought
    lucks: Shares
    #: the best first; with one action the move was forced
    choices: Sequence[Choice]
    #: None where nothing better was to be had
    reason: Reason | None
    #: the cards and pieces of the best action, as the `data-key` attributes that they have on the board
    things: Sequence[str]
    #: 0 where the values are exact; otherwise 95 % of such estimates were nearer than this
    margin: float
    #: half of the interval of 95 % of the loss, where rollouts estimated it
    loss_margin: float = 0.0

    @property
    def value(self) -> float:
        """Of the seat that moves."""
        return self.values[self.seat]

    @property
    def loss(self) -> float:
        """What the seat gave away."""
        return self.losses[self.seat]

    @property
    def luck(self) -> float:
        """What the draws brought the seat."""
        return self.lucks[self.seat]


class Analysis(NamedTuple):
    """A judged match."""

    moves: list[JudgedMove]
    #: by seat, what the deal brought
    deals: Shares
    #: by seat, after the last move: the result, unless the match was broken off
    last_values: Shares
    #: SOLVED or ROLLOUTS
    method: str


Analyst = Callable[[Record], Analysis]


def grade_loss(loss: float) -> str:
    """The name of the highest grade that the loss reaches; empty if none."""
    reached = [name for name, limit in GRADES.items() if loss >= limit]
    return reached[-1] if reached else ""


def write_analysis(record: Record, analysis: Analysis) -> Json:
    """The analysis as the public JSON document, the companion of a record."""
    engine = record.engine
    moves = [_write_move(engine, number, move) for number, move in enumerate(analysis.moves, start=1)]
    seats = range(len(record.seats))
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": engine.META.slug,
        "method": analysis.method,
        "deal": _round(analysis.deals[0]),
        "moves": moves,
        "value": _round(analysis.last_values[0]),
        "values": _round_all(analysis.last_values),
        "seats": [summarise(analysis, seat, find_share(record, seat)) for seat in seats],
    }


def find_share(record: Record, seat: int) -> float:
    """What the seat has of the victory by the record: 1, 0 or a share of it; the same for all if nobody won."""
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
        "grade": grade_loss(move.loss),
        "margin": _round(move.margin),
        "loss_margin": _round(move.loss_margin),
        "choices": [
            {"action": encode(fields, choice.action), "value": _round(choice.value)}
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


def _round_all(values: Shares) -> list[float]:
    return [_round(value) for value in values]


def summarise(analysis: Analysis, seat: int, result: float) -> Json:
    """What the numbers of a match say of one seat."""
    own_moves = [move for move in analysis.moves if move.seat == seat]
    losses = [move.loss for move in own_moves if len(move.choices) > 1]
    grades = [grade_loss(loss) for loss in losses]
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
    """What the deal and all draws brought the seat."""
    return analysis.deals[seat] + sum(move.lucks[seat] for move in analysis.moves)


def find_skill(analysis: Analysis, seat: int) -> float:
    """What all mistakes, its own and those of the others, brought the seat."""
    return -sum(move.losses[seat] for move in analysis.moves)


def list_values(analysis: Analysis, seat: int = 0) -> Iterator[float]:
    """The value for a seat before each move, and after the last one."""
    for move in analysis.moves:
        yield move.values[seat]
    yield analysis.last_values[seat]
