"""Functions that all changes of a match share: locking a seat, the next decision, and appending events.

After each change open pages get a tick: the number of the newest event, which tells them to load the match
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from escale.common.clock import now_ms
from games.core.seat_masks import mask_of
from games.matches.errors import MatchError
from games.matches.storage import event_log, match_rows, states
from games.matches.storage.event_log import MatchChange
from games.matches.storage.match_rows import SeatLookup
from games.matches.storage.rows import (
    LoggedEvent,
    MatchRow,
    NewEvent,
    OwnSeat,
    SeatProof,
    public_decision_id,
)
from games.matches.storage.states import WriteConflict
from games.matches.storage.transactions import queue_tick
from games.matches.storage.waiting_webhooks import queue_finished
from games.models import ALLOWANCE, MailState, Seat, Status
from games.registry import ENGINES


def lock_own_seat(
    match_id: str, proof: SeatProof, idempotency_key: str | None = None
) -> tuple[MatchRow, OwnSeat]:
    """The match, locked until the transaction ends, and the seat that the proof fits."""
    match, seat = match_rows.lock_seat(SeatLookup(match_id, proof, idempotency_key))
    if match is None:
        raise MatchError("not_found")
    if seat is None:
        raise MatchError("not_your_seat")
    return match, seat


def guard_playable(match: MatchRow) -> None:
    """Raises MatchError unless the match is being played."""
    if match.status == Status.FINISHED:
        raise MatchError("match_over")
    if match.status == Status.OPEN:
        raise MatchError("not_started")
    if match.paused:
        raise MatchError("paused")


def guard_pending(match: MatchRow, state: Any, seat: int, decision_id: str) -> None:
    """Raises MatchError unless the seat must make this decision now."""
    decisions = ENGINES[match.game].decisions(state)
    pending = {(decision.seat, public_decision_id(match, decision.id)) for decision in decisions}
    if (seat, decision_id) not in pending:
        raise MatchError("stale_decision", decision=decision_id)


def with_next_decision(match: MatchRow, state: Any) -> MatchRow:
    """The match with the seats that must decide now and their time limit, or finished with its result."""
    engine = ENGINES[match.game]
    awaited_seats = mask_of(decision.seat for decision in engine.decisions(state))
    if awaited_seats:
        return with_due_time(match._replace(awaited_seats=awaited_seats))
    outcome = engine.outcome(state)
    result = {**outcome._asdict(), "end": "complete"}
    return match._replace(awaited_seats=0, due=None, status=Status.FINISHED, result=result)


def with_due_time(match: MatchRow) -> MatchRow:
    """The match with the time when `games.automation.worker` must look at it.

    That is now if a bot must decide, and otherwise the time when the clock of the persons runs out.
    """
    if match.status != Status.ACTIVE or match.paused or not match.awaited_seats:
        return match._replace(due=None)
    if match.awaited_seats & match.bot_seats:
        return match._replace(due=now_ms())
    allowance = ALLOWANCE.get(match.pace)  # None, as without a clock, for a pace of a later release
    return match._replace(due=now_ms() + allowance * 1000 if allowance else None)


class StateChange(NamedTuple):
    """The match with its new values, the event that changed it, and the new state.

    None if the state stays the same.
    """

    match: MatchRow
    new_event: NewEvent
    state: Any = None


def append_event(match: MatchRow, new_event: NewEvent, state: Any = None) -> int:
    """Appends the event to the log, and returns its number; `state` is None if the state stays the same."""
    (event,) = append_events([StateChange(match, new_event, state)])
    if event is None:
        raise WriteConflict
    return event.number


def append_events(changes: Sequence[StateChange], *, wait: bool = True) -> list[LoggedEvent | None]:
    """Appends events of different matches; None where another request wrote the match first.

    After the commit the new states are cached, and the ticks are published.
    """
    events = event_log.append_events([_with_dumped_state(change) for change in changes], wait=wait)

    def after_commit() -> None:
        for change, event in zip(changes, events, strict=True):
            if event is None:
                continue
            if change.state is not None:
                states.cache_state(change.match, change.state)
            queue_tick(change.match.id, event.number)

    transaction.on_commit(after_commit)
    finished = [change.match.id for change in changes if change.match.status == Status.FINISHED]
    if finished:
        erase_contacts(finished)
    return events


def erase_contacts(match_ids: Sequence[str]) -> None:
    """Erases the email addresses and webhooks of these finished matches, after queueing the webhooks."""
    with_contacts = Seat.objects.filter(Q(mail__gt="") | Q(webhook__gt=""), match__in=match_ids)
    seats = list(with_contacts)
    if not seats:
        return
    queue_finished(seats)
    own = Seat.objects.filter(pk__in=[seat.pk for seat in seats])
    own.update(mail="", mail_state=MailState.NEW, webhook="", webhook_secret="")


def _with_dumped_state(change: StateChange) -> MatchChange:
    dumped = None if change.state is None else ENGINES[change.match.game].dump(change.state)
    return MatchChange(change.match, change.new_event, dumped)
