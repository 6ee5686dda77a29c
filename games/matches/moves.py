"""Plays moves, of one match or of many matches at once.

An action is decoded, checked, applied and appended to the log of its match. Nothing is written for a move
that the rules refuse or that came too late.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction

from games.core import contract, json_form
from games.core.contract import Action, Illegal, Json, Malformed
from games.core.real_table.luck import TABLE
from games.core.seat_masks import seats_of
from games.matches import absence
from games.matches.entered_luck.preparing import EnteredLuck, choose_seat
from games.matches.errors import MatchError, Refused
from games.matches.storage import event_log, match_rows, states
from games.matches.storage.luck import LazyChance
from games.matches.storage.match_rows import SeatLookup
from games.matches.storage.rows import (
    LoggedEvent,
    MatchRow,
    NewEvent,
    OwnSeat,
    SeatProof,
    TableSnapshot,
    public_decision_id,
)
from games.matches.storage.states import WriteConflict
from games.matches.storage.transactions import optimistic_write
from games.matches.writes import (
    StateChange,
    append_events,
    guard_pending,
    guard_playable,
    lock_own_seat,
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
    idempotency_key: str | None = None
    #: at a real table: what dice and cards showed, and the seat if the proof fits several seats
    chance: Json | None = None
    seat: int | None = None


class AcceptedMove(NamedTuple):
    """A move that is in the log as event `number`. `match` is the match after it.

    `seat` is the one that the sender sees next: the one that moved, or at a real table one that must decide.
    """

    match: MatchRow
    seat: int
    number: int
    #: the number of the last event that the sender could have known
    number_before: int
    #: whether an earlier request with the same idempotency key wrote the move
    repeated: bool = False
    #: what the answer shows of the match besides `match`; None if the answer must read it from the database,
    #: because the move was repeated, or because this request wrote another event before it
    table: TableSnapshot | None = None


class CheckedMove(NamedTuple):
    """A move that the rules allow, not written yet; `match` is the match before it."""

    match: MatchRow
    seat: OwnSeat
    new_event: NewEvent
    chance_position_after: int  # how far the random stream is read after the move
    state_after: Any
    #: what people have entered for it at a real table; otherwise None
    entered: EnteredLuck | None = None


def play_move(request: MoveRequest) -> AcceptedMove:
    """Plays one move.

    A move that was sent twice counts only once: the second time its decision is not pending.
    """
    while True:
        try:
            with optimistic_write():
                return _play_once(request)
        except WriteConflict:
            # Each conflict means that another request wrote an event. The loop ends, at the latest when such
            # an event has removed the decision; then the move is refused as stale.
            continue


def _play_once(request: MoveRequest) -> AcceptedMove:
    match, seat = lock_own_seat(request.match_id, request.proof, request.idempotency_key)
    if seat.earlier_event_number is not None:
        return _repeat_answer(match, seat, seat.earlier_event_number, request)
    move = _check_move(match, seat, request)
    if seat.relief_level and not request.proof.is_from_server:
        return _play_after_return(move)
    if move.entered is not None:
        return _play_entered(move, move.entered)
    (accepted,) = _append_moves([move])
    if accepted is None:
        raise WriteConflict
    return accepted


def _play_entered(move: CheckedMove, entered: EnteredLuck) -> AcceptedMove:
    """Writes in one transaction the move, and the cards of the setup that it has revealed."""
    with transaction.atomic():
        entered.store()
        (accepted,) = _append_moves([move])
        if accepted is None:
            raise WriteConflict
    deciding_seats = seats_of(accepted.match.awaited_seats)
    # Somebody who holds several seats sees the one that decides next.
    next_seat = choose_seat(move.seat.held_seats, deciding_seats, named_seat=None)
    return accepted._replace(seat=next_seat)


def _repeat_answer(match: MatchRow, seat: OwnSeat, number: int, request: MoveRequest) -> AcceptedMove:
    _guard_same_action(match, number, request)
    return AcceptedMove(match, seat.index, number, number_before=number - 1, repeated=True)


def _play_after_return(move: CheckedMove) -> AcceptedMove:
    """Plays the move of a person who was away. The same transaction writes that the relief bot leaves."""
    with transaction.atomic():
        match = absence.end_relief(move.match, move.seat)
        (accepted,) = _append_moves([move._replace(match=match)])
        if accepted is None:
            raise WriteConflict
    # The event of the return is also new to the sender, and `table` does not contain it.
    return accepted._replace(number_before=move.match.number, table=None)


def try_move(request: MoveRequest) -> None:
    """Raises what `play_move` would raise for this move, and writes nothing."""
    match, seat = lock_own_seat(request.match_id, request.proof)
    _check_move(match, seat, request)


def play_together(requests: Sequence[MoveRequest]) -> list[AcceptedMove | None]:
    """Plays moves of different matches with one write; None for each that `play_move` must play or refuse."""
    lookups = [SeatLookup(request.match_id, request.proof, request.idempotency_key) for request in requests]
    accepted_moves: list[AcceptedMove | None] = [None] * len(requests)
    with optimistic_write():
        move_by_position = {}
        for position, lookup_result in enumerate(match_rows.fetch_matches(lookups)):
            move = _check_for_batch(requests[position], lookup_result.match, lookup_result.seat)
            if move is not None:
                move_by_position[position] = move
        appended_moves = _append_moves(list(move_by_position.values()), wait=False)
    for position, accepted_move in zip(move_by_position, appended_moves, strict=True):
        accepted_moves[position] = accepted_move
    return accepted_moves


def _check_for_batch(
    request: MoveRequest, match: MatchRow | None, seat: OwnSeat | None
) -> CheckedMove | None:
    if match is None or seat is None or seat.earlier_event_number is not None or seat.relief_level:
        return None
    if match.luck == TABLE:
        return None
    try:
        return _check_move(match, seat, request)
    except (MatchError, Refused, Malformed, WriteConflict):
        return None
    except DatabaseError:  # The error has broken the transaction of the whole batch.
        raise
    except Exception:  # The other moves of the batch are still played.
        log.exception("match %s: checking a move failed", request.match_id)
        return None


def _check_move(match: MatchRow, seat: OwnSeat, request: MoveRequest) -> CheckedMove:
    engine = ENGINES[match.game]
    action = _decode_action(match, request.action)
    guard_playable(match)
    entered = _enter_luck(match, request)
    if entered is None:
        state = states.load_state(match)
        chance: Any = LazyChance(match)  # It reads the secret of the match only if the action draws.
    else:
        state, chance = entered.state, entered
        seat = seat._replace(index=choose_held_seat(match, seat, state, request))
    guard_pending(match, state, seat.index, request.decision)
    _guard_not_resigned(seat, request.proof)
    if entered is not None:
        entered.guard_cards_entered(action)
    state_after, events = _apply_action(match, state, seat.index, action, chance)
    drawn_values, chance_position_after = chance.collect_draws()
    can_go_back = not drawn_values and engine.may_undo(state, seat.index, action)
    data = {
        "decision": request.decision,
        "action": json_form.encode(engine.META.actions, action),
        "chance": drawn_values,
        "events": [json_form.encode(engine.META.events, event) for event in events],
        # The API promises this name: the move can be taken back without asking the others.
        "harmless": can_go_back,
    }
    new_event = NewEvent("move", seat.index, data, request.idempotency_key)
    return CheckedMove(match, seat, new_event, chance_position_after, state_after, entered)


def _enter_luck(match: MatchRow, request: MoveRequest) -> EnteredLuck | None:
    """What people have entered at a real table; None if the site draws, and then nothing may be entered."""
    if match.luck == TABLE:
        return EnteredLuck(match, request.chance)
    if request.chance is not None:
        raise MatchError("luck_is_drawn")
    return None


def choose_held_seat(match: MatchRow, seat: OwnSeat, state: Any, request: MoveRequest) -> int:
    """The seat for which somebody who holds several seats answers the decision of the request."""
    decisions = ENGINES[match.game].decisions(state)
    seats_of_decision = [
        decision.seat for decision in decisions if public_decision_id(match, decision.id) == request.decision
    ]
    return choose_seat(seat.held_seats, seats_of_decision, request.seat)


def _guard_not_resigned(seat: OwnSeat, proof: SeatProof) -> None:
    """Raises MatchError if the person of the seat has resigned: then only the bot in its place plays."""
    if seat.resigned and seat.relief_level and not proof.is_from_server:
        raise MatchError("resigned")


def _decode_action(match: MatchRow, action: Action | Json) -> Action:
    if isinstance(action, dict):
        return json_form.decode(ENGINES[match.game].META.actions, action)
    return action


def _apply_action(
    match: MatchRow, state: Any, seat: int, action: Action, chance: Any
) -> tuple[Any, list[Any]]:
    """The state after the action, and the events of the game that the action caused."""
    try:
        return contract.apply(ENGINES[match.game], state, seat, action, chance)
    except Illegal as illegal:
        # The refusal cites the edition of the rule with which the match began.
        raise Refused(
            game=match.game, match=match.id, seat=seat, refusal=illegal.refusal, edition=match.edition
        ) from None
    except Malformed as error:
        if isinstance(chance, EnteredLuck):
            raise chance.explain(error) from None
        raise


def _append_moves(moves: Sequence[CheckedMove], *, wait: bool = True) -> list[AcceptedMove | None]:
    """Appends moves of different matches; None where another request wrote the match first."""
    changes = [StateChange(_find_match_after(move), move.new_event, move.state_after) for move in moves]
    logged_events = append_events(changes, wait=wait)
    accepted_moves: list[AcceptedMove | None] = []
    for move, change, event in zip(moves, changes, logged_events, strict=True):
        accepted_moves.append(None if event is None else _accept_move(move, change.match, event))
    return accepted_moves


def _find_match_after(move: CheckedMove) -> MatchRow:
    match = move.match._replace(
        moves=move.match.moves + 1,
        chance_position=move.chance_position_after,
        offer=None,  # The seat plays on, so it does not wait for answers to its offer.
    )
    if move.entered is not None:
        return move.entered.with_next_decision(match, move.state_after)
    return with_next_decision(match, move.state_after)


def _accept_move(move: CheckedMove, match_after: MatchRow, event: LoggedEvent) -> AcceptedMove:
    table = TableSnapshot(move.seat.all_seats, move.state_after, [event])
    match = match_after._replace(number=event.number)
    return AcceptedMove(match, move.seat.index, event.number, number_before=move.match.number, table=table)


def _guard_same_action(match: MatchRow, number: int, request: MoveRequest) -> None:
    """Raises MatchError if the idempotency key was used for another action before."""
    (event,) = event_log.load_events(match, number - 1, number)
    action = json_form.encode(ENGINES[match.game].META.actions, _decode_action(match, request.action))
    if (event.data["decision"], event.data["action"]) != (request.decision, action):
        raise MatchError("key_used")
