"""Describes matches for the API and for pages, in the language of the reader.

A view is built for one seat from what this seat may know; nothing is built first and filtered afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from escale.common import languages
from games import ports
from games.core.contract import Json, Refusal
from games.core.json_form import encode
from games.core.seat_masks import has_seat
from games.matches import replay
from games.matches.storage import event_log
from games.matches.storage.match_rows import load_seats
from games.matches.storage.presence import present_seats
from games.matches.storage.rows import LoggedEvent, MatchRow, SeatFacts, TableSnapshot
from games.matches.storage.states import load_state
from games.matches.writes import public_decision_id
from games.models import Match, Status
from games.presenting import words as phrases
from games.registry import ENGINES


def link_to_rule(document: str, key: str) -> Json:
    """The address of a rule; this short address redirects to the language of the reader."""
    return {"document": document, "key": key, "url": f"/r/{document}/{key}"}


def find_rule(game: str, key: str, edition: int | None) -> Json:
    """The section of the rule, or only the link to it if no such text is stored."""
    try:
        return ports.rule_section(game, key, languages.current(), edition)
    except LookupError:
        return link_to_rule(game, key)


def format_time(ms: int) -> str:
    """The time as RFC 3339 writes it, like all times of the API."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


#: a match as the model or as hand-written SQL reads it
AnyMatch = Match | MatchRow


def describe_seats(match: AnyMatch, seats: Sequence[SeatFacts], names: list[str] | None = None) -> list[Json]:
    names = names or phrases.names(seats)
    present = present_seats(match.id, [seat.index for seat in seats])
    return [_describe_seat(match, seat, name, seat.index in present) for seat, name in zip(seats, names, strict=True)]


def _describe_seat(match: AnyMatch, seat: SeatFacts, name: str, present: bool) -> Json:
    return {
        "index": seat.index,
        "name": name,
        "kind": seat.kind,
        "level": seat.level or None,
        "taken": bool(seat.taken),
        "relief": seat.relief_level or None,
        "resigned": bool(seat.resigned),
        "waiting": has_seat(match.awaited_seats, seat.index),
        "present": present,
    }


def _blocked_by(seat: int | None, seats: Sequence[SeatFacts]) -> int:
    """The seats whose messages this seat does not read, as a mask."""
    for facts in seats:
        if facts.index == seat:
            return facts.blocked
    return 0


