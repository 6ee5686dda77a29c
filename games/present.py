"""What leaves the server about a match, in the language of who asks: built new for each seat, never filtered."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language

from games import phrases, ports, replay, services, store
from games.engines import ENGINES
from games.engines.base import Json, Refusal, encode
from games.models import Match, MatchEvent, Seat, Status

LOG_LENGTH = 40


def rule_link(document: str, key: str) -> Json:
    """Where a rule is read; the short address finds the reader's language by itself."""
    return {"document": document, "key": key, "url": f"/r/{document}/{key}"}


def rule(game: str, key: str, edition: int | None) -> Json:
    """The section that forbids something; where no rule is kept, only where it would stand."""
    try:
        return ports.rule_section(game, key, get_language() or "fr", edition)
    except LookupError:
        return rule_link(game, key)


def seats(match: Match) -> list[Json]:
    return [_seat(match, seat) for seat in match.seats.all()]


def _seat(match: Match, seat: Seat) -> Json:
    return {
        "index": seat.index,
        "name": phrases.seat_name(seat),
        "kind": seat.kind,
        "level": seat.level or None,
        "taken": seat.taken,
        "relief": seat.relief or None,
        "resigned": seat.resigned,
        "waiting": bool(match.waiting & (1 << seat.index)),
        "present": store.present(match.pk, seat.index),
    }


def summary(match: Match) -> Json:
    """The public facts, for lists and for the match itself."""
    return {
        "id": match.pk,
        "game": match.game,
        "name": phrases.game_name(match.game),
        "options": match.options,
        "status": match.status,
        "pace": match.pace,
        "visibility": match.visibility,
        "seats": seats(match),
        "number": match.number,
        "moves": match.moves,
        "paused": match.paused,
        "imported": match.imported,
        "commitment": match.commitment,
        "engine_version": match.engine_version,
        "edition": match.edition,
        "created": match.created_at.isoformat(),
        "outcome": match.result,
        "rematch_of": match.rematch_of or None,
        "links": {
            "self": f"/api/v1/matches/{match.pk}/",
            "view": f"/api/v1/matches/{match.pk}/view/",
            "stream": f"/api/v1/matches/{match.pk}/stream/",
            "record": f"/api/v1/matches/{match.pk}/record/",
            "page": f"/m/{match.pk}",
        },
    }


def view(match: Match, seat: int | None, at: int | None = None) -> Json:
    """All that this seat may know now, or knew after event `at`."""
    engine = ENGINES[match.game]
    past = at is not None and at < match.number
    shown: Json = {
        "id": match.pk,
        "game": match.game,
        "number": at if past else match.number,
        "last": match.number,
        "status": match.status,
        "seat": seat,
        "paused": match.paused,
        "offer": match.offer,
        "due": match.due if match.waiting and not match.waiting & match.automatic else None,
        "seats": seats(match),
        "decisions": [],
        "menu": [],
        "labels": [],
        "disabled": [],
        "state": None,
        "board_words": [],
        "log": log(match, seat, at),
        "outcome": None if past else match.result,
    }
    if match.status == Status.OPEN:
        return shown | {"prompt": phrases.prompt(match, seat, None)}
    state = replay.state_at(match.pk, at) if past else store.state(match)
    names = [entry["name"] for entry in shown["seats"]]
    shown["state"] = engine.view(state, seat)
    shown["board_words"] = phrases.Words(match.game, names).board(shown["state"])
    if not past and seat is not None:
        shown |= choices(match, engine, state, seat, names)
    return shown | {"prompt": phrases.prompt(match, seat, None if past else shown["decisions"])}


def choices(match: Match, engine: Any, state: Any, seat: int, names: list[str]) -> Json:
    """What the seat may do, in words too, and what it may not with the reason."""
    mine = [decision for decision in engine.decisions(state) if decision.seat == seat]
    if not mine or match.paused or match.status != Status.ACTIVE:
        return {}
    actions = engine.META.actions
    menu = [encode(actions, action) for action in engine.legal(state, seat)]
    words = phrases.Words(match.game, names)
    return {
        "decisions": [
            {"id": services.public_id(match, d.id), "kind": d.kind, "text": words.decision(d.kind)} for d in mine
        ],
        "menu": menu,
        "labels": [words.action(action) for action in menu],
        "disabled": [
            {
                "action": encode(actions, entry.action),
                "label": words.action(encode(actions, entry.action)),
                **reason(words, match.game, entry.refusal),
            }
            for entry in engine.explain(state, seat)
        ],
    }


def reason(words: phrases.Words, game: str, refusal: Refusal) -> Json:
    return {
        "code": f"{game}.{refusal.code}",
        "reason": words.refusal(refusal),
        "rule": rule_link(game, refusal.rule),
    }


def log(match: Match, seat: int | None, at: int | None = None, after: int | None = None) -> list[Json]:
    """The last events in sentences, oldest first."""
    rows = MatchEvent.objects.filter(match_id=match.pk)
    if at is not None:
        rows = rows.filter(number__lte=at)
    rows = rows.filter(number__gt=after).order_by("number")[:200] if after is not None else rows.order_by("-number")
    rows = list(rows if after is not None else reversed(rows[:LOG_LENGTH]))
    table = list(match.seats.all())
    words = phrases.Words(match.game, [phrases.seat_name(entry) for entry in table])
    blocked = next((entry.blocked for entry in table if entry.index == seat), 0)
    return [
        _entry(match, row, seat, words)
        for row in rows
        if not (row.kind == "message" and row.seat is not None and blocked & (1 << row.seat))
    ]


def _entry(match: Match, row: MatchEvent, seat: int | None, words: phrases.Words) -> Json:
    data = services.public_event(
        row.kind, row.data, finished=match.status == Status.FINISHED, own=seat is not None and row.seat == seat
    )
    return {
        "number": row.number,
        "kind": row.kind,
        "seat": row.seat,
        "at": row.at,
        "text": words.event(row.kind, row.seat, data),
        **({"sentences": words.sentences(data["events"])} if row.kind == "move" else {}),
        **data,
    }
