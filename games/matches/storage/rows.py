"""The values of a match that hand-written SQL reads and writes, as tuples.

The models say what each field means.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from games.core.contract import Json
from games.core.real_table.luck import FAIR


class MatchRow(NamedTuple):
    """The columns of a match that the write path and the screens need."""

    id: str
    game: str
    number: int
    moves: int
    status: str
    pace: str
    paused: bool
    undos: int
    chance_position: int
    awaited_seats: int
    bot_seats: int
    due: int | None
    offer: Any
    result: Any
    commitment: str
    edition: int | None
    options: Any
    seat_count: int
    luck: str = FAIR


class SeatFacts(NamedTuple):
    """What screens show of a seat; the fields are those of the model `Seat`.

    `relief_level` is the level of the bot that plays for an absent person, "" where none does.
    """

    index: int
    kind: str
    level: str
    name: str
    relief_level: str
    resigned: bool
    blocked: int
    is_program: bool
    taken: bool


class HasUndos(Protocol):
    """A match in any form."""

    @property
    def undos(self) -> int: ...


def public_decision_id(match: HasUndos, engine_id: str) -> str:
    """The id of a decision for clients, which no other decision of the match has.

    The engine repeats its own ids after an undo.
    """
    return f"{engine_id}~{match.undos}" if match.undos else engine_id


class OwnSeat(NamedTuple):
    """The seat that sends the request, and all seats of its match.

    `earlier_event_number` is the event that an earlier request with the same idempotency key has written, if
    any.
    """

    index: int
    relief_level: str
    resigned: bool
    earlier_event_number: int | None
    all_seats: list[SeatFacts]
    #: every seat that the proof fits: at a real table a token may hold several
    held_seats: tuple[int, ...] = ()


class SeatProof(NamedTuple):
    """How a request proves whose seat it plays: by token hash, account or (bots and clocks only) index."""

    #: a comparison of a column of games_seat with `value`; never text from a request
    seat_condition_sql: str
    value: Any
    #: True if a bot or the clock plays, and not the person of the seat
    is_from_server: bool = False


def proof_by_token(token_hash: str | None) -> SeatProof:
    return SeatProof("token_hash = %s", token_hash)


def proof_by_user(user_id: int) -> SeatProof:
    return SeatProof("user_id = %s", user_id)


def proof_by_index(index: int) -> SeatProof:
    return SeatProof('"index" = %s', index, is_from_server=True)


#: No seat has an empty token hash, so this proof fits no seat.
NO_PROOF = proof_by_token(None)


class LogEntry(NamedTuple):
    """An event that is to be appended to the log."""

    kind: str
    seat: int | None
    data: Json
    idempotency_key: str | None = None


class LoggedEvent(NamedTuple):
    """An event of the log."""

    number: int
    kind: str
    seat: int | None
    at: int
    data: Json


class TableSnapshot(NamedTuple):
    """The seats, the state and the newest events of a match; `events` is None if they were not read yet."""

    seats: list[SeatFacts]
    state: Any
    events: list[LoggedEvent] | None = None


class MatchSnapshot(NamedTuple):
    """A match at one moment, with the seat of the person who sent the request, if that person has one."""

    match: MatchRow
    seat: int | None
    table: TableSnapshot
