"""Positions that show a rule at work: a beginning of a match, an action, and a question about it.

The engine answers the question. Each section of a rule that the engine follows has a position in
games/<game>/positions.json, which `searching.py` has found. games/<game>/examples.json holds the worked
examples of the rule; people entered their setups and moves.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from games.core.chance import QuickChance, ScriptedChance
from games.core.contract import Engine, Json, Malformed
from games.core.json_form import decode_question, encode
from games.core.positions.probes import GameProbes, Moment, Probe, ProbeQuestion
from games.core.record_parts import Move
from games.core.records import continue_replay


def to_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Position:
    """The beginning of a match, and the action that the question is about."""

    section: str
    question: str
    params: Json
    seats: int
    options: Json
    setup: Json
    moves: list[Move]
    asked_move: Move
    #: the engine's answer when the position was found, and the digest of everything that the engine returned
    answer: Any = None
    digest: str = ""
    #: the probe that recognises the position
    probe: Probe = field(repr=False)


def describe_position(engine: Engine, position: Position) -> Json:
    """The position as JSON; `read_position` reads it."""
    return {
        "section": position.section,
        **({"variant": position.probe.variant} if position.probe.variant else {}),
        "question": position.question,
        "params": position.params,
        "answer": position.answer,
        "digest": position.digest,
        "seats": position.seats,
        "options": position.options,
        "setup": _without_carried(engine, position.setup),
        "moves": [_describe_move(engine, move) for move in position.moves],
        "asked": _describe_move(engine, position.asked_move),
    }


def _without_carried(engine: Engine, setup: Json) -> Json:
    """The setup without the entries that come from the options."""
    return {name: value for name, value in setup.items() if name not in engine.META.entries_from_options}


def _add_carried(engine: Engine, seats: int, options: Json, setup: Json) -> Json:
    """The setup with the entries that come from the options."""
    if not engine.META.entries_from_options:
        return setup
    return engine.draw(seats, options, QuickChance(0)) | setup


def _describe_move(engine: Engine, move: Move) -> Json:
    data = {"seat": move.seat, "action": encode(engine.META.actions, move.action)}
    return data | {"chance": move.chance} if move.chance else data


def read_position(engine: Engine, probes: GameProbes, data: Json) -> Position:
    """The position that `describe_position` wrote; Malformed if no probe has this question any more."""
    for probe in (*probes.searched_probes, *probes.example_probes):
        if belongs_to_probe(data, probe):
            facts = {name: data[name] for name in ("params", "answer", "digest", "seats", "options")}
            return Position(
                section=probe.section,
                question=probe.question,
                setup=_add_carried(engine, data["seats"], data["options"], data["setup"]),
                moves=[_read_move(engine, move) for move in data["moves"]],
                asked_move=_read_move(engine, data["asked"]),
                probe=probe,
                **facts,
            )
    raise Malformed("no probe asks this question", f"{data['section']}.{data['question']}")


def belongs_to_probe(row: Json, probe: Probe) -> bool:
    """Whether a stored position has the question of this probe."""
    stored = row["section"], row["question"], row.get("variant", "")
    return (probe.section, probe.question, probe.variant) == stored


def _read_move(engine: Engine, data: Json) -> Move:
    return Move(data["seat"], decode_question(engine.META.actions, data["action"]), data.get("chance", {}))


# --- the engine answers ---------------------------------------------------------------------------


def replay_position(engine: Engine, position: Position) -> Any:
    """The state in which the question is asked. Each move is checked."""
    state = engine.deal(position.seats, position.options, position.setup)
    for _ in continue_replay(engine, state, position.moves):
        pass
    return state


def try_action(engine: Engine, seats: int, before: Any, move: Move) -> Moment:
    """The moment in which the engine does or refuses an action. The state `before` is not changed."""
    seat, action, chance = move
    refusal = engine.check(before, seat, action)
    if refusal is not None:
        return Moment(engine, seats, before, seat, action, refusal, events=(), after=before)
    after = before.copy()
    events = engine.advance(after, seat, action, ScriptedChance(chance))
    return Moment(engine, seats, before, seat, action, refusal=None, events=events, after=after)


def judge(position: Position, moment: Moment) -> ProbeQuestion:
    """The question with the answer that the engine gives now; Malformed if it no longer cites the section."""
    for question in position.probe.find(moment):
        if to_json(question.params) == to_json(position.params):
            return question
    raise Malformed("the engine does not cite this section here", position.section)


def compute_digest(engine: Engine, position: Position) -> str:
    """A digest of everything that the engine returns on the way to the question and in answer to it.

    It changes when anything changes that the engine plays, offers, refuses, explains, shows or counts.
    """
    digest = hashlib.sha256()
    state = engine.deal(position.seats, position.options, position.setup)
    _add_state(digest, engine, state, position.seats)
    for step in continue_replay(engine, state, position.moves):
        digest.update(to_json(step.events).encode())
        _add_menus(digest, engine, step.state)
    _add_state(digest, engine, state, position.seats)
    moment = try_action(engine, position.seats, state, position.asked_move)
    digest.update(to_json([moment.refusal, moment.events]).encode())
    _add_state(digest, engine, moment.after, position.seats)
    return digest.hexdigest()[:16]


def _add_menus(digest: Any, engine: Engine, state: Any) -> None:
    for decision in engine.decisions(state):
        menu = engine.legal(state, decision.seat)
        digest.update(to_json([decision, list(menu)]).encode())


def _add_state(digest: Any, engine: Engine, state: Any, seats: int) -> None:
    _add_menus(digest, engine, state)
    for decision in engine.decisions(state):
        digest.update(to_json(engine.explain(state, decision.seat)).encode())
    for seat in range(seats):
        digest.update(to_json(engine.view(state, seat)).encode())
    digest.update(to_json(engine.outcome(state)).encode())
