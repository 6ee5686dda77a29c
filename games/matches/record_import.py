"""Stores a game record as a finished match, so that it can be replayed and shared here."""

from __future__ import annotations

import json
from typing import Any

from escale.common.clock import now_ms
from games.core import fairness, records
from games.core.contract import Json, Malformed
from games.core.json_form import encode
from games.matches import tokens
from games.matches.storage.transactions import write_transaction
from games.models import Match, MatchEvent, MatchSecret, Seat, Status
from games.registry import ENGINES


def file(content: bytes) -> Match:
    """Stores the record in the bytes of a file."""
    return _store(records.parse_document(content, ENGINES))


def record(document: object) -> Match:
    """Stores the record; for a fault raises Malformed or WrongMove with its place, and stores nothing."""
    return _store(records.read_document(document, ENGINES))


def _store(record: records.Record) -> Match:
    if record.result is None:
        raise Malformed("only a finished match can be imported", "result")
    if record.fairness:
        records.verify_record(record)
    steps = list(_seats_and_data(record))
    state = records.check_result(record)
    with write_transaction():
        match = _create_match(record, state, len(steps))
        _create_secret(match, record)
        Seat.objects.bulk_create(_new_seats(match, record))
        MatchEvent.objects.bulk_create(
            [_event(match, 1, "start", None, {})]
            + [
                _event(match, number, "move", seat, data)
                for number, (seat, data) in enumerate(steps, start=2)
            ]
        )
    return match


def _create_secret(match: Match, record: records.Record) -> None:
    block = record.fairness or {"secret": "", "nonces": []}
    key_parts = block["nonces"]
    if fairness.version_of(block) > 1:
        nonces = [bytes.fromhex(nonce) if nonce else None for nonce in block["nonces"]]
        key_parts = [part.hex() for part in fairness.list_key_parts(block["match"], nonces)]
    MatchSecret.objects.create(match=match, secret=block["secret"], nonces=key_parts, setup=record.setup)


def _new_seats(match: Match, record: records.Record) -> list[Seat]:
    sources = (record.fairness or {}).get("sources", [""] * len(record.seats))
    seats = []
    for index, (seat, source) in enumerate(zip(record.seats, sources, strict=True)):
        seats.append(_new_seat(match, index, seat, source))
    return seats


def _new_seat(match: Match, index: int, seat: Json, source: str) -> Seat:
    """A seat that nobody can take, because nobody has seen its token."""
    token_hash = tokens.token_hash(tokens.new_token()) if seat["kind"] == "human" else None
    facts = {"kind": seat["kind"], "level": seat.get("level", "")[:16], "name": seat["name"][:40]}
    return Seat(match=match, index=index, token_hash=token_hash, contribution=source, **facts)


def _seats_and_data(record: records.Record) -> Any:
    """Returns for each move its seat and its data in the log."""
    meta = record.engine.META
    for step in records.replay(record):
        if step.number:
            move = record.moves[step.number - 1]
            yield (
                move.seat,
                {
                    "decision": "",
                    "action": encode(meta.actions, move.action),
                    "chance": move.chance,
                    "events": [encode(meta.events, event) for event in step.events],
                },
            )


def _create_match(record: records.Record, state: Any, moves: int) -> Match:
    block = record.fairness or {}
    return Match.objects.create(
        game=record.engine.META.slug,
        engine_version=record.engine.META.version,
        options=record.options,
        seat_count=len(record.seats),
        visibility="unlisted",
        status=Status.FINISHED,
        commitment=block.get("commitment", ""),
        fairness_version=fairness.version_of(block),
        nonce_steps=block.get("steps", 1),
        imported=True,
        luck=record.luck,
        number=moves + 1,
        moves=moves,
        moved_at=now_ms(),
        state=json.dumps(record.engine.dump(state)),
        result=_result(record, state),
    )


def _result(record: records.Record, state: Any) -> Json:
    outcome = record.engine.outcome(state)
    result = outcome._asdict() if outcome else {"reason": record.result["reason"]}
    recorded = {
        "scores": record.result["scores"],
        "winners": record.result["winners"],
        "end": record.result["reason"],
    }
    return result | recorded


def _event(match: Match, number: int, kind: str, seat: int | None, data: Json) -> MatchEvent:
    return MatchEvent(match=match, number=number, kind=kind, seat=seat, at=now_ms(), data=data)
