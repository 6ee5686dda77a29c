"""The log of a match: reads events, and appends them together with everything that they change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from escale.common.clock import now_ms
from games.core.contract import Json
from games.matches.storage import sql
from games.matches.storage.rows import LogEntry, LoggedEvent, MatchRow
from games.matches.storage.transactions import db_connection

#: The columns of a match that an event may change, with their types on PostgreSQL.
_CHANGING_COLUMNS = {
    "number": "int",
    "moved": "bigint",
    "moves": "int",
    "undos": "int",
    "draws": "int",
    "waiting": "smallint",
    "automatic": "smallint",
    "due": "bigint",
    "status": "text",
    "paused": "bool",
    "offer": "jsonb",
    "result": "jsonb",
}
_INSERT_EVENT = "INSERT INTO games_matchevent (match_id, number, kind, seat, key, at, data)"
# SQLite has one writer at a time, so two statements for each event are enough.
_SQLITE_UPDATE_MATCH = f"""
    UPDATE games_match
    SET {", ".join(f"{name} = :{name}" for name in _CHANGING_COLUMNS)}, state = COALESCE(:state, state)
    WHERE id = :id
"""
_SQLITE_INSERT_EVENT = f"{_INSERT_EVENT} VALUES (:id, :number, :kind, :seat, :key, :moved, :data)"
# PostgreSQL writes all events in one statement, those of matches that nobody else wrote meanwhile.
_POSTGRESQL_APPEND = f"""
    WITH change AS (
        SELECT * FROM json_to_recordset(%s) change (
            id text, {", ".join(f"{name} {kind}" for name, kind in _CHANGING_COLUMNS.items())},
            state text, kind text, seat smallint, key text, data jsonb
        )
    ), locked AS (
        SELECT games_match.id
        FROM games_match JOIN change ON games_match.id = change.id AND games_match.number = change.number - 1
        FOR UPDATE OF games_match{{skip_locked}}
    ), updated AS (
        UPDATE games_match
        SET {", ".join(f"{name} = change.{name}" for name in _CHANGING_COLUMNS)},
            state = COALESCE(change.state, games_match.state)
        FROM change JOIN locked ON locked.id = change.id
        WHERE games_match.id = change.id
        RETURNING games_match.id, games_match.number
    ), inserted AS (
        {_INSERT_EVENT}
        SELECT change.id, change.number, change.kind, change.seat, change.key, change.moved, change.data
        FROM change JOIN updated ON updated.id = change.id
    )
    SELECT array_agg(id), pg_notify('escale_ticks', string_agg(id || ' ' || number, ' '))
    FROM updated HAVING count(*) > 0
"""
_SELECT_EVENTS = """
    SELECT number, kind, seat, at, data FROM games_matchevent
    WHERE match_id = %s AND number > %s AND number <= %s ORDER BY number
"""
LAST_EVENTS, MAX_EVENTS, HIGHEST_NUMBER = 40, 200, 2**31 - 1


def load_events(match_id: str, after: int | None, upto: int | None) -> list[LoggedEvent]:
    """The first events after the number `after`, or without it the last events; none above `upto`; oldest first."""
    order = f"DESC LIMIT {LAST_EVENTS}" if after is None else f"LIMIT {MAX_EVENTS}"
    highest = HIGHEST_NUMBER if upto is None else upto
    rows = sql.fetch_rows(_SELECT_EVENTS + order, [match_id, after or 0, highest])
    events = [LoggedEvent(*row[:4], sql.from_json(row[4])) for row in rows]
    return events[::-1] if after is None else events


class MatchChange(NamedTuple):
    """The match with its new values, the event that changed it, and the dumped state, if that changed."""

    match: MatchRow
    entry: LogEntry
    state: Json | None = None


def append_events(changes: Sequence[MatchChange], *, wait: bool = True) -> list[LoggedEvent | None]:
    """Writes the events of different matches and what they change; None where another request wrote first.

    With `wait=False` matches that another transaction has locked are skipped, so that two servers which write the
    same two matches never wait for each other.
    """
    at = now_ms()
    records = [_record_of(change, at) for change in changes]
    written_ids = _write_records(records, wait)
    return [_logged_event(record, at) if record["id"] in written_ids else None for record in records]


def _record_of(change: MatchChange, at: int) -> Json:
    """All values that one event writes, by column."""
    match = change.match
    record = {name: getattr(match, name) for name in _CHANGING_COLUMNS if name != "moved"}
    record |= {"id": match.id, "number": match.number + 1, "moved": at, "state": change.state}
    return record | change.entry._asdict()


def _logged_event(record: Json, at: int) -> LoggedEvent:
    """The event as it will be read again: tuples have become lists."""
    data = sql.from_json(sql.to_json(record["data"]))
    return LoggedEvent(record["number"], record["kind"], record["seat"], at, data)


def _write_records(records: list[Json], wait: bool) -> Collection[str]:
    """The ids of the matches that were written."""
    if not records:
        return ()
    if db_connection().vendor == "sqlite":
        return _write_on_sqlite(records)
    statement = _POSTGRESQL_APPEND.format(skip_locked="" if wait else " SKIP LOCKED")
    rows = sql.fetch_rows(statement, [sql.to_json(records)])
    return rows[0][0] if rows else ()


def _write_on_sqlite(records: list[Json]) -> Collection[str]:
    parameters = [{name: _sqlite_value(value) for name, value in record.items()} for record in records]
    sql.execute_many(_SQLITE_UPDATE_MATCH, parameters)
    sql.execute_many(_SQLITE_INSERT_EVENT, parameters)
    return {record["id"] for record in records}


def _sqlite_value(value: Any) -> Any:
    return sql.to_json(value) if isinstance(value, (dict, list)) else value
