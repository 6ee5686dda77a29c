"""Entries of people at a real table besides their moves: cards that come to light. Also their undo."""

from __future__ import annotations

from typing import Any

from games.core.contract import Json
from games.core.real_table.luck import TABLE, TableSetup
from games.matches import replay
from games.matches.entered_luck.setups import (
    correct_log,
    find_drawn_place,
    has_stock,
    load_setup,
    play_again,
    store_setup,
)
from games.matches.errors import MatchError
from games.matches.storage.rows import MatchRow, NewEvent, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, guard_playable, lock_own_seat, with_next_decision
from games.models import Match as StoredMatch
from games.models import MatchEvent, Packing, Status
from games.registry import ENGINES


def reveal(*, match_id: str, proof: SeatProof, entries: Json, idempotency_key: str | None = None) -> int:
    """Enters cards that have come to light, or who begins; returns the number of the event."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof, idempotency_key)
        if seat.earlier_event_number is not None:
            return seat.earlier_event_number
        guard_at_table(match)
        guard_playable(match)
        setup = load_setup(match).with_entries(entries, "entries")
        new_event = NewEvent("reveal", seat.index, {"entries": entries}, idempotency_key)
        return _write(match, setup, new_event)


def erase(*, match_id: str, proof: SeatProof) -> int:
    """Takes back the newest entry, whoever made it, and removes its content even from the log.

    That is also possible after the last move of the match, until it is packed.
    """
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        guard_at_table(match)
        if match.status == Status.FINISHED:
            match = _reopen(match)
        guard_playable(match)
        newest = _find_newest_entry(match)
        setup = load_setup(match)
        known = _without_entry(match, setup, newest)
        _erase_event(newest)
        moves = match.moves - (newest.kind == "move")
        return _write(match._replace(moves=moves), setup.with_known(known), NewEvent("erase", seat.index, {}))


def guard_at_table(match: MatchRow) -> None:
    if match.luck != TABLE:
        raise MatchError("luck_is_drawn")


def _reopen(match: MatchRow) -> MatchRow:
    """The match before its end; MatchError if it did not end with its last move, or is packed."""
    stored = StoredMatch.objects.get(pk=match.id)
    is_complete = (match.result or {}).get("end") == "complete"
    if not is_complete or stored.packing == Packing.DONE or stored.imported:
        raise MatchError("match_over")
    return match._replace(status=Status.ACTIVE, result=None)


def _find_newest_entry(match: MatchRow) -> MatchEvent:
    kinds = ("move", "reveal")
    newest = MatchEvent.objects.filter(match_id=match.id, kind__in=kinds).order_by("-number").first()
    if newest is None:
        raise MatchError("nothing_to_undo")
    return newest


def _without_entry(match: MatchRow, setup: TableSetup, entry: MatchEvent) -> Json:
    """The known places without those of this entry."""
    if entry.kind == "reveal":
        dropped = list(entry.data["entries"])
    else:
        earlier_draws = [step.drawn_values for step in replay.steps(match) if step.number != entry.number]
        labels = [label for label in entry.data["chance"] if has_stock(setup, label)]
        dropped = [find_drawn_place(label, earlier_draws) for label in labels]
    return {place: value for place, value in setup.known.items() if place not in dropped}


def _erase_event(event: MatchEvent) -> None:
    """Empties the event, and keeps its number, so that the log has no gap.

    Without its key, a request with the same key counts as new.
    """
    data: dict[str, Any] = {"counted": event.kind == "reveal"}
    MatchEvent.objects.filter(pk=event.pk).update(kind="erased", seat=None, key=None, data=data)


def _write(match: MatchRow, setup: TableSetup, new_event: NewEvent) -> int:
    """Writes the event and the setup, and corrects the moves in force; returns its number."""
    replayed = play_again(match, setup)
    correct_log(match, replayed)
    store_setup(match.id, setup)
    # The ids of decisions contain the number of undos, so another state gets other ids even after equally
    # many moves.
    match = match._replace(undos=match.undos + 1, offer=None)
    match_after = with_entered_decision(match, setup, replayed.state)
    return append_event(match_after, new_event, replayed.state)


def list_awaited(match: Any, setup: TableSetup, state: Any) -> list[str]:
    """The places of the setup that people must enter now."""
    engine = ENGINES[match.game]
    is_over = not engine.decisions(state)
    return setup.find_awaited(engine.view(state, None), has_moves=match.moves > 0, is_over=is_over)


def with_entered_decision(match: MatchRow, setup: TableSetup, state: Any) -> MatchRow:
    """The match with its next decision; it does not finish before the cards that count have been entered."""
    match_after = with_next_decision(match, state)
    if match_after.status == Status.FINISHED and list_awaited(match, setup, state):
        return match._replace(awaited_seats=0, due=None)
    return match_after
