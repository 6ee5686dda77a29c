"""Ends running matches that everybody has left."""

from __future__ import annotations

from escale.common.clock import now_ms
from games.matches.archiving.lifetimes import ABANDONED_AFTER
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import MatchRow, NewEvent
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event
from games.models import Match, Status

MATCHES_PER_STEP = 20


def end_abandoned_matches() -> bool:
    """Ends some matches in which nobody has moved for too long; True if there may be more."""
    latest = now_ms() - int(ABANDONED_AFTER.total_seconds() * 1000)
    abandoned = Match.objects.filter(status=Status.ACTIVE, moved_at__lte=latest).order_by()
    ids = list(abandoned.values_list("pk", flat=True)[:MATCHES_PER_STEP])
    for match_id in ids:
        _end_match(match_id, latest)
    return len(ids) == MATCHES_PER_STEP


def _end_match(match_id: str, latest: int) -> None:
    """Ends the match unless somebody has come back meanwhile; a match without a move is removed."""
    with write_transaction():
        match = lock_match(match_id)
        if match is None or not Match.objects.filter(pk=match_id, status=Status.ACTIVE, moved_at__lte=latest):
            return
        if match.moves == 0:
            Match.objects.filter(pk=match_id).delete()
        else:
            append_event(_abandoned(match), NewEvent("abandon", None, {}))


def _abandoned(match: MatchRow) -> MatchRow:
    result = {"scores": [0] * match.seat_count, "winners": [], "reason": "abandoned", "end": "abandoned"}
    return match._replace(
        status=Status.FINISHED, awaited_seats=0, due=None, paused=False, offer=None, result=result
    )
