"""Plays moves: decodes an action, checks it, applies it and appends it to the log, for one match or for many at once.

A move that the rules refuse, or that came too late, writes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction

from games.core import contract
from games.core.contract import Action, Illegal, Json, Malformed
from games.matches import absence
from games.matches.errors import MatchError, Refused
from games.matches.storage import event_log, match_rows, states
from games.matches.storage.luck import LazyChance
from games.matches.storage.match_rows import SeatLookup
from games.matches.storage.rows import LogEntry, LoggedEvent, MatchRow, OwnSeat, SeatProof, TableSnapshot
from games.matches.storage.states import WriteConflict
from games.matches.storage.transactions import optimistic_write
from games.matches.writes import (
    StateChange,
    append_events,
    guard_playable,
    lock_own_seat,
    public_decision_id,
    with_next_decision,
)
from games.registry import ENGINES

log = logging.getLogger(__name__)


class MoveRequest(NamedTuple):
    """An action that a seat wants to play for one of its decisions."""

    match_id: str
    proof: SeatProof
    decision: str
    action: Action | Json
    key: str | None = None


class AcceptedMove(NamedTuple):
    """A move that stands in the log as event `number`; `repeated` if an earlier request with its key wrote it.

    `match` is the match after it, `number_before` the last event that the sender could know. `table` holds what the
    answer shows beside the match, if this request has computed it.
    """

    match: MatchRow
    seat: int
    number: int
    number_before: int
    repeated: bool = False
    table: TableSnapshot | None = None


class CheckedMove(NamedTuple):
    """A move that the rules allow; `draws` and `state` are those after it."""

    match: MatchRow
    seat: OwnSeat
    entry: LogEntry
    draws: int
    state: Any


def play_move(request: MoveRequest) -> AcceptedMove:
    """Plays one move. A decision that is no longer pending is a conflict, so a move sent twice cannot count twice."""
    while True:
        try:
            with optimistic_write():
                return _play_once(request)
        except WriteConflict:  # Another event was written each time, so this loop ends.
            continue


def _play_once(request: MoveRequest) -> AcceptedMove:
    match, seat = lock_own_seat(request.match_id, request.proof, request.key)
    if seat.number_of_key is not None:
        _guard_same_action(match, seat.number_of_key, request)
        return AcceptedMove(match, seat.index, seat.number_of_key, seat.number_of_key - 1, repeated=True)
    move = _check_move(match, seat, request)
    if seat.relief and not request.proof.internal:
        return _play_after_return(move)
    (accepted,) = _append_moves([move])
    if accepted is None:
        raise WriteConflict
    return accepted


def _play_after_return(move: CheckedMove) -> AcceptedMove:
    """The person plays again: one transaction writes that the relief bot leaves, and the move."""
    with transaction.atomic():
        match = absence.end_relief(move.match, move.seat)
        (accepted,) = _append_moves([move._replace(match=match)])
    if accepted is None:
        raise WriteConflict
    return accepted._replace(number_before=move.match.number, table=None)


def play_together(requests: Sequence[MoveRequest]) -> list[AcceptedMove | None]:
    """Plays moves of different matches with one write; None for each move that only `play_move` can play or refuse."""
    lookups = [SeatLookup(request.match_id, request.proof, request.key) for request in requests]
    with optimistic_write():
        moves: list[CheckedMove | None] = []
        for request, found in zip(requests, match_rows.fetch_many(lookups), strict=True):
            moves.append(_check_for_batch(request, found.match, found.seat))
        accepted_moves = iter(_append_moves([move for move in moves if move], wait=False))
    return [next(accepted_moves) if move else None for move in moves]


def _check_for_batch(request: MoveRequest, match: MatchRow | None, seat: OwnSeat | None) -> CheckedMove | None:
    if match is None or seat is None or seat.number_of_key is not None or seat.relief:
        return None
    try:
        return _check_move(match, seat, request)
    except (MatchError, Refused, Malformed, WriteConflict):
        return None
    except DatabaseError:
        raise
    except Exception:  # The other moves of the batch are played all the same.
        log.exception("match %s: checking a move failed", request.match_id)
        return None


def _check_move(match: MatchRow, seat: OwnSeat, request: MoveRequest) -> CheckedMove:
    engine = ENGINES[match.game]
    action = _decode_action(match, request.action)
    guard_playable(match)
    state = states.load_state(match)
    pending = {(decision.seat, public_decision_id(match, decision.id)) for decision in engine.decisions(state)}
    if (seat.index, request.decision) not in pending:
        raise MatchError("stale_decision", decision=request.decision)
    if seat.resigned and seat.relief and not request.proof.internal:
        raise MatchError("resigned")
    chance = LazyChance(match)
    state_after, events = _apply_action(match, state, seat.index, action, chance)
    drawn, draws = chance.collect_draws()
    data = {
        "decision": request.decision,
        "action": contract.encode(engine.META.actions, action),
        "chance": drawn,
        "events": [contract.encode(engine.META.events, event) for event in events],
        "harmless": not drawn and engine.may_undo(state, seat.index, action),
    }
    return CheckedMove(match, seat, LogEntry("move", seat.index, data, request.key), draws, state_after)


def _decode_action(match: MatchRow, action: Action | Json) -> Action:
    if isinstance(action, dict):
        return contract.decode(ENGINES[match.game].META.actions, action)
    return action


def _apply_action(match: MatchRow, state: Any, seat: int, action: Action, chance: Any) -> tuple[Any, list[Any]]:
    """The state after the action, and what happened."""
    try:
        return contract.apply(ENGINES[match.game], state, seat, action, chance)
    except Illegal as illegal:
        refusal = illegal.refusal
        raise Refused(game=match.game, match=match.id, seat=seat, refusal=refusal, edition=match.edition) from None


def _append_moves(moves: Sequence[CheckedMove], *, wait: bool = True) -> list[AcceptedMove | None]:
    """Appends moves of different matches; None where another request wrote the match first."""
    changes = [StateChange(_match_after(move), move.entry, move.state) for move in moves]
    accepted_moves = []
    for move, change, event in zip(moves, changes, append_events(changes, wait=wait), strict=True):
        accepted_moves.append(_accepted_move(move, change.match, event) if event else None)
    return accepted_moves


def _match_after(move: CheckedMove) -> MatchRow:
    match = move.match._replace(moves=move.match.moves + 1, draws=move.draws, offer=None)
    return with_next_decision(match, move.state)


def _accepted_move(move: CheckedMove, match_after: MatchRow, event: LoggedEvent) -> AcceptedMove:
    table = TableSnapshot(move.seat.all_seats, move.state, [event])
    match = match_after._replace(number=event.number)
    return AcceptedMove(match, move.seat.index, event.number, move.match.number, table=table)


def _guard_same_action(match: MatchRow, number: int, request: MoveRequest) -> None:
    """Raises MatchError if the idempotency key of the request stands on another action."""
    (event,) = event_log.load_events(match.id, number - 1, number)
    action = contract.encode(ENGINES[match.game].META.actions, _decode_action(match, request.action))
    if (event.data["decision"], event.data["action"]) != (request.decision, action):
        raise MatchError("key_used")
