"""Limits the number of tables with bots at which one address or account may play at once."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from escale.common.clock import now_ms
from games.core.contract import Json
from games.matches.errors import MatchError
from games.matches.limits import BOT_TABLE_MS
from games.matches.storage.transactions import wait_for_turn
from games.models import Match, Seat, Status


def guard_bot_tables(origin: str, seats: list[Json], limit: int) -> None:
    """Raises MatchError if this origin already has `limit` tables with bots."""
    if not origin or all(seat["kind"] != "bot" for seat in seats):
        return
    # Without waiting, requests of the same moment would not count each other's tables.
    wait_for_turn(f"bot tables of {origin}")
    bots = Seat.objects.filter(match=OuterRef("pk"), kind="bot")
    own_tables = Match.objects.filter(Exists(bots), origin=origin, moved_at__gt=now_ms() - BOT_TABLE_MS)
    if own_tables.exclude(status=Status.FINISHED)[:limit].count() == limit:
        raise MatchError("too_many_bot_tables")
