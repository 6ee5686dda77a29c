"""Undo and offers: a seat takes back its last action, or asks the other seats for a take-back or a pause."""

from __future__ import annotations

from games.core.seat_masks import has_seat
from games.matches import replay
from games.matches.errors import MatchError
from games.matches.storage.rows import LogEntry, MatchRow, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, guard_playable, lock_own_seat, with_due_time, with_next_decision
from games.registry import ENGINES

OFFERS = ("takeback", "pause")


def undo(*, match_id: str, proof: SeatProof) -> int:
    """Takes back the last action of the seat, if it drew and revealed nothing and nobody has acted since."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match)
        steps = replay.steps(match.id)
        if not steps or steps[-1].seat != seat.index or not _are_harmless(match, steps[-1:]):
            raise MatchError("nothing_to_undo")
        return _drop_moves(match, seat.index, steps, dropped_count=1)


def _are_harmless(match: MatchRow, steps: list[replay.Step]) -> bool:
    """True if these moves drew and revealed nothing."""
    engine = ENGINES[match.game]
    moves_before_each_step = [step.index - 1 for step in steps]
    states_before = replay.states_after(match.id, moves_before_each_step)
    for step, state in zip(steps, states_before, strict=True):
        if step.drawn_values or not engine.may_undo(state, step.seat, step.action):
            return False
    return True


def _drop_moves(match: MatchRow, seat: int, steps: list[replay.Step], *, dropped_count: int) -> int:
    """Goes back to the state before the last `dropped_count` moves, and returns the number of the event that says so.

    The dropped moves stay in the log.
    """
    remaining_count = len(steps) - dropped_count
    (state,) = replay.states_after(match.id, [remaining_count])
    dropped_numbers = [step.number for step in steps[remaining_count:]]
    entry = LogEntry("undo", seat, {"of": dropped_numbers})
    match = match._replace(moves=match.moves - dropped_count, undos=match.undos + 1, offer=None)
    return append_event(with_next_decision(match, state), entry, state)


def make_offer(*, match_id: str, proof: SeatProof, kind: str) -> int:
    """Asks the other people for a take-back or a pause; bots agree to everything. Returns the newest event."""
    if kind not in OFFERS:
        raise MatchError("unknown_offer", kind=kind)
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match)
        if kind == "takeback":
            _steps_and_count_to_drop(match, seat.index)  # Raises MatchError if there is nothing to take back.
        match = match._replace(offer={"kind": kind, "seat": seat.index, "agreed": [seat.index]})
        number = append_event(match, LogEntry("offer", seat.index, {"kind": kind}))
        match = match._replace(number=number)
        return _fulfil_offer(match) if _has_everybody_agreed(match) else number


def answer_offer(*, match_id: str, proof: SeatProof, accept: bool) -> int:
    """Agrees to the offer of another seat, or refuses it. Returns the newest event."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match)
        if not match.offer or seat.index in match.offer["agreed"]:
            raise MatchError("no_offer")
        agreed_offer = {**match.offer, "agreed": [*match.offer["agreed"], seat.index]}
        match = match._replace(offer=agreed_offer if accept else None)
        number = append_event(match, LogEntry("answer", seat.index, {"accept": accept}))
        match = match._replace(number=number)
        return _fulfil_offer(match) if accept and _has_everybody_agreed(match) else number


def _has_everybody_agreed(match: MatchRow) -> bool:
    """True if every person has agreed to the offer."""
    people = {seat for seat in range(match.seat_count) if not has_seat(match.bot_seats, seat)}
    return people <= set(match.offer["agreed"])


def _fulfil_offer(match: MatchRow) -> int:
    """Pauses the match or takes moves back, as the offer says; returns the number of that event."""
    seat = match.offer["seat"]
    if match.offer["kind"] == "pause":
        return append_event(with_due_time(match._replace(paused=True, offer=None)), LogEntry("pause", seat, {}))
    steps, dropped_count = _steps_and_count_to_drop(match, seat)
    return _drop_moves(match, seat, steps, dropped_count=dropped_count)


def _steps_and_count_to_drop(match: MatchRow, seat: int) -> tuple[list[replay.Step], int]:
    """All moves in force, and the number of moves from the last one of this seat on.

    Raises MatchError if the seat has not moved yet, or if one of these moves drew or revealed something.
    """
    steps = replay.steps(match.id)
    own_positions = [position for position, step in enumerate(steps) if step.seat == seat]
    if not own_positions or not _are_harmless(match, steps[own_positions[-1] :]):
        raise MatchError("nothing_to_undo")
    return steps, len(steps) - own_positions[-1]


def resume(*, match_id: str, proof: SeatProof) -> int:
    """Ends a pause; any seat of the match may do that."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        if not match.paused:
            raise MatchError("not_paused")
        return append_event(with_due_time(match._replace(paused=False)), LogEntry("resume", seat.index, {}))
