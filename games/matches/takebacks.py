"""Undo and offers: a seat takes back its last action, or asks the others for a take-back or a pause."""

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
    """Takes back one's own last action, if it drew and revealed nothing and nobody acted since."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match)
        steps = replay.steps(match.id)
        if not steps or steps[-1].seat != seat.index or not _are_harmless(match, steps[-1:]):
            raise MatchError("nothing_to_undo")
        return _drop_moves(match, seat.index, steps, 1)


def _are_harmless(match: MatchRow, steps: list[replay.Step]) -> bool:
    """True if these moves drew and revealed nothing."""
    engine = ENGINES[match.game]
    states_before = replay.states(match.id, [step.index - 1 for step in steps])
    for step, state in zip(steps, states_before, strict=True):
        if step.chance or not engine.may_undo(state, step.seat, step.action):
            return False
    return True


def _drop_moves(match: MatchRow, seat: int, steps: list[replay.Step], count: int) -> int:
    """Goes back to the state before the last moves; the log keeps them and this event."""
    (state,) = replay.states(match.id, [len(steps) - count])
    entry = LogEntry("undo", seat, {"of": [step.number for step in steps[-count:]]})
    match = match._replace(moves=match.moves - count, undos=match.undos + 1, offer=None)
    return append_event(with_next_decision(match, state), entry, state)


def make_offer(*, match_id: str, proof: SeatProof, kind: str) -> int:
    """Asks the other people for a take-back or a pause; bots agree to everything."""
    if kind not in OFFERS:
        raise MatchError("unknown_offer", kind=kind)
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match)
        if kind == "takeback":
            _moves_to_take_back(match, seat.index)
        match = match._replace(offer={"kind": kind, "seat": seat.index, "agreed": [seat.index]})
        number = append_event(match, LogEntry("offer", seat.index, {"kind": kind}))
        return _fulfil_offer(match._replace(number=number)) or number


def answer_offer(*, match_id: str, proof: SeatProof, accept: bool) -> int:
    """Agrees to what another seat asks for, or refuses it."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match)
        if not match.offer or seat.index in match.offer["agreed"]:
            raise MatchError("no_offer")
        agreed = {**match.offer, "agreed": [*match.offer["agreed"], seat.index]}
        match = match._replace(offer=agreed if accept else None)
        number = append_event(match, LogEntry("answer", seat.index, {"accept": accept}))
        if not accept:
            return number
        return _fulfil_offer(match._replace(number=number)) or number


def _fulfil_offer(match: MatchRow) -> int | None:
    """Does what was asked for if every person has agreed; the number of that event."""
    people = {seat for seat in range(match.seat_count) if not has_seat(match.automatic, seat)}
    if people - set(match.offer["agreed"]):
        return None
    seat = match.offer["seat"]
    if match.offer["kind"] == "pause":
        return append_event(with_due_time(match._replace(paused=True, offer=None)), LogEntry("pause", seat, {}))
    steps, count = _moves_to_take_back(match, seat)
    return _drop_moves(match, seat, steps, count)


def _moves_to_take_back(match: MatchRow, seat: int) -> tuple[list[replay.Step], int]:
    """All moves in force, and how many of them go so that the seat decides again what it decided last."""
    steps = replay.steps(match.id)
    own_positions = [position for position, step in enumerate(steps) if step.seat == seat]
    if not own_positions or not _are_harmless(match, steps[own_positions[-1] :]):
        raise MatchError("nothing_to_undo")
    return steps, len(steps) - own_positions[-1]


def resume(*, match_id: str, proof: SeatProof) -> int:
    """Ends a pause; any seat of the match may."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        if not match.paused:
            raise MatchError("not_paused")
        return append_event(with_due_time(match._replace(paused=False)), LogEntry("resume", seat.index, {}))
