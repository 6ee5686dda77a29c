"""What leaves the server about a match, in the language of who asks: built new for each seat, never filtered."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from escale.common import languages
from games import ports
from games.core.contract import Json, Refusal, encode
from games.matches import replay, services
from games.matches.storage import event_log, store
from games.matches.storage.event_log import Logged
from games.models import Match, Status
from games.presenting import words as phrases
from games.registry import ENGINES


def rule_link(document: str, key: str) -> Json:
    """Where a rule is read; the short address finds the reader's language by itself."""
    return {"document": document, "key": key, "url": f"/r/{document}/{key}"}


def rule(game: str, key: str, edition: int | None) -> Json:
    """The section that forbids something; where no rule is kept, only where it would stand."""
    try:
        return ports.rule_section(game, key, languages.current(), edition)
    except LookupError:
        return rule_link(game, key)


def moment(ms: int) -> str:
    """RFC 3339, as every time of the API."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


#: a Match, or the row that was just written or seen
Facts = Match | store.Row


def seats(match: Facts, table: list[store.SeatFacts], names: list[str] | None = None) -> list[Json]:
    names = names or phrases.names(table)
    present = store.present(match.id, [seat.index for seat in table])
    return [_seat(match, seat, name, seat.index in present) for seat, name in zip(table, names, strict=True)]


def _seat(match: Facts, seat: store.SeatFacts, name: str, present: bool) -> Json:
    return {
        "index": seat.index,
        "name": name,
        "kind": seat.kind,
        "level": seat.level or None,
        "taken": bool(seat.taken),
        "relief": seat.relief or None,
        "resigned": bool(seat.resigned),
        "waiting": bool(match.waiting & (1 << seat.index)),
        "present": present,
    }


def _seen_by(seat: int | None, shown: list[Json], table: list[store.SeatFacts]) -> list[Json]:
    """The seats, and whose messages this one does not read."""
    bits = _blocked(seat, table)
    return [one | {"blocked": bool(bits & (1 << one["index"]))} for one in shown]


def _blocked(seat: int | None, table: list[store.SeatFacts]) -> int:
    return next((entry.blocked for entry in table if entry.index == seat), 0)


def summary(match: Match) -> Json:
    """The public facts, for lists and for the match itself."""
    return {
        "id": match.id,
        "game": match.game,
        "name": phrases.game_name(match.game),
        "options": match.options,
        "status": match.status,
        "pace": match.pace,
        "visibility": match.visibility,
        "seats": seats(match, match.seats.all()),
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
            "self": f"/api/v1/matches/{match.id}/",
            "view": f"/api/v1/matches/{match.id}/view/",
            "stream": f"/api/v1/matches/{match.id}/stream/",
            "record": f"/api/v1/matches/{match.id}/record/",
            "page": f"/m/{match.id}",
        },
    }


class Wish(NamedTuple):
    """How much of a view is asked for: `at` an earlier event, the log only `after` one, the board in `words` too."""

    at: int | None = None
    after: int | None = None
    words: bool = False


NOW = Wish()


def view(match: Facts, seat: int | None, wish: Wish = NOW, known: store.Known | None = None) -> Json:
    """All that this seat may know now, or knew at an earlier event. Who has just looked gives what is `known`."""
    engine = ENGINES[match.game]
    table = known.table if known else store.seats(match.id)
    rows = known.log if known and known.log else event_log.log(match.id, wish.after, wish.at)
    past = wish.at is not None and wish.at < match.number
    words = phrases.Words(match.game, phrases.names(table))
    shown: Json = {
        "id": match.id,
        "game": match.game,
        "number": wish.at if past else match.number,
        "last": match.number,
        "status": match.status,
        "seat": seat,
        "paused": match.paused,
        "offer": match.offer,
        "due": moment(match.due) if match.due and match.waiting and not match.waiting & match.automatic else None,
        "seats": _seen_by(seat, seats(match, table, words.names), table),
        "decisions": [],
        "menu": [],
        "labels": [],
        "disabled": [],
        "state": None,
        "board_words": None,
        "log": log(match, seat, table, words, rows),
        "outcome": None if past else match.result,
    }
    if match.status != Status.OPEN:
        state = replay.state_at(match.id, wish.at) if past else known.state if known else store.state(match)
        shown["state"] = engine.view(state, seat)
        if wish.words:
            shown["board_words"] = words.board(shown["state"])
        if not past and seat is not None:
            shown |= choices(match, engine, state, seat, words)
    return shown | {"prompt": phrases.prompt(match, words.names, None if past else shown["decisions"])}


def choices(match: Facts, engine: Any, state: Any, seat: int, words: phrases.Words) -> Json:
    """What the seat may do, in words too, and what it may not with the reason."""
    mine = [decision for decision in engine.decisions(state) if decision.seat == seat]
    if not mine or match.paused or match.status != Status.ACTIVE:
        return {}
    actions = engine.META.actions
    menu = [encode(actions, action) for action in engine.legal(state, seat)]
    return {
        "decisions": [
            {
                "id": services.public_id(match, d.id),
                "kind": d.kind,
                "text": words.decision(d.kind, menu),
                "rule": rule_link(match.game, d.rule or engine.META.decision_kinds[d.kind]),
            }
            for d in mine
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


def log(
    match: Facts, seat: int | None, table: list[store.SeatFacts], words: phrases.Words, rows: list[Logged]
) -> list[Json]:
    """Events in sentences, as this seat may see them."""
    blocked = _blocked(seat, table)
    return [
        _entry(match, row, seat, words)
        for row in rows
        if not (row.kind == "message" and row.seat is not None and blocked & (1 << row.seat))
    ]


def events(match: Facts, seat: int | None, table: list[store.SeatFacts], after: int) -> list[Json]:
    """The events after a number, as this seat may see them."""
    words = phrases.Words(match.game, phrases.names(table))
    return log(match, seat, table, words, event_log.log(match.id, after, None))


def _entry(match: Facts, row: Logged, seat: int | None, words: phrases.Words) -> Json:
    data = public_event(
        row.kind, row.data, finished=match.status == Status.FINISHED, own=seat is not None and row.seat == seat
    )
    said = words.sentences(data["events"]) if row.kind == "move" else [words.event(row.kind, row.seat, data)]
    return {
        **data,
        **({"said": words.said(data)} if row.kind == "message" else {}),
        "number": row.number,
        "kind": row.kind,
        "seat": row.seat,
        "at": moment(row.at),
        "text": " ".join(filter(None, said)),
        "sentences": said,
    }


def public_event(kind: str, data: Json, *, finished: bool, own: bool) -> Json:
    """What of an event may leave the server: a secret action stays until the end, or with its own seat."""
    if kind != "move":
        return data
    shown = {"events": data["events"], "chance": data["chance"] if finished else _open(data["chance"])}
    kept = ("action", "decision", "harmless") if own else ("action", "decision") if finished else ()
    return shown | {name: data[name] for name in kept if name in data}


def _open(chance: Json) -> Json:
    """What a move drew for all to see. A whole setup, the deal of the next game, lies face down: only named."""
    return {label: {} if isinstance(drawn, dict) else drawn for label, drawn in chance.items()}
