"""The one hot transaction, in hand-written SQL for both databases, and the states that this process has in hand.

Everything else uses the ORM. What an ORM does in five round trips is two statements here (see docs/adr/0320).
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import connection, transaction

from games.engines import ENGINES
from games.engines.base import Json
from games.engines.chance import FairChance

#: SQLite has one writer at a time; waiting here is fair and quick, waiting in the database is neither.
_writer = threading.RLock()
_CACHED_STATES = 2000


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes matches."""
    if connection.vendor == "sqlite":
        with _writer, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


def now_ms() -> int:
    return time.time_ns() // 1_000_000


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
_LOCK_SEAT = (
    f'SELECT {_MATCH}, s."index", s.kind, s.relief, s.resigned, '
    '(SELECT e.number FROM games_matchevent e WHERE e.match_id = m.id AND e.seat = s."index" AND e.key = %s) '
    "FROM games_match m LEFT JOIN games_seat s ON s.match_id = m.id AND s.{who} WHERE m.id = %s"
)


class SeatRow(NamedTuple):
    """The seat that asks; `done` is the event that its idempotency key already stands on."""

    index: int
    kind: str
    relief: str
    resigned: bool
    done: int | None


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


_SEATS = (
    'SELECT "index", kind, level, name, relief, resigned, blocked, '
    "kind = 'bot' OR token_hash IS NOT NULL OR user_id IS NOT NULL "
    'FROM games_seat WHERE match_id = %s ORDER BY "index"'
)


def seats(match_id: str) -> list[SeatFacts]:
    with connection.cursor() as cursor:
        cursor.execute(_SEATS, [match_id])
        return [SeatFacts._make(row) for row in cursor.fetchall()]


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
    return "" if connection.vendor == "sqlite" else " FOR UPDATE OF m"


def _row(values: tuple) -> Row:
    row = Row._make(values)
    return row._replace(
        paused=bool(row.paused), options=_json(row.options), offer=_json(row.offer), result=_json(row.result)
    )


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def lock(match_id: str) -> Row | None:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK + _for_update(), [match_id])
        found = cursor.fetchone()
    return _row(found) if found else None


def lock_seat(match_id: str, who: Who, key: str | None) -> tuple[Row | None, SeatRow | None]:
    """The match, locked, and the seat that asks, in one round trip."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_SEAT.format(who=who.column) + _for_update(), [key, who.value, match_id])
        found = cursor.fetchone()
    if found is None:
        return None, None
    width = len(Row._fields)
    seat = SeatRow._make(found[width:]) if found[width] is not None else None
    return _row(found[:width]), seat


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


def _state_text(row: Any) -> str:
    if not isinstance(row, Row):
        return row.state
    with connection.cursor() as cursor:
        cursor.execute("SELECT state FROM games_match WHERE id = %s", [row.id])
        return cursor.fetchone()[0]


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
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret, nonces FROM games_matchsecret WHERE match_id = %s", [row.id])
        secret, nonces = cursor.fetchone()
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


_INSERT = (
    "INSERT INTO games_matchevent (match_id, number, kind, seat, key, at, data) VALUES (%s, %s, %s, %s, %s, %s, %s)"
)
_SET = ", ".join(f"{name} = %s" for name in ("number", "moved", *_CHANGING))
_UPDATE = f"UPDATE games_match SET {_SET}{{state}} WHERE id = %s"
_NOTIFY = "SELECT pg_notify('escale_ticks', %s)"
_ONE_STATEMENT = f"WITH e AS ({_INSERT}), m AS ({_UPDATE}) {_NOTIFY}"


def append(row: Row, entry: Entry, state: Json | None = None) -> int:
    """Write one event and the row's new values (and the state, where it changed); the number of the event."""
    number, at = row.number + 1, now_ms()
    event = [row.id, number, entry.kind, entry.seat, entry.key, at, _dumps(entry.data)]
    values = [_column(getattr(row, name)) for name in _CHANGING]
    match = [number, at, *values, *([_dumps(state)] if state is not None else []), row.id]
    part = ", state = %s" if state is not None else ""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_INSERT, event)
            cursor.execute(_UPDATE.format(state=part), match)
        else:
            cursor.execute(_ONE_STATEMENT.format(state=part), [*event, *match, f"{row.id} {number}"])
    return number


def _column(value: Any) -> Any:
    return _dumps(value) if isinstance(value, (dict, list)) else value


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


PRESENT_SECONDS = 90


def saw(match_id: str, seat: int) -> None:
    """Somebody on this seat has just looked."""
    cache.set(f"seen:{match_id}:{seat}", True, PRESENT_SECONDS)


def present(match_id: str, seat: int) -> bool:
    return bool(cache.get(f"seen:{match_id}:{seat}"))
