"""What a finished match was made of: the luck of its draws and the skill of its players.

The measures are those that players of backgammon have used for decades. A *value* is the chance of a seat to win,
with half of a draw, if both play best from there.

- The *loss* of a decision is the value of its best action minus that of the chosen one: never negative. The decision
  was *exact* if nothing was lost, *forced* if there was only one action.
- The *luck* of a draw is the value after it minus the mean over all that could be drawn.

One sign convention: every number of a move is that of the seat that made it, so luck above 0 was good for it; every
number of a seat is that of this seat. The values go from one half before the deal to the result, step by step,
therefore for each seat: luck + skill + what a match broken off left undecided = result - 1/2. Skill is what the
opponent has lost minus what the seat itself has lost.
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
VERSION: Final = 1
#: a smaller loss counts as none: pages show a loss as a percentage with one decimal, and would show 0.0
SMALLEST_LOSS: Final = 0.0005
#: from this loss on a decision has this grade; the limits are those of backgammon, in chances to win
GRADES: Final = {"doubtful": 0.02, "mistake": 0.04, "blunder": 0.08}
EVEN: Final = 0.5


class Choice(NamedTuple):
    """An action that was open, and what it is worth to the seat."""

    action: Action
    value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedMove:
    """One move of a record. Values are those of the seat that makes it."""

    seat: int
    action: Action
    #: with best play, before the decision
    value: float
    #: what was given away
    loss: float
    #: what the draws on this move brought
    luck: float
    #: the best first; with one action the move was forced
    choices: Sequence[Choice]
    #: None where nothing better was to be had
    reason: Reason | None
    #: the cards and pieces of the best action, as the `data-key` attributes that they have on the board
    things: Sequence[str]
    #: 0 where the values are exact; otherwise 95 % of such estimates were nearer to the solved value
    margin: float


class Analysis(NamedTuple):
    """A judged match of two."""

    moves: list[JudgedMove]
    #: what the deal brought seat 0
    deal: float
    #: the value for seat 0 after the last move: the result, unless the match was broken off
    last_value: float


Analyst = Callable[[Record], Analysis]


def grade_loss(loss: float) -> str:
    """The name of the highest grade that the loss reaches; empty if none."""
    reached = [name for name, limit in GRADES.items() if loss >= limit]
    return reached[-1] if reached else ""


def write_analysis(record: Record, analysis: Analysis) -> Json:
    """The analysis as the public JSON document, the companion of a record."""
    engine = record.engine
    moves = [_write_move(engine, number, move) for number, move in enumerate(analysis.moves, start=1)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": engine.META.slug,
        "deal": _round(analysis.deal),
        "moves": moves,
        "value": _round(analysis.last_value),
        "seats": [summarise(analysis, seat, find_share(record, seat)) for seat in (0, 1)],
    }


def find_share(record: Record, seat: int) -> float:
    """What the seat has of the victory by the record: 1, 0 or a share of it; 1/2 if nobody won."""
    winners = record.result["winners"] if record.result else []
    if not winners:
        return EVEN
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
        "grade": grade_loss(move.loss),
        "margin": _round(move.margin),
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


def summarise(analysis: Analysis, seat: int, result: float) -> Json:
    """What the numbers of a match say of one seat."""
    own_moves = [move for move in analysis.moves if move.seat == seat]
    other_moves = [move for move in analysis.moves if move.seat != seat]
    losses = [move.loss for move in own_moves if len(move.choices) > 1]
    grades = [grade_loss(loss) for loss in losses]
    lost = sum(move.loss for move in own_moves)
    lost_by_other = sum(move.loss for move in other_moves)
    luck_of_deal = analysis.deal if seat == 0 else -analysis.deal
    luck_of_moves = sum(move.luck for move in own_moves) - sum(move.luck for move in other_moves)
    last_value = analysis.last_value if seat == 0 else 1 - analysis.last_value
    return {
        "decisions": len(losses),
        "exact": sum(loss < SMALLEST_LOSS for loss in losses),
        "lost": _round(lost),
        "loss_per_decision": _round(lost / max(1, len(losses))),
        "grades": {name: grades.count(name) for name in GRADES},
        "luck": _round(luck_of_deal + luck_of_moves),
        "skill": _round(lost_by_other - lost),
        "unplayed": _round(result - last_value),
        "result": _round(result),
    }


def list_values(analysis: Analysis) -> Iterator[float]:
    """The value for seat 0 before each move, and after the last one."""
    for move in analysis.moves:
        yield move.value if move.seat == 0 else 1 - move.value
    yield analysis.last_value
