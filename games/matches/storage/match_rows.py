"""Reads a match, its seats and the seat of whoever asks with one statement (docs/adr/0320)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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
from games.models import Status

_MATCH_COLUMNS = ", ".join(f"games_match.{name}" for name in MatchRow._fields)
_SEAT_COLUMNS = """
    games_seat."index", games_seat.kind, games_seat.level, games_seat.name, games_seat.relief, games_seat.resigned,
    games_seat.blocked,
    games_seat.kind = 'bot' OR games_seat.token_hash IS NOT NULL OR games_seat.user_id IS NOT NULL
"""
_NUMBER_OF_KEY = """
    (SELECT event.number FROM games_matchevent event
     WHERE event.match_id = games_match.id AND event.seat = games_seat."index" AND event.key = {key})
"""
_SELECT_MATCH = f"SELECT {_MATCH_COLUMNS} FROM games_match WHERE games_match.id = %s"
_SELECT_SEATS = f'SELECT {_SEAT_COLUMNS} FROM games_seat WHERE games_seat.match_id = %s ORDER BY games_seat."index"'
_SELECT_MATCH_WITH_SEATS = f"""
    SELECT {_MATCH_COLUMNS}, {_SEAT_COLUMNS}, games_seat.{{condition}}, {_NUMBER_OF_KEY.format(key="%s")}
    FROM games_match JOIN games_seat ON games_seat.match_id = games_match.id
    WHERE games_match.id = %s ORDER BY games_seat."index"
"""
_SELECT_MATCHES_WITH_SEATS = f"""
    SELECT lookup.position, {_MATCH_COLUMNS}, {_SEAT_COLUMNS}, games_seat.token_hash = lookup.token_hash,
        {_NUMBER_OF_KEY.format(key="lookup.key")}
    FROM json_to_recordset(%s) lookup (position int, match_id text, token_hash text, key text)
    JOIN games_match ON games_match.id = lookup.match_id JOIN games_seat ON games_seat.match_id = games_match.id
    ORDER BY lookup.position, games_seat."index"
"""
_LOCK_MATCH = "SELECT FROM games_match WHERE games_match.id = %s FOR UPDATE"


class SeatLookup(NamedTuple):
    """Which match and which of its seats a request is about."""

    match_id: str
    proof: SeatProof
    key: str | None


class MatchAndSeat(NamedTuple):
    """What a lookup found: no match, a match without a seat that the proof fits, or both."""

    match: MatchRow | None
    seat: OwnSeat | None


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
        # PostgreSQL reads a row again after it waited for its lock, but not what is joined to it: so lock first.
        sql.fetch_rows(_LOCK_MATCH, [lookup.match_id])
    rows = _select_match_with_seats(lookup)
    return _match_and_seat(rows)


def _can_lock_rows() -> bool:
    database = db_connection()
    return database.vendor == "postgresql" and database.in_atomic_block


def fetch_many(lookups: Sequence[SeatLookup]) -> list[MatchAndSeat]:
    """Different matches, not locked, and the seats that the tokens fit."""
    if db_connection().vendor == "sqlite":
        return [lock_seat(lookup) for lookup in lookups]
    parameters = [
        {"position": position, "match_id": lookup.match_id, "token_hash": lookup.proof.value, "key": lookup.key}
        for position, lookup in enumerate(lookups)
    ]
    rows_of_lookups: list[list[tuple]] = [[] for _ in lookups]
    for position, *row in sql.fetch_rows(_SELECT_MATCHES_WITH_SEATS, [sql.to_json(parameters)]):
        rows_of_lookups[position].append(row)
    return [_match_and_seat(rows) for rows in rows_of_lookups]


def _select_match_with_seats(lookup: SeatLookup) -> list[tuple]:
    statement = _SELECT_MATCH_WITH_SEATS.format(condition=lookup.proof.condition)
    return sql.fetch_rows(statement, [lookup.proof.value, lookup.key, lookup.match_id])


def _match_and_seat(rows: Sequence[Sequence[Any]]) -> MatchAndSeat:
    if not rows:
        return MatchAndSeat(None, None)
    match, seats, own_index = _parse_rows(rows)
    if own_index is None:
        return MatchAndSeat(match, None)
    own = seats[own_index]
    number_of_key = rows[own_index][-1]
    return MatchAndSeat(match, OwnSeat(own.index, own.relief, own.resigned, number_of_key, seats))


def _parse_rows(rows: Sequence[Sequence[Any]]) -> tuple[MatchRow, list[SeatFacts], int | None]:
    """The match, its seats, and the index of the seat that the proof fits; each row ends with proof and key."""
    width = len(MatchRow._fields)
    seats = [SeatFacts._make(row[width:-2]) for row in rows]
    own_index = None
    for index, row in enumerate(rows):
        if row[-2] and own_index is None:
            own_index = index
    return _match_row(rows[0][:width]), seats, own_index


def _match_row(columns: Sequence[Any]) -> MatchRow:
    row = MatchRow._make(columns)
    return row._replace(
        paused=bool(row.paused),
        options=sql.from_json(row.options),
        offer=sql.from_json(row.offer),
        result=sql.from_json(row.result),
    )


def load_snapshot(match_id: str, proof: SeatProof | None) -> MatchSnapshot | None:
    """The match as it is now. Every screen asks for it after every move, so it costs one statement."""
    lookup = SeatLookup(match_id, proof or NO_PROOF, key=None)
    while rows := _select_match_with_seats(lookup):
        match, seats, own_index = _parse_rows(rows)
        try:
            state = states.load_state(match) if match.status != Status.OPEN else None
        except WriteConflict:  # A move was written between the two statements: read again.
            continue
        return MatchSnapshot(match, own_index, TableSnapshot(seats, state))
    return None
