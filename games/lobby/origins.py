"""Limits what an origin may do: the address or account from which a table was opened or a seat was taken.

`limits.request_origin` makes a digest of it that nobody can compute without the secret key of the site.
"""

from __future__ import annotations

from escale.common.clock import now_ms
from games.core.contract import Json
from games.matches.errors import MatchError
from games.models import BlockedOrigin, Match, Seat, Status

DAY_MS = 24 * 3600 * 1000
#: How many tables of one address may wait for players. A whole house may share one address.
MAX_OPEN_TABLES = 30
SEATS_PER_STEP = 500


def guard_new_table(origin: str, seats: list[Json]) -> None:
    """Raises MatchError if this origin has too many tables that wait for players.

    A table against bots does not wait for anybody.
    """
    people = sum(seat["kind"] != "bot" for seat in seats)
    if people < 2:
        return
    if Match.objects.filter(origin=origin, status=Status.OPEN).count() >= MAX_OPEN_TABLES:
        raise MatchError("too_many_tables")


def guard_not_blocked(origin: str) -> None:
    """Raises MatchError if staff have blocked this origin."""
    if BlockedOrigin.objects.filter(origin=origin, until__gt=now_ms()).exists():
        raise MatchError("address_blocked")


def block_origin(origin: str) -> int:
    """Blocks the origin for a day; returns the end of that time."""
    until = now_ms() + DAY_MS
    BlockedOrigin.objects.update_or_create(origin=origin, defaults={"until": until})
    return until


def erase_old_origins() -> bool:
    """Erases the origins of some seats whose match has had no event for a day. True if there may be more."""
    now = now_ms()
    BlockedOrigin.objects.filter(until__lt=now).delete()
    old = Seat.objects.filter(origin__gt="", match__moved_at__lt=now - DAY_MS)
    ids = list(old.order_by().values_list("pk", flat=True)[:SEATS_PER_STEP])
    Seat.objects.filter(pk__in=ids).update(origin="")
    return len(ids) == SEATS_PER_STEP
