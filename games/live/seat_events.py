"""The events at the tables of some seats: started, turn, offered, answered, finished."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.core.contract import Json
from games.core.seat_masks import has_seat
from games.models import MatchEvent, Seat, Status

MAX_TABLES = 500
#: kind of an event of the log -> its name in the stream
NAME_BY_KIND = {"start": "started", "offer": "offered", "answer": "answered"}
#: after these events, a seat that must decide has another decision than before
KINDS_WITH_NEW_DECISIONS = ("start", "undo", "resume", "return")


class EventRow(NamedTuple):
    """An event of the log of a match."""

    number: int
    kind: str
    seat: int | None
    at: int
    data: Json


class OwnTable(NamedTuple):
    """A seat of the reader, with the present facts of its match."""

    match: str
    seat: int
    status: str
    number: int
    moved_at: int
    is_awaited: bool


class SeatEvent(NamedTuple):
    """One message of the stream. No other event has the same match, number and name."""

    name: str
    match: str
    seat: int
    number: int
    at: int
    details: Json

    def as_json(self) -> Json:
        return {"match": self.match, "seat": self.seat, "number": self.number} | self.details


class Owner(NamedTuple):
    """The owner of the seats: an account, or the holder of these tokens."""

    account: int | None = None
    token_hashes: tuple[str, ...] = ()

    def seats(self) -> QuerySet[Seat]:
        if self.account is not None:
            return Seat.objects.filter(user=self.account)
        return Seat.objects.filter(token_hash__in=self.token_hashes)


def load_tables(owner: Owner, since: int) -> list[OwnTable]:
    """The tables of the owner that are not over, and those with an event after `since`."""
    current = Q(match__status__in=(Status.OPEN, Status.ACTIVE)) | Q(match__moved_at__gt=since)
    rows = owner.seats().filter(current).order_by("match", "index").select_related("match")
    return [_describe_table(seat) for seat in rows[:MAX_TABLES]]


def load_table(match_id: str, index: int) -> OwnTable | None:
    seat = Seat.objects.filter(match=match_id, index=index).select_related("match").first()
    return _describe_table(seat) if seat else None


def _describe_table(seat: Seat) -> OwnTable:
    match = seat.match
    is_running = match.status == Status.ACTIVE and not match.paused
    is_played_by_bot = bool(seat.relief_level)
    is_awaited = is_running and not is_played_by_bot and has_seat(match.awaited_seats, seat.index)
    return OwnTable(match.pk, seat.index, match.status, match.number, match.moved_at, is_awaited)


def describe_turn(table: OwnTable) -> SeatEvent:
    return SeatEvent("turn", table.match, table.seat, table.number, table.moved_at, {})


def load_events(table: OwnTable, after: int, *, was_awaited: bool) -> list[SeatEvent]:
    """The events at the table after the event `after`, oldest first."""
    rows = _load_rows(Q(match=table.match, number__gt=after))
    events = _describe_events(table, rows)
    if table.is_awaited and (not was_awaited or _has_new_decision(table, rows)):
        events.append(describe_turn(table))
    return events


def _has_new_decision(table: OwnTable, rows: list[EventRow]) -> bool:
    """Whether a seat that had to decide before has decided meanwhile, or has a new decision.

    A seat that waits while others make their simultaneous choices still has the same decision.
    """
    for row in rows:
        if row.kind in KINDS_WITH_NEW_DECISIONS:
            return True
        if row.kind == "move" and row.seat == table.seat:
            return True
    return False


def load_missed_events(tables: Iterable[OwnTable], since: int) -> list[SeatEvent]:
    """The events at these tables after the time `since`, and a turn for each seat that must decide."""
    events = []
    for table in tables:
        if table.moved_at > since:
            events += _describe_events(table, _load_rows(Q(match=table.match, at__gt=since)))
        if table.is_awaited:
            events.append(describe_turn(table))
    return sorted(events, key=lambda event: event.at)


def _load_rows(condition: Q) -> list[EventRow]:
    rows = MatchEvent.objects.filter(condition).order_by("number")
    return [EventRow._make(values) for values in rows.values_list(*EventRow._fields)]


def _describe_events(table: OwnTable, rows: list[EventRow]) -> list[SeatEvent]:
    events = []
    for row in rows:
        is_own = row.kind != "start" and row.seat == table.seat
        if row.kind in NAME_BY_KIND and not is_own:
            details = {name: row.data[name] for name in ("kind", "accept") if name in row.data}
            name = NAME_BY_KIND[row.kind]
            events.append(SeatEvent(name, table.match, table.seat, row.number, row.at, details))
    if table.status == Status.FINISHED and rows:
        ended_at = rows[-1].at
        events.append(SeatEvent("finished", table.match, table.seat, table.number, ended_at, {}))
    return events
