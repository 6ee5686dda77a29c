"""Undo and offers: a seat takes back its last action, or asks the other seats for a take-back or a pause."""

from __future__ import annotations

from typing import Any

from games.core.real_table.luck import TABLE
from games.core.seat_masks import has_seat
from games.matches import replay
from games.matches.entered_luck import entries
from games.matches.errors import MatchError
from games.matches.storage.rows import MatchRow, NewEvent, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import (
    append_event,
    guard_playable,
    lock_own_seat,
    with_due_time,
    with_next_decision,
)
from games.registry import ENGINES

OFFERS = ("takeback", "pause")


def undo(*, match_id: str, proof: SeatProof) -> int:
    """Takes back the last action of the seat, if it drew and revealed nothing and nobody has acted since.

    At a real table it takes back the newest entry, whatever it was.
    """
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        if match.luck == TABLE:
            return entries.erase(match_id=match_id, proof=proof)
        guard_playable(match)
        newest_step = next(replay.steps_back(match, match.number), None)
        if newest_step is None or newest_step.seat != seat.index:
            raise MatchError("nothing_to_undo")
        return _drop_moves(match, seat.index, [newest_step])


def _drop_moves(match: MatchRow, seat: int, steps: list[replay.Step]) -> int:
    """Goes back to the state before these newest moves, and returns the number of the undo event.

    The dropped moves stay in the log. Raises MatchError if one of them drew or revealed something.
    """
    states_before = replay.states_before(match, steps)
    _guard_can_go_back(match, steps, states_before)
    previous_step = next(replay.steps_back(match, steps[0].number - 1), None)
    data = {
        "of": [step.number for step in steps],
        "back_to": previous_step.number if previous_step else 0,
    }
    match = match._replace(moves=match.moves - len(steps), undos=match.undos + 1, offer=None)
    match = with_next_decision(match, states_before[0])
    return append_event(match, NewEvent("undo", seat, data), states_before[0])


def _guard_can_go_back(match: MatchRow, steps: list[replay.Step], states_before: list[Any]) -> None:
    """Raises MatchError if one of these moves drew or revealed something."""
    engine = ENGINES[match.game]
    for step, state in zip(steps, states_before, strict=True):
        if step.drawn_values or not engine.may_undo(state, step.seat, step.action):
            raise MatchError("nothing_to_undo")


def make_offer(*, match_id: str, proof: SeatProof, kind: str) -> int:
    """Asks the other people for a take-back or a pause; bots always agree. Returns the newest event."""
    if kind not in OFFERS:
        raise MatchError("unknown_offer", kind=kind)
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        _guard_not_at_table(match)
        guard_playable(match)
        if kind == "takeback":
            steps = _steps_to_drop(match, seat.index)
            _guard_can_go_back(match, steps, replay.states_before(match, steps))
        match = match._replace(offer={"kind": kind, "seat": seat.index, "agreed": [seat.index]})
        number = append_event(match, NewEvent("offer", seat.index, {"kind": kind}))
        match = match._replace(number=number)
        if _has_everybody_agreed(match):
            return _fulfil_offer(match)
        return number


def _guard_not_at_table(match: MatchRow) -> None:
    """Raises MatchError at a real table: people ask each other there, and can take back every entry."""
    if match.luck == TABLE:
        raise MatchError("not_at_table")


def answer_offer(*, match_id: str, proof: SeatProof, accept: bool) -> int:
    """Agrees to the offer of another seat, or refuses it. Returns the newest event."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match)
        if not match.offer or seat.index in match.offer["agreed"]:
            raise MatchError("no_offer")
        agreed_offer = {**match.offer, "agreed": [*match.offer["agreed"], seat.index]}
        match = match._replace(offer=agreed_offer if accept else None)
        number = append_event(match, NewEvent("answer", seat.index, {"accept": accept}))
        match = match._replace(number=number)
        if accept and _has_everybody_agreed(match):
            return _fulfil_offer(match)
        return number


def _has_everybody_agreed(match: MatchRow) -> bool:
    """True if every person has agreed to the offer."""
    people = {seat for seat in range(match.seat_count) if not has_seat(match.bot_seats, seat)}
    return people <= set(match.offer["agreed"])


def _fulfil_offer(match: MatchRow) -> int:
    """Pauses the match or takes back moves, as the offer says; returns the number of that event."""
    seat = match.offer["seat"]
    if match.offer["kind"] == "pause":
        paused_match = match._replace(paused=True, offer=None)
        return append_event(with_due_time(paused_match), NewEvent("pause", seat, {}))
    return _drop_moves(match, seat, _steps_to_drop(match, seat))


def _steps_to_drop(match: MatchRow, seat: int) -> list[replay.Step]:
    """The moves from the last one of this seat on, the oldest first.

    Raises MatchError if the seat has not moved yet, or if one of these moves drew something.
    """
    steps: list[replay.Step] = []
    for step in replay.steps_back(match, match.number):
        steps.append(step)
        if step.drawn_values:
            break
        if step.seat == seat:
            return steps[::-1]
    raise MatchError("nothing_to_undo")


def resume(*, match_id: str, proof: SeatProof) -> int:
    """Ends a pause; any seat of the match may do that."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        if not match.paused:
            raise MatchError("not_paused")
        return append_event(with_due_time(match._replace(paused=False)), NewEvent("resume", seat.index, {}))
