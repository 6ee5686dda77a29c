"""The log of a match: events are appended with all that changes with them, in hand-written SQL, and read again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from escale.common.clock import now_ms
from games.core.contract import Json
from games.matches.storage import sql
from games.matches.storage.store import Row


class Entry(NamedTuple):
    """One event to append."""

    kind: str
    seat: int | None
    data: Json
    key: str | None = None


_CHANGING = {
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
_EVENT = "INSERT INTO games_matchevent (match_id, number, kind, seat, key, at, data) "
_ONE_BY_ONE = (
    f"UPDATE games_match SET {', '.join(f'{name} = :{name}' for name in _CHANGING)}, state = COALESCE(:state, state) "
    "WHERE id = :id",
    _EVENT + "VALUES (:id, :number, :kind, :seat, :key, :moved, :data)",
)
_AT_ONCE = (
    f"WITH n AS (SELECT * FROM json_to_recordset(%s) n (id text, {', '.join(map(' '.join, _CHANGING.items()))}, "
    "state text, kind text, seat smallint, key text, data jsonb)), "
    "turn AS (SELECT m.id FROM games_match m JOIN n ON m.id = n.id AND m.number = n.number - 1 "
    "FOR UPDATE OF m{locked}), "
    f"m AS (UPDATE games_match m SET {', '.join(f'{name} = n.{name}' for name in _CHANGING)}, "
    "state = COALESCE(n.state, m.state) FROM n JOIN turn ON turn.id = n.id WHERE m.id = n.id "
    "RETURNING m.id, m.number), "
    f"e AS ({_EVENT} SELECT n.id, n.number, n.kind, n.seat, n.key, n.moved, n.data FROM n JOIN m ON m.id = n.id) "
    "SELECT array_agg(id), pg_notify('escale_ticks', string_agg(id || ' ' || number, ' ')) FROM m HAVING count(*) > 0"
)


class Logged(NamedTuple):
    """One event of the log."""

    number: int
    kind: str
    seat: int | None
    at: int
    data: Json


_LOG = (
    "SELECT number, kind, seat, at, data FROM games_matchevent "
    "WHERE match_id = %s AND number > %s AND number <= %s ORDER BY number"
)
LOG_LENGTH, LOG_MOST, _LAST = 40, 200, 2**31 - 1


def log(match_id: str, after: int | None, upto: int | None) -> list[Logged]:
    """The events after a number, or else the last ones; none beyond `upto`; oldest first."""
    order = f" DESC LIMIT {LOG_LENGTH}" if after is None else f" LIMIT {LOG_MOST}"
    rows = sql.rows(_LOG + order, [match_id, after or 0, _LAST if upto is None else upto])
    found = [Logged(*row[:4], sql.read(row[4])) for row in rows]
    return found[::-1] if after is None else found


class Writing(NamedTuple):
    """The row with its new values, the event that goes with them, and the state, where it changed."""

    row: Row
    entry: Entry
    state: Json | None = None


def append_all(writings: Sequence[Writing], *, wait: bool = True) -> list[Logged | None]:
    """Write events of different matches and all that changes with them; None where somebody else wrote first.

    Who writes many does not wait for somebody that is just writing one of them: so no two wait for each other.
    """
    at = now_ms()
    told = [_told(one, at) for one in writings]
    done = _written(told, wait)
    return [_logged(one, at) if one["id"] in done else None for one in told]


def _told(one: Writing, at: int) -> Json:
    row = one.row._asdict()
    new = {"id": row["id"], "number": row["number"] + 1, "moved": at, "state": one.state}
    return {name: row.get(name) for name in _CHANGING} | new | one.entry._asdict()


def _logged(one: Json, at: int) -> Logged:
    return Logged(one["number"], one["kind"], one["seat"], at, sql.read(sql.written(one["data"])))


def _written(told: list[Json], wait: bool) -> Collection[str]:
    """Of which matches; SQLite's writers have their turn, so that nobody comes between."""
    if not told:
        return ()
    if sql.ours().vendor != "sqlite":
        found = sql.rows(_AT_ONCE.format(locked="" if wait else " SKIP LOCKED"), [sql.written(told)])
        return found[0][0] if found else ()
    plain = [{name: _plain(value) for name, value in one.items()} for one in told]
    for statement in _ONE_BY_ONE:
        sql.each(statement, plain)
    return {one["id"] for one in told}


def _plain(value: Any) -> Any:
    return sql.written(value) if isinstance(value, (dict, list)) else value