def describe_match(match: Match) -> Json:
    """The public facts of a match, for lists and for the match itself."""
    return {
        "id": match.id,
        "game": match.game,
        "name": phrases.game_name(match.game),
        "options": match.options,
        "status": match.status,
        "pace": match.pace,
        "visibility": match.visibility,
        "seats": describe_seats(match, match.seats.all()),
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


class ViewOptions(NamedTuple):
    """Which view the request wants.

    `at` is the number of an earlier event to look at. `after` leaves out the log up to that event. `words` adds the
    board in words.
    """

    at: int | None = None
    after: int | None = None
    words: bool = False


DEFAULT_OPTIONS = ViewOptions()


def build_view(
    match: AnyMatch, seat: int | None, options: ViewOptions = DEFAULT_OPTIONS, table: TableSnapshot | None = None
) -> Json:
    """All that this seat may know now, or knew at an earlier event.

    What `table` holds is not read from the database again.
    """
    seats = table.seats if table else load_seats(match.id)
    words = phrases.Words(match.game, phrases.names(seats))
    is_past = options.at is not None and options.at < match.number
    view = _describe_table(match, seat, seats, words)
    view["number"] = options.at if is_past else match.number
    view["outcome"] = None if is_past else match.result
    events = table.events if table and table.events else event_log.load_events(match.id, options.after, options.at)
    view["log"] = describe_events(match, seat, seats, words, events)
    if match.status != Status.OPEN:
        state = _state_to_show(match, options.at if is_past else None, table)
        view["state"] = ENGINES[match.game].view(state, seat)
        if options.words:
            view["board_words"] = words.board(view["state"])
        if not is_past and seat is not None:
            view |= describe_choices(match, state, seat, words)
    view["prompt"] = phrases.prompt(match, words.names, None if is_past else view["decisions"])
    return view


def _describe_table(match: AnyMatch, seat: int | None, seats: Sequence[SeatFacts], words: phrases.Words) -> Json:
    """The members of a view that every status of the match has, and default values of all other members."""
    blocked = _blocked_by(seat, seats)
    described_seats = describe_seats(match, seats, words.names)
    person_decides = match.awaited_seats and not match.awaited_seats & match.bot_seats
    return {
        "id": match.id,
        "game": match.game,
        "number": match.number,
        "last": match.number,
        "status": match.status,
        "seat": seat,
        "paused": match.paused,
        "offer": match.offer,
        "due": format_time(match.due) if match.due and person_decides else None,
        "seats": [facts | {"blocked": has_seat(blocked, facts["index"])} for facts in described_seats],
        "decisions": [],
        "menu": [],
        "labels": [],
        "disabled": [],
        "state": None,
        "board_words": None,
        "log": [],
        "outcome": None,
    }


def _state_to_show(match: AnyMatch, at: int | None, table: TableSnapshot | None) -> Any:
    if at is not None:
        return replay.state_at(match.id, at)
    return table.state if table else load_state(match)


def describe_choices(match: AnyMatch, state: Any, seat: int, words: phrases.Words) -> Json:
    """The decisions of the seat, its menu as data and in words, and the actions that it cannot do now with reasons."""
    engine = ENGINES[match.game]
    own_decisions = [decision for decision in engine.decisions(state) if decision.seat == seat]
    if not own_decisions or match.paused or match.status != Status.ACTIVE:
        return {}
    menu = [encode(engine.META.actions, action) for action in engine.legal(state, seat)]
    decisions = []
    for decision in own_decisions:
        rule_key = decision.rule or engine.META.decision_kinds[decision.kind]
        decisions.append(
            {
                "id": public_decision_id(match, decision.id),
                "kind": decision.kind,
                "text": words.decision(decision.kind, menu),
                "rule": link_to_rule(match.game, rule_key),
            }
        )
    disabled = []
    for entry in engine.explain(state, seat):
        action = encode(engine.META.actions, entry.action)
        reason = describe_refusal(words, match.game, entry.refusal)
        disabled.append({"action": action, "label": words.action(action), **reason})
    labels = [words.action(action) for action in menu]
    return {"decisions": decisions, "menu": menu, "labels": labels, "disabled": disabled}


def describe_refusal(words: phrases.Words, game: str, refusal: Refusal) -> Json:
    return {
        "code": f"{game}.{refusal.code}",
        "reason": words.refusal(refusal),
        "rule": link_to_rule(game, refusal.rule),
    }


def describe_events(
    match: AnyMatch,
    seat: int | None,
    seats: Sequence[SeatFacts],
    words: phrases.Words,
    events: Sequence[LoggedEvent],
) -> list[Json]:
    """Events with their sentences, as this seat may see them, without the messages of seats that it blocks."""
    blocked = _blocked_by(seat, seats)
    described = []
    for event in events:
        is_blocked = event.kind == "message" and event.seat is not None and has_seat(blocked, event.seat)
        if not is_blocked:
            described.append(_describe_event(match, event, seat, words))
    return described


def describe_new_events(match: AnyMatch, seat: int | None, seats: Sequence[SeatFacts], after: int) -> list[Json]:
    """The events after the number `after`, as this seat may see them."""
    words = phrases.Words(match.game, phrases.names(seats))
    events = event_log.load_events(match.id, after, None)
    return describe_events(match, seat, seats, words, events)


def _describe_event(match: AnyMatch, event: LoggedEvent, seat: int | None, words: phrases.Words) -> Json:
    is_own = seat is not None and event.seat == seat
    data = public_data(event.kind, event.data, finished=match.status == Status.FINISHED, own=is_own)
    sentences = _sentences(event, data, words)
    return {
        **data,
        **({"said": words.said(data)} if event.kind == "message" else {}),
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "at": format_time(event.at),
        "text": " ".join(sentence for sentence in sentences if sentence),
        "sentences": sentences,
    }


def _sentences(event: LoggedEvent, data: Json, words: phrases.Words) -> list[str]:
    if event.kind == "move":
        return words.sentences(data["events"])
    return [words.event(event.kind, event.seat, data)]


def public_data(kind: str, data: Json, *, finished: bool, own: bool) -> Json:
    """The part of an event that clients may see. Before the end only the seat itself sees its secret action."""
    if kind != "move":
        return data
    public = {"events": data["events"], "chance": data["chance"] if finished else _open_chance(data["chance"])}
    names: tuple[str, ...] = ()
    if own:
        names = ("action", "decision", "harmless")
    elif finished:
        names = ("action", "decision")
    return public | {name: data[name] for name in names if name in data}


def _open_chance(chance: Json) -> Json:
    """The values that a move drew openly. A whole setup is the secret deal of a new round: only its label is shown."""
    return {label: {} if isinstance(value, dict) else value for label, value in chance.items()}
