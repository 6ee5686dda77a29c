"""Somebody's game record kept as a finished match, so that it can be replayed and shared here."""

from __future__ import annotations

import json
from typing import Any

from escale.common.clock import now_ms
from games.core import records
from games.core.contract import Json, Malformed, encode
from games.matches import tokens
from games.matches.storage.transactions import write_transaction
from games.models import Match, MatchEvent, MatchSecret, Seat, Status
from games.registry import ENGINES


def file(content: bytes) -> Match:
    """The same from the bytes of a file."""
    return _kept(records.loads(content, ENGINES))


def record(document: object) -> Match:
    """Malformed or WrongMove says what is wrong and where; then nothing is kept."""
    return _kept(records.read(document, ENGINES))


def _kept(read: records.Record) -> Match:
    if read.result is None:
        raise Malformed("only a finished match can be imported", "result")
    if read.fairness:
        records.verify(read)
    steps = list(_events(read))
    state = records.check(read)
    with write_transaction():
        match = _match(read, state, len(steps))
        fairness = read.fairness or {"secret": "", "nonces": []}
        MatchSecret.objects.create(match=match, secret=fairness["secret"], nonces=fairness["nonces"], setup=read.setup)
        Seat.objects.bulk_create(_seat(match, i, seat) for i, seat in enumerate(read.seats))
        MatchEvent.objects.bulk_create(
            [_row(match, 1, "start", None, {})]
            + [_row(match, number, "move", seat, data) for number, (seat, data) in enumerate(steps, start=2)]
        )
    return match


def _seat(match: Match, index: int, seat: Json) -> Seat:
    """Taken for ever: nobody has seen the token of whoever sat there."""
    held = tokens.token_hash(tokens.new_token()) if seat["kind"] == "human" else None
    facts = {"kind": seat["kind"], "level": seat.get("level", "")[:16], "name": seat["name"][:40]}
    return Seat(match=match, index=index, token_hash=held, **facts)


def _events(read: records.Record) -> Any:
    """Seat and log data of every move."""
    meta = read.engine.META
    for step in records.replay(read):
        if step.number:
            move = read.moves[step.number - 1]
            yield (
                move.seat,
                {
                    "decision": "",
                    "action": encode(meta.actions, move.action),
                    "chance": move.chance,
                    "events": [encode(meta.events, event) for event in step.events],
                },
            )


def _match(read: records.Record, state: Any, moves: int) -> Match:
    return Match.objects.create(
        game=read.engine.META.slug,
        engine_version=read.engine.META.version,
        options=read.options,
        seat_count=len(read.seats),
        visibility="unlisted",
        status=Status.FINISHED,
        commitment=(read.fairness or {}).get("commitment", ""),
        imported=True,
        number=moves + 1,
        moves=moves,
        moved=now_ms(),
        state=json.dumps(read.engine.dump(state)),
        result=_result(read, state),
    )


def _result(read: records.Record, state: Any) -> Json:
    outcome = read.engine.outcome(state)
    told = {"scores": read.result["scores"], "winners": read.result["winners"], "end": read.result["reason"]}
    return (outcome._asdict() if outcome else {"reason": read.result["reason"]}) | told


def _row(match: Match, number: int, kind: str, seat: int | None, data: Json) -> MatchEvent:
    return MatchEvent(match=match, number=number, kind=kind, seat=seat, at=now_ms(), data=data)
