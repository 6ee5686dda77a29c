"""Puzzles: positions of bot matches in which one action is clearly the best.

`python -m games puzzles` found those of games/<game>/puzzles.json, and estimated what each action is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action, Engine, Json
from games.core.json_form import decode, encode
from games.core.positions.position import Position
from games.core.positions.probes import Moment, Probe, ProbeQuestion
from games.core.record_parts import Move

#: the question of every puzzle
QUESTION: Final = "best"


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """An action that may be chosen, and how often its seat wins after it."""

    action: Action
    #: the share of the victory, from 0 to 1
    value: float
    #: 95 % of estimates like this one err less; 0 where the value is exact
    margin: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Puzzle:
    """A state of a recorded bot match, some possible actions, and the reason why the best is the best."""

    seats: int
    options: Json
    state: Any
    seat: int
    choices: Sequence[Option]
    #: the index of the best action in `choices`
    best: int
    reason: Reason
    #: the seed of the match, and how many moves were made before this state
    seed: int
    moves: int


def write_puzzle(engine: Engine, puzzle: Puzzle) -> Json:
    """The puzzle as JSON; `read_puzzle` reads it."""
    fields = engine.META.actions
    return {
        "seed": puzzle.seed,
        "moves": puzzle.moves,
        "seats": puzzle.seats,
        "options": puzzle.options,
        "seat": puzzle.seat,
        "best": puzzle.best,
        "choices": [
            {"action": encode(fields, choice.action), "value": choice.value, "margin": choice.margin}
            for choice in puzzle.choices
        ],
        "reason": {
            "code": puzzle.reason.code,
            "rule": puzzle.reason.rule,
            "params": dict(puzzle.reason.params),
        },
        "state": _without_carried(engine, engine.dump(puzzle.state)),
    }


def _without_carried(engine: Engine, dumped: Json) -> Json:
    """The state without the entries that come from the options."""
    return {name: value for name, value in dumped.items() if name not in engine.META.entries_from_options}


def _add_carried(engine: Engine, data: Json) -> Json:
    """The state with the entries that come from the options."""
    carried = engine.META.entries_from_options
    setup = engine.draw(data["seats"], data["options"], QuickChance(0)) if carried else {}
    state: Json = data["state"]
    return state | {name: setup[name] for name in carried}


def read_puzzle(engine: Engine, data: Json) -> Puzzle:
    """The puzzle that `write_puzzle` wrote."""
    choices = [
        Option(
            action=decode(engine.META.actions, choice["action"]),
            value=choice["value"],
            margin=choice["margin"],
        )
        for choice in data["choices"]
    ]
    return Puzzle(
        seats=data["seats"],
        options=data["options"],
        state=engine.load(_add_carried(engine, data)),
        seat=data["seat"],
        choices=choices,
        best=data["best"],
        reason=Reason(**data["reason"]),
        seed=data["seed"],
        moves=data["moves"],
    )


def make_position(engine: Engine, puzzle: Puzzle) -> tuple[Position, Moment]:
    """The puzzle as a position of the rule, so that pages treat it like the others."""
    actions = [encode(engine.META.actions, choice.action) for choice in puzzle.choices]
    question = ProbeQuestion(params={"seat": puzzle.seat}, choices=actions, answer=actions[puzzle.best])
    best = puzzle.choices[puzzle.best].action
    probe = Probe(
        section=puzzle.reason.rule,
        question=QUESTION,
        answers="action",
        cited_by="puzzle",
        find=lambda moment: [question],
        fits=lambda seats, options: True,
        ignores_action=True,
    )
    position = Position(
        section=puzzle.reason.rule,
        question=QUESTION,
        params=question.params,
        seats=puzzle.seats,
        options=puzzle.options,
        setup={},
        moves=[],
        asked_move=Move(puzzle.seat, best, {}),
        probe=probe,
    )
    moment = Moment(
        engine=engine,
        seats=puzzle.seats,
        before=puzzle.state,
        seat=puzzle.seat,
        action=best,
        refusal=None,
        events=(),
        after=puzzle.state,
    )
    return position, moment
