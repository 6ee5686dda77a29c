"""What the one hot transaction knows of a match, in hand-written SQL, and the states that this process has in hand.

Everything else uses the ORM. What an ORM does in five round trips is two statements here (see docs/adr/0320).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.cache import cache

from games.core.chance import FairChance
from games.core.contract import Json
from games.matches.storage import sql
from games.matches.storage.transactions import announce as announce
from games.matches.storage.transactions import attempting as attempting
from games.matches.storage.transactions import ours
from games.matches.storage.transactions import writing as writing
from games.models import Status
from games.registry import ENGINES

if TYPE_CHECKING:
    from games.matches.storage.event_log import Logged

_CACHED_STATES = 2000


class Row(NamedTuple):
    """What the write path and whoever watches must know of a match."""

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
_DONE = '(SELECT e.number FROM games_matchevent e WHERE e.match_id = m.id AND e.seat = s."index" AND e.key = {key})'
_ONE = (
    f"SELECT {_MATCH}, {_FACTS}, s.{{who}}, {_DONE.format(key='%s')} "
    'FROM games_match m JOIN games_seat s ON s.match_id = m.id WHERE m.id = %s ORDER BY s."index"'
)
_MANY = (
    f"SELECT a.place, {_MATCH}, {_FACTS}, s.token_hash = a.token, {_DONE.format(key='a.key')} "
    "FROM json_to_recordset(%s) a (place int, id text, token text, key text) "
    'JOIN games_match m ON m.id = a.id JOIN games_seat s ON s.match_id = m.id ORDER BY a.place, s."index"'
)


class SeatRow(NamedTuple):
    """The seat that asks; `done` is the event that its idempotency key already stands on, `table` all seats."""

    index: int
    relief: str
    resigned: bool
    done: int | None
    table: list[SeatFacts]


def seats(match_id: str) -> list[SeatFacts]:
    return [SeatFacts._make(row) for row in sql.rows(_SEATS, [match_id])]


class Who(NamedTuple):
    """How a seat is recognised: by token hash, account or (bots and clocks only) index."""

    column: str
    value: Any
    #: a bot or a clock, not the person of the seat
    internal: bool = False


def by_token(token_hash: str | None) -> Who:
    return Who("token_hash = %s", token_hash)


#: fits no seat
NOBODY = by_token(None)


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
        paused=bool(row.paused), options=sql.read(row.options), offer=sql.read(row.offer), result=sql.read(row.result)
    )


def lock(match_id: str) -> Row | None:
    found = sql.rows(_LOCK + _for_update(), [match_id])
    return _row(found[0]) if found else None


Looked = tuple[Row | None, SeatRow | None]


def lock_seat(match_id: str, who: Who, key: str | None) -> Looked:
    """The match, locked within a transaction, and the seat that asks."""
    if wait := _for_update():
        # PostgreSQL reads the row that it waited for anew, but not what is joined to it: so first the turn.
        sql.rows("SELECT FROM games_match m WHERE m.id = %s" + wait, [match_id])
    return _looked(sql.rows(_ONE.format(who=who.column), [who.value, key, match_id]))


def look(asked: Sequence[tuple[str, Who, str | None]]) -> list[Looked]:
    """Different matches, not locked, and the seats whose tokens ask."""
    if ours().vendor == "sqlite":
        return [lock_seat(*one) for one in asked]
    told = [{"place": at, "id": one, "token": who.value, "key": key} for at, (one, who, key) in enumerate(asked)]
    found: list[list[tuple]] = [[] for _ in asked]
    for place, *values in sql.rows(_MANY, [sql.written(told)]):
        found[place].append(values)
    return [_looked(each) for each in found]


def _looked(found: Sequence[Sequence[Any]]) -> Looked:
    if not found:
        return None, None
    row, table, mine = _read(found)
    if mine is None:
        return row, None
    return row, SeatRow(table[mine].index, table[mine].relief, table[mine].resigned, found[mine][-1], table)


def _read(found: Sequence[Sequence[Any]]) -> tuple[Row, list[SeatFacts], int | None]:
    """The match, its seats, and which of them asks."""
    width = len(Row._fields)
    table = [SeatFacts._make(values[width:-2]) for values in found]
    return _row(found[0][:width]), table, next((at for at, values in enumerate(found) if values[-2]), None)


class Known(NamedTuple):
    """What a screen needs beside the match, where it is at hand: all seats, the state, and perhaps the newest log."""

    table: list[SeatFacts]
    state: Any
    log: list[Logged] | None = None


class Seen(NamedTuple):
    """A match of this moment, and the seat that looks at it, if any."""

    row: Row
    seat: int | None
    known: Known


def see(match_id: str, who: Who | None) -> Seen | None:
    """What the ORM takes ten times as long for; whoever watches a match asks for it after every move."""
    asked = who or NOBODY
    while found := sql.rows(_ONE.format(who=asked.column), [asked.value, None, match_id]):
        row, table, mine = _read(found)
        try:
            return Seen(row, mine, Known(table, state(row) if row.status != Status.OPEN else None))
        except Overtaken:  # a move came between: look again
            continue
    return None


_states: OrderedDict[str, tuple[int, int, Any]] = OrderedDict()
_states_lock = threading.Lock()


def state(row: Any) -> Any:
    """The state that belongs to this row, or to this Match as it was read; never change it, copy it."""
    with _states_lock:
        known = _states.get(row.id)
        if known and known[:2] == (row.undos, row.moves):
            _states.move_to_end(row.id)
            return known[2]
    loaded = ENGINES[row.game].load(sql.read(_state_text(row)))
    remember(row, loaded)
    return loaded


class Overtaken(Exception):
    """Somebody wrote between our look at the match and our own writing: look again."""


_STATE = "SELECT state FROM games_match WHERE id = %s AND moves = %s AND undos = %s"


def _state_text(row: Any) -> str:
    if not isinstance(row, Row):
        return row.state
    found = sql.rows(_STATE, [row.id, row.moves, row.undos])
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
    return FairChance(*_source(row.id), row.draws)


@lru_cache(_CACHED_STATES)
def _source(match_id: str) -> tuple[bytes, list[bytes]]:
    """What a match's luck is made of: it stays the same from the beginning on."""
    ((secret, nonces),) = sql.rows("SELECT secret, nonces FROM games_matchsecret WHERE match_id = %s", [match_id])
    return bytes.fromhex(secret), [bytes.fromhex(nonce) for nonce in sql.read(nonces)]


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


PRESENT_SECONDS = 90


def saw(match_id: str, seat: int) -> None:
    """Somebody on this seat has just looked."""
    cache.set(f"seen:{match_id}:{seat}", True, PRESENT_SECONDS)


def present(match_id: str, seats: list[int]) -> set[int]:
    """Who of them looked lately; they are asked for together, because the cache may be another machine."""
    asked = {f"seen:{match_id}:{seat}": seat for seat in seats}
    return {asked[key] for key in cache.get_many(asked)}
