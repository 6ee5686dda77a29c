"""What hand-written SQL reads and writes of a match, as tuples; the models say what each column means."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.core.contract import Json


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


class SeatFacts(NamedTuple):
    """What screens show of a seat; `taken` and `blocked` as in the models."""

    index: int
    kind: str
    level: str
    name: str
    relief: str
    resigned: bool
    blocked: int
    taken: bool


class OwnSeat(NamedTuple):
    """The seat of whoever sends the request, and all seats of its match.

    `number_of_key` is the event that an earlier request with the same idempotency key has written.
    """

    index: int
    relief: str
    resigned: bool
    number_of_key: int | None
    all_seats: list[SeatFacts]


class SeatProof(NamedTuple):
    """How a request proves whose seat it plays: by token hash, account or (bots and clocks only) index."""

    condition: str
    value: Any
    #: a bot or a clock acts, not the person of the seat
    internal: bool = False


def proof_by_token(token_hash: str | None) -> SeatProof:
    return SeatProof("token_hash = %s", token_hash)


def proof_by_user(user_id: int) -> SeatProof:
    return SeatProof("user_id = %s", user_id)


def proof_by_index(index: int) -> SeatProof:
    return SeatProof('"index" = %s', index, internal=True)


#: It fits no seat.
NO_PROOF = proof_by_token(None)


class LogEntry(NamedTuple):
    """An event that is to be appended to the log."""

    kind: str
    seat: int | None
    data: Json
    key: str | None = None


class LoggedEvent(NamedTuple):
    """An event of the log."""

    number: int
    kind: str
    seat: int | None
    at: int
    data: Json


class TableSnapshot(NamedTuple):
    """What a screen shows beside the match itself; `events` are the newest of the log, if they were read with it."""

    seats: list[SeatFacts]
    state: Any
    events: list[LoggedEvent] | None = None


class MatchSnapshot(NamedTuple):
    """A match at one moment, and the seat of whoever asked, if any."""

    match: MatchRow
    seat: int | None
    table: TableSnapshot
