"""What happened at the tables of some seats that their players want to know: started, turn, offered, answered,
finished.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.core.contract import Json
from games.core.seat_masks import has_seat
from games.models import MatchEvent, Seat, Status

MAX_TABLES = 500
NAMES_BY_KIND = {"start": "started", "offer": "offered", "answer": "answered"}
#: after these events a seat that must decide has another decision than before
RENEWING = ("start", "undo", "resume", "return")
#: number, kind, seat, time and data of an event of the log
Row = tuple[int, str, int | None, int, Json]


class OwnTable(NamedTuple):
    """A seat of the reader, and what its match is like now."""

    match: str
    seat: int
    status: str
    number: int
    moved_at: int
    is_awaited: bool


class SeatEvent(NamedTuple):
    """One message of the stream; match, number and name together are never repeated for another event."""

    name: str
    match: str
    seat: int
    number: int
    at: int
    details: Json

    def as_json(self) -> Json:
        return {"match": self.match, "seat": self.seat, "number": self.number} | self.details


class Owner(NamedTuple):
    """Whose seats are meant: those of an account, or those of these tokens."""

    account: int | None = None
    token_hashes: tuple[str, ...] = ()

    def seats(self) -> QuerySet[Seat]:
        own = Q(user=self.account) if self.account is not None else Q(token_hash__in=self.token_hashes)
        return Seat.objects.filter(own)


def load_tables(owner: Owner, since: int) -> list[OwnTable]:
    """The tables of the owner that are not over, and those at which something happened after `since`."""
    current = Q(match__status__in=(Status.OPEN, Status.ACTIVE)) | Q(match__moved_at__gt=since)
    rows = owner.seats().filter(current).order_by("match", "index").select_related("match")
    return [_describe_table(seat) for seat in rows[:MAX_TABLES]]


def load_table(match_id: str, index: int) -> OwnTable | None:
    seat = Seat.objects.filter(match=match_id, index=index).select_related("match").first()
    return _describe_table(seat) if seat else None


def _describe_table(seat: Seat) -> OwnTable:
    match = seat.match
    decides = match.status == Status.ACTIVE and not match.paused and not seat.relief_level
    is_awaited = decides and has_seat(match.awaited_seats, seat.index)
    return OwnTable(match.pk, seat.index, match.status, match.number, match.moved_at, is_awaited)


def describe_turn(table: OwnTable) -> SeatEvent:
    return SeatEvent("turn", table.match, table.seat, table.number, table.moved_at, {})


def load_events(table: OwnTable, after: int, *, was_awaited: bool) -> list[SeatEvent]:
    """What happened at the table after the event `after`, oldest first."""
    rows = _load_rows(Q(match=table.match, number__gt=after))
    events = _describe_events(table, rows)
    if table.is_awaited and (not was_awaited or _has_new_decision(table, rows)):
        events.append(describe_turn(table))
    return events


def _has_new_decision(table: OwnTable, rows: list[Row]) -> bool:
    """Whether a seat that had to decide before has decided meanwhile, or must decide anew.

    A seat that waits while others make their simultaneous choices still has the same decision.
    """
    return any(
        kind in RENEWING or (kind == "move" and seat == table.seat) for _n, kind, seat, _at, _data in rows
    )


def load_missed_events(tables: Iterable[OwnTable], since: int) -> list[SeatEvent]:
    """What happened at these tables after the time `since`, and whose turn it is now."""
    events = []
    for table in tables:
        if table.moved_at > since:
            events += _describe_events(table, _load_rows(Q(match=table.match, at__gt=since)))
        if table.is_awaited:
            events.append(describe_turn(table))
    return sorted(events, key=lambda event: event.at)


def _load_rows(condition: Q) -> list[Row]:
    rows = MatchEvent.objects.filter(condition).order_by("number")
    return list(rows.values_list("number", "kind", "seat", "at", "data"))


def _describe_events(table: OwnTable, rows: list[Row]) -> list[SeatEvent]:
    events = []
    for number, kind, seat, at, data in rows:
        if kind in NAMES_BY_KIND and (kind == "start" or seat != table.seat):
            details = {name: data[name] for name in ("kind", "accept") if name in data}
            events.append(SeatEvent(NAMES_BY_KIND[kind], table.match, table.seat, number, at, details))
    if table.status == Status.FINISHED and rows:
        events.append(SeatEvent("finished", table.match, table.seat, table.number, rows[-1][3], {}))
    return events
