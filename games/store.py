"""The one hot transaction, in hand-written SQL for both databases, and the states that this process has in hand.

Everything else uses the ORM. What an ORM does in five round trips is two statements here (see docs/adr/0320).
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from django.core.cache import cache

from escale.common.clock import now_ms
from games.durable import announce as announce
from games.durable import attempting as attempting
from games.durable import ours
from games.durable import writing as writing
from games.engines import ENGINES
from games.engines.base import Json
from games.engines.chance import FairChance

_CACHED_STATES = 2000


class Row(NamedTuple):
    """What the write path must know of a match: locked until the transaction ends."""

    id: str
    game: str
    number: int
    moves: int
    status: str
    pace: str
    paused: bool
    undos: int
    draws: int
    waiting: int
    automatic: int
    due: int | None
    offer: Any
    result: Any
    commitment: str
    edition: int | None
    options: Any
    seat_count: int


_MATCH = ", ".join(f"m.{name}" for name in Row._fields)
_LOCK = f"SELECT {_MATCH} FROM games_match m WHERE m.id = %s"


class SeatFacts(NamedTuple):
    """What screens show of a seat; `taken` and `blocked` as the models have them."""

    index: int
    kind: str
    level: str
    name: str
    relief: str
    resigned: bool
    blocked: int
    taken: bool


_FACTS = (
    's."index", s.kind, s.level, s.name, s.relief, s.resigned, s.blocked, '
    "s.kind = 'bot' OR s.token_hash IS NOT NULL OR s.user_id IS NOT NULL"
)
_SEATS = f'SELECT {_FACTS} FROM games_seat s WHERE s.match_id = %s ORDER BY s."index"'
_LOCK_SEAT = (
    f"SELECT {_MATCH}, {_FACTS}, s.{{who}}, "
    '(SELECT e.number FROM games_matchevent e WHERE e.match_id = m.id AND e.seat = s."index" AND e.key = %s) '
    'FROM games_match m JOIN games_seat s ON s.match_id = m.id WHERE m.id = %s ORDER BY s."index"'
)


class SeatRow(NamedTuple):
    """The seat that asks; `done` is the event that its idempotency key already stands on, `table` all seats."""

    index: int
    relief: str
    resigned: bool
    done: int | None
    table: list[SeatFacts]


def _rows(sql: str, params: Sequence[Any]) -> list[tuple]:
    """What one of the few statements of a move answers.

    PostgreSQL took longer to plan them than to do them: where connections are kept it plans each of them once.
    """
    database = ours()
    if database.vendor == "sqlite":
        with database.cursor() as cursor:
            cursor.execute(sql, params)
            return cursor.fetchall()
    database.ensure_connection()
    with database.wrap_database_errors, psycopg.Cursor(database.connection) as cursor:
        return cursor.execute(sql, params, prepare=True).fetchall()


def seats(match_id: str) -> list[SeatFacts]:
    return [SeatFacts._make(row) for row in _rows(_SEATS, [match_id])]


class Who(NamedTuple):
    """How a seat is recognised: by token hash, account or (bots and clocks only) index."""

    column: str
    value: Any
    #: a bot or a clock, not the person of the seat
    internal: bool = False


def by_token(token_hash: str) -> Who:
    return Who("token_hash = %s", token_hash)


def by_user(user_id: int) -> Who:
    return Who("user_id = %s", user_id)


def by_index(index: int) -> Who:
    return Who('"index" = %s', index, internal=True)


def _for_update() -> str:
    database = ours()
    return " FOR UPDATE OF m" if database.vendor == "postgresql" and database.in_atomic_block else ""


def _row(values: tuple) -> Row:
    row = Row._make(values)
    return row._replace(
        paused=bool(row.paused), options=_json(row.options), offer=_json(row.offer), result=_json(row.result)
    )


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def lock(match_id: str) -> Row | None:
    found = _rows(_LOCK + _for_update(), [match_id])
    return _row(found[0]) if found else None


def lock_seat(match_id: str, who: Who, key: str | None) -> tuple[Row | None, SeatRow | None]:
    """The match, locked within a transaction, and the seat that asks."""
    if wait := _for_update():
        # PostgreSQL reads the row that it waited for anew, but not what is joined to it: so first the turn.
        _rows("SELECT FROM games_match m WHERE m.id = %s" + wait, [match_id])
    found = _rows(_LOCK_SEAT.format(who=who.column), [who.value, key, match_id])
    if not found:
        return None, None
    row, width = _row(found[0][: len(Row._fields)]), len(Row._fields)
    table = [SeatFacts._make(values[width:-2]) for values in found]
    mine = next((at for at, values in enumerate(found) if values[-2]), None)
    if mine is None:
        return row, None
    return row, SeatRow(table[mine].index, table[mine].relief, table[mine].resigned, found[mine][-1], table)


_states: OrderedDict[str, tuple[int, int, Any]] = OrderedDict()
_states_lock = threading.Lock()


def state(row: Any) -> Any:
    """The state that belongs to this locked row, or to this Match as it was read; never change it, copy it."""
    with _states_lock:
        known = _states.get(row.id)
        if known and known[:2] == (row.undos, row.moves):
            _states.move_to_end(row.id)
            return known[2]
    loaded = ENGINES[row.game].load(json.loads(_state_text(row)))
    remember(row, loaded)
    return loaded


class Overtaken(Exception):
    """Somebody wrote between our look at the match and our own writing: look again."""


_STATE = "SELECT state FROM games_match WHERE id = %s AND moves = %s AND undos = %s"


def _state_text(row: Any) -> str:
    if not isinstance(row, Row):
        return row.state
    found = _rows(_STATE, [row.id, row.moves, row.undos])
    if not found:
        raise Overtaken
    return found[0][0]


def remember(row: Any, value: Any) -> None:
    with _states_lock:
        known = _states.get(row.id)
        if known and known[:2] > (row.undos, row.moves):
            return  # a slow reader must not push out what is newer
        _states[row.id] = (row.undos, row.moves, value)
        _states.move_to_end(row.id)
        while len(_states) > _CACHED_STATES:
            _states.popitem(last=False)


def forget_states() -> None:
    with _states_lock:
        _states.clear()


def chance(row: Row) -> FairChance:
    """The fair stream where the match stands in it."""
    ((secret, nonces),) = _rows("SELECT secret, nonces FROM games_matchsecret WHERE match_id = %s", [row.id])
    return FairChance(bytes.fromhex(secret), [bytes.fromhex(nonce) for nonce in _json(nonces)], row.draws)


class LazyChance:
    """Asks for the secret only when something is really drawn: most moves draw nothing."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self._fair: FairChance | None = None

    def __getattr__(self, name: str) -> Any:
        if self._fair is None:
            self._fair = chance(self._row)
        return getattr(self._fair, name)

    def spent(self) -> tuple[Json, int]:
        """What was drawn, and where the stream stands now."""
        if self._fair is None:
            return {}, self._row.draws
        return self._fair.collect(), self._fair.position


