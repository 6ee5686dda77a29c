"""Handles seats whose person is absent.

When the clock of a person runs out, a bot plays in the seat until the person comes back: the relief bot.
After a resignation a bot plays on until the end.
"""

from __future__ import annotations

from django.db import connection

from escale.common.clock import now_ms
from games.core.real_table.luck import TABLE
from games.core.seat_masks import has_seat, mask_of, with_seat, without_seat
from games.matches.errors import MatchError
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import MatchRow, NewEvent, OwnSeat, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, guard_playable, lock_own_seat, with_due_time
from games.models import Status

RELIEF_LEVEL = "steady"
_UPDATE_RELIEF = 'UPDATE games_seat SET relief = %s, resigned = %s WHERE match_id = %s AND "index" = %s'


def relieve_absent(*, match_id: str) -> bool:
    """Starts relief bots for the persons whose time has run out; False if there are none."""
    with write_transaction():
        match = lock_match(match_id)
        if match is None or match.status != Status.ACTIVE or match.due is None or match.due > now_ms():
            return False
        absent = [seat for seat in range(match.seat_count) if _must_person_decide(match, seat)]
        for seat in absent:
            match = _start_relief(match, seat)
    return bool(absent)


def _must_person_decide(match: MatchRow, seat: int) -> bool:
    return has_seat(match.awaited_seats, seat) and not has_seat(match.bot_seats, seat)


def _start_relief(match: MatchRow, seat: int) -> MatchRow:
    _set_relief(match.id, seat, RELIEF_LEVEL)
    match = with_due_time(match._replace(bot_seats=with_seat(match.bot_seats, seat)))
    number = append_event(match, NewEvent("relief", seat, {"level": RELIEF_LEVEL}))
    return match._replace(number=number)


def end_relief(match: MatchRow, seat: OwnSeat) -> MatchRow:
    """Writes that the person is back and the relief bot leaves; returns the match after that event."""
    if seat.resigned:
        raise MatchError("resigned")
    match = match._replace(bot_seats=without_seat(match.bot_seats, seat.index))
    number = append_event(with_due_time(match), NewEvent("return", seat.index, {}))
    # Every transaction writes the match before the seat. Otherwise two transactions could wait for each
    # other.
    _set_relief(match.id, seat.index, "")
    return match._replace(number=number)


def reclaim_seat(*, match_id: str, proof: SeatProof) -> None:
    """Takes the seat back from the relief bot."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        if seat.relief_level and match.status == Status.ACTIVE:
            end_relief(match, seat)


def resign(*, match_id: str, proof: SeatProof) -> int:
    """Resigns, and returns the number of the event.

    With two seats, or if no person remains, the match ends; otherwise a bot plays on in this seat.
    """
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_playable(match._replace(paused=False))
        if match.luck == TABLE:
            return _end_at_table(match, seat.index)
        if seat.resigned:
            raise MatchError("resigned")
        _set_relief(match.id, seat.index, RELIEF_LEVEL, resigned=True)
        match = match._replace(bot_seats=with_seat(match.bot_seats, seat.index), offer=None)
        if match.seat_count == 2 or match.bot_seats == mask_of(range(match.seat_count)):
            match = _with_resigned_result(match, seat.index)
        return append_event(with_due_time(match), NewEvent("resign", seat.index, {}))


def _end_at_table(match: MatchRow, seat: int) -> int:
    """Ends the match without a winner, because no bot can play on with cards that lie on a real table."""
    result = {"scores": [0] * match.seat_count, "winners": [], "reason": "abandoned", "end": "abandoned"}
    match = match._replace(status=Status.FINISHED, awaited_seats=0, due=None, result=result, offer=None)
    return append_event(match, NewEvent("resign", seat, {}))


def _with_resigned_result(match: MatchRow, resigned_seat: int) -> MatchRow:
    winners = [seat for seat in range(match.seat_count) if seat != resigned_seat]
    result = {"scores": [0] * match.seat_count, "winners": winners, "reason": "resigned", "end": "resigned"}
    return match._replace(status=Status.FINISHED, awaited_seats=0, due=None, result=result)


def _set_relief(match_id: str, seat: int, level: str, *, resigned: bool = False) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE_RELIEF, [level, resigned, match_id, seat])
