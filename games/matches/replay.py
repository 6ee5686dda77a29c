"""Replays a match from its log: the moves in force, any earlier state, its record, and a check of the stored state."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from games.core import record_parts, records
from games.core.contract import Action, Json, Malformed
from games.core.json_form import decode
from games.models import Match, MatchEvent, MatchSecret
from games.registry import ENGINES


class Step(NamedTuple):
    """A move that was not taken back: the `index`-th of the match (from 1), event `number` of the log."""

    index: int
    number: int
    seat: int
    action: Action
    drawn_values: Json
    events: list[Json]


def steps(match_id: str, upto: int | None = None) -> list[Step]:
    """The moves in force after event `upto` (default: the last)."""
    rows = MatchEvent.objects.filter(match_id=match_id, kind__in=("move", "undo")).order_by("number")
    if upto is not None:
        rows = rows.filter(number__lte=upto)
    game = Match.objects.values_list("game", flat=True).get(pk=match_id)
    fields_by_action = ENGINES[game].META.actions
    in_force: list[Step] = []
    for number, kind, seat, data in rows.values_list("number", "kind", "seat", "data"):
        if kind == "undo":
            del in_force[-len(data["of"]) :]
        else:
            action = decode(fields_by_action, data["action"])
            in_force.append(Step(len(in_force) + 1, number, seat, action, data["chance"], data["events"]))
    return in_force


def load_record(match: Match) -> records.Record:
    """The record of the setup and of every move in force, without the result."""
    return _record(match, steps(match.pk))


def _record(match: Match, moves: list[Step]) -> records.Record:
    secret = MatchSecret.objects.get(match_id=match.pk)
    return records.Record(
        engine=ENGINES[match.game],
        options=match.options,
        seats=[_seat(seat) for seat in match.seats.all()],
        setup=secret.setup,
        moves=[record_parts.Move(step.seat, step.action, step.drawn_values) for step in moves],
    )


def _seat(seat: Any) -> Json:
    facts = {"name": seat.name, "kind": seat.kind}
    if seat.kind == "bot":
        facts["level"] = seat.level
    return facts


def states_after(match_id: str, move_counts: list[int]) -> list[Any]:
    """For each number of moves (they ascend) a copy of the state after that many moves, in one pass."""
    match = Match.objects.get(pk=match_id)
    record = _record(match, steps(match_id)[: move_counts[-1]])
    wanted_counts = set(move_counts)
    state_by_count = {}
    for step in records.replay(record):
        if step.number in wanted_counts:
            state_by_count[step.number] = step.state.copy()
    return [state_by_count[count] for count in move_counts]


def state_at(match_id: str, number: int) -> Any:
    """The state as it was after event `number`."""
    match = Match.objects.get(pk=match_id)
    record = _record(match, steps(match_id, number))
    return records.replay_to(record, len(record.moves))


def record(match: Match) -> Json:
    """The public record of a finished match, with the secrets of its chance."""
    record = load_record(match)
    record.result = {
        "scores": match.result["scores"],
        "winners": match.result["winners"],
        "reason": match.result["end"],
    }
    secret = MatchSecret.objects.get(match_id=match.pk)
    if secret.secret:
        nonces = [bytes.fromhex(nonce) for nonce in secret.nonces]
        record.fairness = records.reveal_fairness(bytes.fromhex(secret.secret), nonces)
    return records.write_document(record)


def find_difference(match: Match) -> str:
    """What is wrong with the log or the stored state of the match; empty if the state equals its replay."""
    engine = ENGINES[match.game]
    numbers = list(match.events.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, match.number + 1)):
        return "the events do not count from 1 without a gap"
    if not match.state:
        return "" if match.status == "open" else "it has no state"
    try:
        record = load_record(match)
        state = records.replay_to(record, len(record.moves))
    except Malformed as error:
        return str(error)
    if len(record.moves) != match.moves:
        return f"{len(record.moves)} moves are in force, the match says {match.moves}"
    if engine.dump(state) != engine.dump(engine.load(json.loads(match.state))):
        return "the stored state is not its replay"
    return ""