class Entry(NamedTuple):
    """One event to append."""

    kind: str
    seat: int | None
    data: Json
    key: str | None = None


_CHANGING = ("moves", "undos", "draws", "waiting", "automatic", "due", "status", "paused", "offer", "result")


_EVENT = "INSERT INTO games_matchevent (match_id, number, kind, seat, key, at, data) "
_INSERT = _EVENT + "VALUES (%s, %s, %s, %s, %s, %s, %s)"
_SET = ", ".join(f"{name} = %s" for name in ("number", "moved", *_CHANGING))
_UPDATE = f"UPDATE games_match SET {_SET}{{state}} WHERE id = %s AND number = %s"
_ONE_STATEMENT = (
    f"WITH m AS ({_UPDATE} RETURNING id), "
    f"e AS ({_EVENT} SELECT %s, %s, %s, %s::smallint, %s, %s, %s::jsonb FROM m) "
    "SELECT pg_notify('escale_ticks', %s) FROM m"
)


class Logged(NamedTuple):
    """One event of the log."""

    number: int
    kind: str
    seat: int | None
    at: int
    data: Json


class Fresh(NamedTuple):
    """What the write path knows: all seats, the log after the number that the request knew, the state it made."""

    table: list[SeatFacts]
    log: list[Logged]
    state: Any


_LOG = (
    "SELECT number, kind, seat, at, data FROM games_matchevent "
    "WHERE match_id = %s AND number > %s AND number <= %s ORDER BY number"
)
LOG_LENGTH, LOG_MOST, _LAST = 40, 200, 2**31 - 1


def log(match_id: str, after: int | None, upto: int | None) -> list[Logged]:
    """The events after a number, or else the last ones; none beyond `upto`; oldest first."""
    order = f" DESC LIMIT {LOG_LENGTH}" if after is None else f" LIMIT {LOG_MOST}"
    rows = _rows(_LOG + order, [match_id, after or 0, _LAST if upto is None else upto])
    found = [Logged(*row[:4], _json(row[4])) for row in rows]
    return found[::-1] if after is None else found


def append(row: Row, entry: Entry, state: Json | None = None) -> Logged:
    """Write one event and the row's new values (and the state, where it changed); the event."""
    number, at, data = row.number + 1, now_ms(), _dumps(entry.data)
    event = [row.id, number, entry.kind, entry.seat, entry.key, at, data]
    values = [_column(getattr(row, name)) for name in _CHANGING]
    match = [number, at, *values, *([_dumps(state)] if state is not None else []), row.id, row.number]
    part = ", state = %s" if state is not None else ""
    if ours().vendor == "sqlite":
        _rows(_UPDATE.format(state=part), match)
        _rows(_INSERT, event)
    elif not _rows(_ONE_STATEMENT.format(state=part), [*match, *event, f"{row.id} {number}"]):
        raise Overtaken
    return Logged(number, entry.kind, entry.seat, at, json.loads(data))


def _column(value: Any) -> Any:
    return _dumps(value) if isinstance(value, (dict, list)) else value


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


PRESENT_SECONDS = 90


def saw(match_id: str, seat: int) -> None:
    """Somebody on this seat has just looked."""
    cache.set(f"seen:{match_id}:{seat}", True, PRESENT_SECONDS)


def present(match_id: str, seats: list[int]) -> set[int]:
    """Who of them looked lately; they are asked for together, because the cache may be another machine."""
    asked = {f"seen:{match_id}:{seat}": seat for seat in seats}
    return {asked[key] for key in cache.get_many(asked)}
