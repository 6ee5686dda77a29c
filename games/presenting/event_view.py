"""Describes the events of a match for one seat, with a sentence for each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from games.core.contract import Json
from games.core.seat_masks import has_seat
from games.matches.storage import event_log
from games.matches.storage.rows import LoggedEvent, MatchRow, SeatFacts
from games.models import Match, Status
from games.presenting import words as phrases

#: a match from the model or from hand-written SQL
AnyMatch = Match | MatchRow


def format_time(ms: int) -> str:
    """The time in RFC 3339, as all times of the API."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


def find_blocked_seats(seat: int | None, seats: Sequence[SeatFacts]) -> int:
    """The seats whose messages this seat does not want to read, as a mask."""
    for facts in seats:
        if facts.index == seat:
            return facts.blocked
    return 0


def describe_events(
    match: AnyMatch,
    seat: int | None,
    seats: Sequence[SeatFacts],
    words: phrases.Words,
    events: Sequence[LoggedEvent],
) -> list[Json]:
    """Events with their sentences, as this seat may see them, without messages of seats that it blocks."""
    blocked = find_blocked_seats(seat, seats)
    described = []
    for event in events:
        is_blocked = event.kind == "message" and event.seat is not None and has_seat(blocked, event.seat)
        if not is_blocked:
            described.append(_describe_event(match, event, seat, words))
    return described


def describe_new_events(
    match: AnyMatch, seat: int | None, seats: Sequence[SeatFacts], after: int
) -> list[Json]:
    """The events after the number `after`, as this seat may see them."""
    words = phrases.Words(match.game, phrases.names(seats))
    events = event_log.load_events(match, after, None)
    return describe_events(match, seat, seats, words, events)


def _describe_event(match: AnyMatch, event: LoggedEvent, seat: int | None, words: phrases.Words) -> Json:
    is_own = seat is not None and event.seat == seat
    data = public_data(event.kind, event.data, finished=match.status == Status.FINISHED, own=is_own)
    sentences = _sentences(event, data, words)
    return {
        **data,
        **({"said": words.say_message(data)} if event.kind == "message" else {}),
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
    """The part of an event that clients may see.

    Before the end only the seat itself sees its secret action.
    """
    if kind in ("reveal", "erased"):  # The entered cards are on the board, or were taken back.
        return {}
    if kind != "move":
        return data
    public = {
        "events": data["events"],
        "chance": data["chance"] if finished else _open_chance(data["chance"]),
    }
    names: tuple[str, ...] = ()
    if own:
        names = ("action", "decision", "harmless")
    elif finished:
        names = ("action", "decision")
    return public | {name: data[name] for name in names if name in data}


def _open_chance(chance: Json) -> Json:
    """The values that a move drew openly.

    For a whole setup, the secret deal of a new round, only the label is shown.
    """
    return {label: {} if isinstance(value, dict) else value for label, value in chance.items()}
