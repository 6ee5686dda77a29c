"""Reads a match, its seats and the seat that sends the request with one statement (docs/adr/0320)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.core.real_table.luck import TABLE
from games.core.seat_masks import has_seat
from games.matches.storage import sql, states
from games.matches.storage.rows import (
    NO_PROOF,
    MatchRow,
    MatchSnapshot,
    OwnSeat,
    SeatFacts,
    SeatProof,
    TableSnapshot,
)
from games.matches.storage.states import WriteConflict
from games.matches.storage.transactions import db_connection
from games.models import Match, Status

_MATCH_COLUMNS = ", ".join(
    f"games_match.{Match._meta.get_field(name).column} AS {name}" for name in MatchRow._fields
)
# `relief` is the level of the bot that plays for an absent person, `blocked` has the seats whose messages are
# hidden, as bits, and `is_program` tells seats that a program plays through the API.
_SEAT_COLUMNS = """
    games_seat."index", games_seat.kind, games_seat.level, games_seat.name, games_seat.relief AS relief_level,
    games_seat.resigned, games_seat.blocked, games_seat.is_program,
    games_seat.kind = 'bot' OR games_seat.token_hash IS NOT NULL OR games_seat.user_id IS NOT NULL AS is_taken
"""
_SELECT_MATCH = f"SELECT {_MATCH_COLUMNS} FROM games_match WHERE games_match.id = %s"
_SELECT_SEATS = (
    f'SELECT {_SEAT_COLUMNS} FROM games_seat WHERE games_seat.match_id = %s ORDER BY games_seat."index"'
)
_LOCK_MATCH = "SELECT FROM games_match WHERE games_match.id = %s FOR UPDATE"


def _select_event_with_key(key_sql: str) -> str:
    """SQL for the number of the event of the seat that has this idempotency key, if there is one.

    Then an earlier request, which is now repeated, has written this event.
    """
    return f"""
        (SELECT event.number FROM games_matchevent event
         WHERE event.match_id = games_match.id AND event.seat = games_seat."index" AND event.key = {key_sql})
    """


def _select_match_with_seats(seat_condition_sql: str) -> str:
    """SQL that reads a match with its seats.

    The condition for the own seat begins with a column, such as "token_hash = %s".
    """
    return f"""
        SELECT {_MATCH_COLUMNS}, {_SEAT_COLUMNS},
            games_seat.{seat_condition_sql} AS is_own_seat,
            {_select_event_with_key("%s")} AS earlier_event_number
        FROM games_match JOIN games_seat ON games_seat.match_id = games_match.id
        WHERE games_match.id = %s ORDER BY games_seat."index"
    """


_SELECT_MATCHES_WITH_SEATS = f"""
    SELECT lookup.position, {_MATCH_COLUMNS}, {_SEAT_COLUMNS},
        games_seat.token_hash = lookup.token_hash AS is_own_seat,
        {_select_event_with_key("lookup.idempotency_key")} AS earlier_event_number
    FROM json_to_recordset(%s) lookup (position int, match_id text, token_hash text, idempotency_key text)
    JOIN games_match ON games_match.id = lookup.match_id
    JOIN games_seat ON games_seat.match_id = games_match.id
    ORDER BY lookup.position, games_seat."index"
