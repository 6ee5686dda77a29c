"""The log of a match: reads events, and appends them together with everything that they change.

Some time after its end a match is packed: its events leave the table and become one compressed value
(games/matches/archiving).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from escale.common.clock import now_ms
from games.core.contract import Json
from games.matches.archiving.packed_rows import load_packed_events
from games.matches.storage import sql
from games.matches.storage.rows import LoggedEvent, MatchRow, NewEvent
from games.matches.storage.transactions import db_connection
from games.models import Match

#: The fields of a match that an event may change, with the types of their columns on PostgreSQL.
_TYPE_BY_FIELD = {
    "number": "int",
    "moved_at": "bigint",
    "moves": "int",
    "undos": "int",
    "chance_position": "int",  # how far the random stream of the match was read
    "awaited_seats": "smallint",  # the seats that must decide, as bits
    "bot_seats": "smallint",  # the seats that a bot plays now, as bits
    "due": "bigint",  # when the worker must look at the match
    "status": "text",
    "paused": "bool",
    "offer": "jsonb",
    "result": "jsonb",
}
_COLUMN_BY_FIELD = {name: Match._meta.get_field(name).column for name in _TYPE_BY_FIELD}
_INSERT_EVENT = "INSERT INTO games_matchevent (match_id, number, kind, seat, key, at, data)"
# Whether the event is a move of a bot: then the bit of its seat in `bot_seats` is 1. The prefix is ":" for
# parameters and "change." for columns.
_IS_BOT_MOVE = "{prefix}kind = 'move' AND ({prefix}bot_seats >> {prefix}seat) & 1 = 1"
# On both databases the update also ends the lease of a worker after the move of its bot
# (games/automation/queue.py), and erases the address that a finished match came from (`origin`).
# SQLite has one writer at a time, so two statements for each event are enough.
_SQLITE_UPDATE_MATCH = f"""
    UPDATE games_match
    SET {", ".join(f"{column} = :{name}" for name, column in _COLUMN_BY_FIELD.items())},
        state = COALESCE(:state, state),
        leased_until = CASE WHEN {_IS_BOT_MOVE.format(prefix=":")} THEN NULL ELSE leased_until END,
        origin = CASE WHEN :status = 'finished' THEN '' ELSE origin END
    WHERE id = :id
"""
#: The number of moves between two saved states, which serve readers of earlier positions.
SAVED_STATE_INTERVAL = 20
_INSERT_SAVED_STATE = "INSERT INTO games_savedstate (match_id, moves, number, state)"
_REPLACE_SAVED_STATE = (
    "ON CONFLICT (match_id, moves) DO UPDATE SET number = excluded.number, state = excluded.state"
)
_SQLITE_SAVE_STATE = f"{_INSERT_SAVED_STATE} VALUES (:id, :moves, :number, :state) {_REPLACE_SAVED_STATE}"
_SQLITE_INSERT_EVENT = (
    f"{_INSERT_EVENT} VALUES (:id, :number, :kind, :seat, :idempotency_key, :moved_at, :data)"
)
# PostgreSQL writes the events of all matches in one statement, and leaves out the matches that another
# request wrote meanwhile: the number of such a match is no longer the one before the event. The statement
# also notifies the other processes, which listen on the channel escale_ticks; PostgreSQL sends that when the
# transaction commits. If no match was written, the last SELECT returns no row, so nothing is sent.
_POSTGRESQL_APPEND = f"""
    WITH change AS (
        SELECT * FROM json_to_recordset(%s) change (
            id text, {", ".join(f"{name} {type_name}" for name, type_name in _TYPE_BY_FIELD.items())},
            state text, saved_state text, kind text, seat smallint, idempotency_key text, data jsonb
        )
    ), locked_match AS (
        SELECT games_match.id
        FROM games_match JOIN change ON games_match.id = change.id AND games_match.number = change.number - 1
        FOR UPDATE OF games_match{{skip_locked}}
    ), updated_match AS (
        UPDATE games_match
        SET {", ".join(f"{column} = change.{name}" for name, column in _COLUMN_BY_FIELD.items())},
            state = COALESCE(change.state, games_match.state),
            leased_until = CASE WHEN {_IS_BOT_MOVE.format(prefix="change.")} THEN NULL
                ELSE games_match.leased_until END,
            origin = CASE WHEN change.status = 'finished' THEN '' ELSE games_match.origin END
        FROM change JOIN locked_match ON locked_match.id = change.id
        WHERE games_match.id = change.id
        RETURNING games_match.id, games_match.number
    ), inserted_event AS (
        {_INSERT_EVENT}
        SELECT change.id, change.number, change.kind, change.seat, change.idempotency_key,
            change.moved_at, change.data
        FROM change JOIN updated_match ON updated_match.id = change.id
    ), saved_state AS (
        {_INSERT_SAVED_STATE}
        SELECT change.id, change.moves, change.number, change.saved_state
        FROM change JOIN updated_match ON updated_match.id = change.id
        WHERE change.saved_state IS NOT NULL
        {_REPLACE_SAVED_STATE}
    )
    SELECT array_agg(id) AS written_ids, pg_notify('escale_ticks', string_agg(id || ' ' || number, ' '))
    FROM updated_match HAVING count(*) > 0
