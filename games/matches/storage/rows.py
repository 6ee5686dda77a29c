"""The values of a match that hand-written SQL reads and writes, as tuples.

The models explain the meaning of each field.
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
    """The facts of a seat for screens; the fields are those of the model `Seat`.

    `relief_level` is the level of the relief bot, which plays for an absent person; "" if there is none.
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

    The engine repeats its own ids after an undo, so the number of undos is added.
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
    """How a request proves its seat: by token hash, account or (only for bots and clocks) index."""

    #: a comparison of a column of games_seat with `value`; it never contains text from a request
    seat_condition_sql: str
    value: Any
    #: True if a bot or the clock acts, and not the person of the seat
    is_from_server: bool = False


def proof_by_token(token_hash: str | None) -> SeatProof:
    return SeatProof("token_hash = %s", token_hash)


def proof_by_user(user_id: int) -> SeatProof:
    return SeatProof("user_id = %s", user_id)


def proof_by_index(index: int) -> SeatProof:
    return SeatProof('"index" = %s', index, is_from_server=True)


#: No seat has an empty token hash, so this proof fits no seat.
NO_PROOF = proof_by_token(None)


class NewEvent(NamedTuple):
    """An event that will be appended to the log."""

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
    """A match at one moment, with the seat of the person who sent the request.

    None if that person has no seat.
    """

    match: MatchRow
    seat: int | None
    table: TableSnapshot
