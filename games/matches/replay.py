"""Replays a match from its log: the moves in force, earlier states, its record, and a check of its state.

A move is in force if it was not taken back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.core import record_parts, records
from games.core.contract import Action, Json, Malformed
from games.core.json_form import decode
from games.matches.archiving.packed_rows import load_packed
from games.matches.luck import revealing
from games.matches.storage import event_log, saved_states
from games.matches.storage.rows import MatchRow
from games.matches.storage.secrets import load_secret
from games.models import Match, Status
from games.registry import ENGINES


class Step(NamedTuple):
    """A move in force: event `number` of the log."""

    number: int
    seat: int
    action: Action
    drawn_values: Json


def steps(match: MatchRow | Match) -> list[Step]:
    """The moves in force."""
    fields_by_action = ENGINES[match.game].META.actions
    in_force: list[Step] = []
    for event in event_log.load_log(match):
        if event.kind == "undo":
            del in_force[-len(event.data["of"]) :]
        elif event.kind == "move":
            action = decode(fields_by_action, event.data["action"])
            in_force.append(Step(event.number, event.seat, action, event.data["chance"]))
    return in_force


def load_record(match: Match) -> records.Record:
    """The record of the setup and of every move in force, without the result."""
    return _record(match, steps(match))


def _record(match: Match, moves: list[Step]) -> records.Record:
    secret = load_secret(match.pk)
    return records.Record(
        engine=ENGINES[match.game],
        options=match.options,
        seats=[_seat(seat) for seat in match.seats.all()],
        setup=secret.setup,
        moves=[_as_move(step) for step in moves],
        luck=match.luck,
    )


def _seat(seat: Any) -> Json:
    facts = {"name": seat.name, "kind": seat.kind}
    if seat.kind == "bot":
        facts["level"] = seat.level
    return facts


def steps_back(match: MatchRow | Match, upto: int) -> Iterator[Step]:
    """Yields the moves in force after event `upto`, the newest first; reads no more than the caller needs."""
    fields_by_action = ENGINES[match.game].META.actions
    for event in event_log.walk_moves_back(match.id, upto):
        action = decode(fields_by_action, event.data["action"])
        yield Step(event.number, event.seat, action, event.data["chance"])


def state_at(match: MatchRow | Match, number: int) -> Any:
    """The state after event `number`, also of a packed match."""
    if match.status != Status.FINISHED:
        return _replay_from_saved_state(match, number)
    packed = load_packed(match.id)
    if packed is not None:
        return packed.state_at(number)
    state, error = None, None
    try:
        state = _replay_from_saved_state(match, number)
    except Malformed as malformed:
        error = malformed
    # If the match was packed meanwhile, some of its moves were missing.
    packed = load_packed(match.id)
    if packed is not None:
        return packed.state_at(number)
    if error is not None:
        raise error
    return state


def _replay_from_saved_state(match: MatchRow | Match, number: int) -> Any:
    """The newest saved state, with the moves since then replayed."""
    saved_numbers = saved_states.load_numbers(match.id, number)
    later_steps: list[Step] = []
    state = None
    for step in steps_back(match, number):
        if step.number in saved_numbers:
            state = saved_states.load_saved_state(match, step.number)
        if state is not None:
            break
        later_steps.append(step)
    if state is None:
        state = _first_state(match)
    later_steps.reverse()
    for _position in records.continue_replay(ENGINES[match.game], state, map(_as_move, later_steps)):
        pass  # Each step changes the state.
    return state


def states_before(match: MatchRow | Match, moves: Sequence[Step]) -> list[Any]:
    """The state before each of these successive moves, the oldest first."""
    state = state_at(match, moves[0].number - 1)
    states = [state.copy()]
    for _position in records.continue_replay(ENGINES[match.game], state, map(_as_move, moves[:-1])):
        states.append(state.copy())
    return states


def _first_state(match: MatchRow | Match) -> Any:
    return ENGINES[match.game].deal(match.seat_count, match.options, load_secret(match.id).setup)


def _as_move(step: Step) -> record_parts.Move:
    return record_parts.Move(step.seat, step.action, step.drawn_values)


def record(match: Match) -> Json:
    """The public record of a finished match, with the secrets of its luck."""
    record = load_record(match)
    record.result = {
        "scores": match.result["scores"],
        "winners": match.result["winners"],
        "reason": match.result["end"],
    }
    record.fairness = revealing.reveal(match)
    return records.write_document(record)


def find_difference(match: Match) -> str:
    """The fault in the log or the stored state of the match; empty if the state equals its replay."""
    engine = ENGINES[match.game]
    numbers = [event.number for event in event_log.load_log(match)]
    if numbers != list(range(1, match.number + 1)):
        return "the events do not count from 1 without a gap"
    packed = load_packed(match.pk)
    if not match.state and not packed:
        return "" if match.status == Status.OPEN else "it has no state"
    try:
        record = load_record(match)
        state = records.replay_to(record, len(record.moves))
    except Malformed as error:
        return str(error)
    if len(record.moves) != match.moves:
        return f"{len(record.moves)} moves are in force, the match says {match.moves}"
    if packed:
        return (
            "" if packed.computed_digest() == packed.digest else "the packed log reads otherwise than before"
        )
    if engine.dump(state) != engine.dump(engine.load(json.loads(match.state))):
        return "the stored state is not its replay"
    return ""