"""
#: The size of an answer with the last events, and of one with the first events after a number.
LAST_EVENTS = 40
FIRST_EVENTS = 200
HIGHEST_NUMBER = 2**31 - 1
_SELECT_EVENTS = """
    SELECT number, kind, seat, at, data FROM games_matchevent
    WHERE match_id = %s AND number > %s AND number <= %s
"""
_SELECT_FIRST_EVENTS = f"{_SELECT_EVENTS} ORDER BY number LIMIT {FIRST_EVENTS}"
_SELECT_LAST_EVENTS = f"{_SELECT_EVENTS} ORDER BY number DESC LIMIT {LAST_EVENTS}"

_SELECT_ALL_EVENTS = (
    "SELECT number, kind, seat, at, data FROM games_matchevent WHERE match_id = %s ORDER BY number"
)
_SELECT_MOVES_BACK = """
    SELECT number, kind, seat, at, data FROM games_matchevent
    WHERE match_id = %s AND number <= %s AND kind IN ('move', 'undo') ORDER BY number DESC LIMIT 32
"""


def load_events(match: MatchRow | Match, after: int | None, upto: int | None) -> list[LoggedEvent]:
    """Some events of a match, the oldest first, whether the match is packed or not.

    With `after` these are the first events after that number, without it the last events of the match. No
    event has a number above `upto`.
    """
    highest_number = HIGHEST_NUMBER if upto is None else upto
    if after is None:
        return _load_last_events(match, highest_number)
    return _load_first_events(match, after, highest_number)


def _load_last_events(match: MatchRow | Match, highest_number: int) -> list[LoggedEvent]:
    """The last events up to this number, as many as one answer may have."""
    events = _fetch_events(_SELECT_LAST_EVENTS, [match.id, 0, highest_number])
    events.reverse()
    last_number = min(highest_number, match.number)
    first_number = max(last_number - LAST_EVENTS, 0) + 1
    if _has_all(events, first_number, last_number):
        return events
    all_events = _with_packed_events(match.id, events)
    return [event for event in all_events if event.number <= highest_number][-LAST_EVENTS:]


def _load_first_events(match: MatchRow | Match, after: int, highest_number: int) -> list[LoggedEvent]:
    """The first events after a number, as many as one answer may have."""
    events = _fetch_events(_SELECT_FIRST_EVENTS, [match.id, after, highest_number])
    last_number = min(highest_number, match.number, after + FIRST_EVENTS)
    if _has_all(events, after + 1, last_number):
        return events
    all_events = _with_packed_events(match.id, events)
    return [event for event in all_events if after < event.number <= highest_number][:FIRST_EVENTS]


def _has_all(events: list[LoggedEvent], first_number: int, last_number: int) -> bool:
    """Whether the list has each event between these numbers. Rows of a packed match may be missing."""
    numbers = {event.number for event in events}
    return numbers.issuperset(range(first_number, last_number + 1))


def load_log(match: MatchRow | Match) -> list[LoggedEvent]:
    """All events of a match, whether it is packed or not."""
    events = _fetch_events(_SELECT_ALL_EVENTS, [match.id])
    return events if len(events) >= match.number else _with_packed_events(match.id, events)


def _fetch_events(statement: str, parameters: Sequence[Any]) -> list[LoggedEvent]:
    return [
        LoggedEvent(number, kind, seat, at, sql.from_json(data))
        for number, kind, seat, at, data in sql.fetch_rows(statement, parameters)
    ]


def _with_packed_events(match_id: str, events: list[LoggedEvent]) -> list[LoggedEvent]:
    """These rows of the log and the packed events, in order.

    The rows are read first: if the match is packed at this moment, each event is found in one of the two, or
    in both.
    """
    packed_events = load_packed_events(match_id)
    if packed_events is None:
        return events
    events_by_number = {event.number: event for event in (*packed_events, *events)}
    return [events_by_number[number] for number in sorted(events_by_number)]


def walk_moves_back(match_id: str, upto: int) -> Iterator[LoggedEvent]:
    """Yields the moves in force after event `upto`, the newest first.

    An undo has `back_to`, where the walk continues. Undos of earlier releases list the numbers of the undone
    moves in `of` instead; these moves are skipped.
    """
    undone_numbers: set[int] = set()
    next_number = upto  # the highest number that the walk may still visit
    while events := _fetch_events(_SELECT_MOVES_BACK, [match_id, next_number]):
        for event in events:
            if event.number > next_number:  # taken back by an undo that the walk has visited
                continue
            next_number = event.number - 1
            if event.kind == "move" and event.number not in undone_numbers:
                yield event
            elif event.kind == "undo" and "back_to" in event.data:
                next_number = event.data["back_to"]
            elif event.kind == "undo":
                undone_numbers.update(event.data["of"])


class MatchChange(NamedTuple):
    """The match with its new values, and the event that changed it.

    `match.number` is still the number of the event before.
    """

    match: MatchRow
    new_event: NewEvent
    #: the new state; None if the event does not change the state
    dumped_state: Json | None = None


def append_events(changes: Sequence[MatchChange], *, wait: bool = True) -> list[LoggedEvent | None]:
    """Writes the events of different matches and what they change; None where another request wrote first.

    With `wait=False` matches that another transaction has locked are skipped, so that two servers which write
    the same two matches never wait for each other.
    """
    at = now_ms()
    records = [_record_of(change, at) for change in changes]
    written_ids = _write_records(records, wait)
    return [_logged_event(record, at) if record["id"] in written_ids else None for record in records]


def _record_of(change: MatchChange, at: int) -> Json:
    """All values that one event writes, by the names in the statements above."""
    match, new_event = change.match, change.new_event
    is_saved = new_event.kind == "move" and match.moves % SAVED_STATE_INTERVAL == 0
    record = {name: getattr(match, name) for name in _TYPE_BY_FIELD if name != "moved_at"}
    return record | {
        "id": match.id,
        "number": match.number + 1,
        "moved_at": at,
        "state": change.dumped_state,
        "saved_state": change.dumped_state if is_saved else None,
        "kind": new_event.kind,
        "seat": new_event.seat,
        "data": new_event.data,
        "idempotency_key": new_event.idempotency_key,
    }


def _logged_event(record: Json, at: int) -> LoggedEvent:
    """The event as it will be read later, with lists instead of tuples."""
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
    sql.execute_many(_SQLITE_SAVE_STATE, [record for record in parameters if record["saved_state"]])
    return {record["id"] for record in records}


def _sqlite_value(value: Any) -> Any:
    return sql.to_json(value) if isinstance(value, (dict, list)) else value
