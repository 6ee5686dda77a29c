"""The actions of staff on a table: close it, rename a seat, remove words, block an address.

All of them are logged.
"""

from __future__ import annotations

from typing import Any

from escale.common import audit
from games.core.contract import Json
from games.lobby import origins
from games.matches.errors import MatchError
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import MatchRow, NewEvent
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event
from games.models import ClosedTable, Match, MatchEvent, Seat, Status

#: The reasons to close a table; `games.presenting.words` has the sentences.
REASONS = ("words", "names", "abuse", "request", "other")


def close_table(*, who: Any, match_id: str, reason: str) -> None:
    """Ends a running match without a result, or removes an open table; its people are told why."""
    if reason not in REASONS:
        raise MatchError("unknown_reason")
    with write_transaction():
        match = _lock(match_id)
        if match.status == Status.FINISHED:
            raise MatchError("match_over")
        _audit(who, match_id, {"closed": reason})
        # The event makes every screen of the table load it again.
        append_event(_with_closed_result(match, reason), NewEvent("close", None, {"why": reason}))
        if match.status == Status.OPEN:
            ClosedTable.objects.create(match=match_id, reason=reason)
            Match.objects.filter(pk=match_id).delete()


def _with_closed_result(match: MatchRow, reason: str) -> MatchRow:
    if match.status == Status.OPEN:
        return match
    result = {"scores": [0] * match.seat_count, "winners": [], "reason": "closed", "end": "abandoned"}
    return match._replace(
        status=Status.FINISHED,
        awaited_seats=0,
        due=None,
        paused=False,
        offer=None,
        result=result | {"why": reason},
    )


def rename_seat(*, who: Any, match_id: str, index: int, name: str) -> None:
    """Gives a seat of a person another name, also in the log. Without a name, its number is its name."""
    with write_transaction():
        match = _lock(match_id)
        if not Seat.objects.filter(match=match_id, index=index, kind="human").update(name=name):
            raise MatchError("not_found")
        for event in MatchEvent.objects.filter(match=match_id, kind="join", seat=index):
            event.data = event.data | {"name": name}
            event.save(update_fields=["data"])
        _audit(who, match_id, {"renamed_seat": index + 1})
        append_event(match, NewEvent("rename", index, {}))


def remove_words(*, who: Any, match_id: str, number: int) -> None:
    """Erases the words of a message; the log still shows that there was a message."""
    with write_transaction():
        match = _lock(match_id)
        event = MatchEvent.objects.filter(match=match_id, number=number, kind="message").first()
        if event is None or "text" not in event.data:
            raise MatchError("not_found")
        event.data = {"removed": True}
        event.save(update_fields=["data"])
        _audit(who, match_id, {"removed_message": number})
        append_event(match, NewEvent("removal", None, {"of": number}))


def block_address(*, who: Any, match_id: str, index: int) -> None:
    """Blocks for a day the address or account that has taken the seat."""
    with write_transaction():
        _lock(match_id)
        origin = Seat.objects.values_list("origin", flat=True).filter(match=match_id, index=index).first()
        if not origin:
            raise MatchError("no_address")
        _audit(who, match_id, {"blocked_address_of_seat": index + 1})
        origins.block_origin(origin)


def find_closed_table(match_id: str) -> ClosedTable | None:
    return ClosedTable.objects.filter(pk=match_id).first()


def _lock(match_id: str) -> MatchRow:
    match = lock_match(match_id)
    if match is None:
        raise MatchError("not_found")
    return match


def _audit(who: Any, match_id: str, values: Json) -> None:
    audit.record(who=who, action=audit.CHANGE, thing=Match.objects.get(pk=match_id), after=values)