"""


class SeatLookup(NamedTuple):
    """The match and the seat that a request is about."""

    match_id: str
    proof: SeatProof
    idempotency_key: str | None


class MatchAndSeat(NamedTuple):
    """The result of a lookup.

    Both are None if there is no such match; only `seat` is None if the proof fits no seat.
    """

    match: MatchRow | None
    seat: OwnSeat | None


class JoinedRow(NamedTuple):
    """A match and one of its seats, as one row of a join."""

    match: Sequence[Any]
    seat: SeatFacts
    is_own_seat: bool
    earlier_event_number: int | None


def load_seats(match_id: str) -> list[SeatFacts]:
    return [SeatFacts._make(row) for row in sql.fetch_rows(_SELECT_SEATS, [match_id])]


def lock_match(match_id: str) -> MatchRow | None:
    """The match, locked until the transaction ends."""
    statement = f"{_SELECT_MATCH} FOR UPDATE" if _can_lock_rows() else _SELECT_MATCH
    rows = sql.fetch_rows(statement, [match_id])
    return _match_row(rows[0]) if rows else None


def lock_seat(lookup: SeatLookup) -> MatchAndSeat:
    """The match, locked if there is a transaction, and the seat that the proof fits."""
    if _can_lock_rows():
        # After waiting for a lock, PostgreSQL reads only the locked row again, not the rows that are joined
        # to it. So a separate statement takes the lock before the join.
        sql.fetch_rows(_LOCK_MATCH, [lookup.match_id])
    return _match_and_seat(_fetch_match_with_seats(lookup))


def _can_lock_rows() -> bool:
    database = db_connection()
    return database.vendor == "postgresql" and database.in_atomic_block


def fetch_matches(lookups: Sequence[SeatLookup]) -> list[MatchAndSeat]:
    """Different matches, not locked, and the seats that the tokens fit.

    On PostgreSQL the proof of an account fits no seat, so its moves are then played alone.
    """
    if db_connection().vendor == "sqlite":
        # SQLite has no json_to_recordset, and needs no round trip for a statement.
        return [_match_and_seat(_fetch_match_with_seats(lookup)) for lookup in lookups]
    parameters = []
    for position, lookup in enumerate(lookups):
        parameters.append(
            {
                "position": position,
                "match_id": lookup.match_id,
                "token_hash": lookup.proof.value,  # or the id of an account, which equals no hash
                "idempotency_key": lookup.idempotency_key,
            }
        )
    rows_by_position: list[list[JoinedRow]] = [[] for _ in lookups]
    for position, *columns in sql.fetch_rows(_SELECT_MATCHES_WITH_SEATS, [sql.to_json(parameters)]):
        rows_by_position[position].append(_joined_row(columns))
    return [_match_and_seat(rows) for rows in rows_by_position]


def _fetch_match_with_seats(lookup: SeatLookup) -> list[JoinedRow]:
    statement = _select_match_with_seats(lookup.proof.seat_condition_sql)
    rows = sql.fetch_rows(statement, [lookup.proof.value, lookup.idempotency_key, lookup.match_id])
    return [_joined_row(columns) for columns in rows]


def _joined_row(columns: Sequence[Any]) -> JoinedRow:
    match_width = len(MatchRow._fields)
    *seat_columns, is_own_seat, earlier_event_number = columns[match_width:]
    return JoinedRow(columns[:match_width], SeatFacts._make(seat_columns), is_own_seat, earlier_event_number)


def _match_and_seat(rows: Sequence[JoinedRow]) -> MatchAndSeat:
    if not rows:
        return MatchAndSeat(None, None)
    match = _match_row(rows[0].match)
    own_rows = [row for row in rows if row.is_own_seat]
    if not own_rows:
        return MatchAndSeat(match, None)
    chosen_seat = _choose_own_row(match, own_rows).seat
    earlier_numbers = [row.earlier_event_number for row in own_rows if row.earlier_event_number is not None]
    own_seat = OwnSeat(
        chosen_seat.index,
        chosen_seat.relief_level,
        chosen_seat.resigned,
        earlier_event_number=earlier_numbers[0] if earlier_numbers else None,
        all_seats=[row.seat for row in rows],
        held_seats=tuple(row.seat.index for row in own_rows),
    )
    return MatchAndSeat(match, own_seat)


def _choose_own_row(match: MatchRow, own_rows: Sequence[JoinedRow]) -> JoinedRow:
    """The first seat that the proof fits; at a real table the first of them that must decide."""
    if match.luck == TABLE:
        for row in own_rows:
            if has_seat(match.awaited_seats, row.seat.index):
                return row
    return own_rows[0]


def _match_row(columns: Sequence[Any]) -> MatchRow:
    row = MatchRow._make(columns)
    return row._replace(
        paused=bool(row.paused),
        options=sql.from_json(row.options),
        offer=sql.from_json(row.offer),
        result=sql.from_json(row.result),
    )


def load_snapshot(match_id: str, proof: SeatProof | None) -> MatchSnapshot | None:
    """The match as it is now; None if there is none.

    Every screen requests it after every move, so one statement reads the match and its seats. The state is
    read after it, if it is not in the cache.
    """
    lookup = SeatLookup(match_id, proof or NO_PROOF, idempotency_key=None)
    while True:
        rows = _fetch_match_with_seats(lookup)
        if not rows:
            return None
        match = _match_row(rows[0].match)
        try:
            state = states.load_state(match) if match.status != Status.OPEN else None
        except WriteConflict:  # A move was written after the first statement: read again.
            continue
        own_rows = [row for row in rows if row.is_own_seat]
        own_index = _choose_own_row(match, own_rows).seat.index if own_rows else None
        return MatchSnapshot(match, own_index, TableSnapshot([row.seat for row in rows], state))
