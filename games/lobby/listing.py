"""Selects the tables that the lobby shows: open ones to join, and running ones to watch.

An origin is the address or account that opened a table. Tables of different origins take turns, and each
origin has only a few, so nobody can displace all others.
"""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from escale.common.clock import now_ms
from games.lobby.expiry import OPEN_TABLE_LIFETIME
from games.models import NEWEST_FIRST, Match, MatchEvent, MatchQuerySet, Pace, Seat, Status

SHOWN_TABLES = 12
SHOWN_TABLES_PER_ORIGIN = 4
#: The lobby chooses among this many of the newest tables, so that the time does not depend on their number.
MAX_CANDIDATES = 1000
#: At these paces people play together at the same time, so a pause of half an hour means that they have left.
QUICK_PACES = (Pace.NONE, Pace.LIVE)
#: A match without a move for this long is not among those to watch.
QUICK_SILENCE_MS = 30 * 60 * 1000
SLOW_SILENCE_MS = 3 * 24 * 3600 * 1000


def list_open_tables(**conditions: str) -> QuerySet[Match]:
    """The open tables that the lobby shows, the newest of each origin first."""
    return _mix_origins(_select_newest(find_open_tables().filter(**conditions)), newest_by="created_at")


def find_open_tables() -> MatchQuerySet:
    """All public tables that somebody can join."""
    oldest = timezone.now() - OPEN_TABLE_LIFETIME
    # A table whose seats are all taken is open too, until each of them has sent its nonce.
    return Match.objects.listed().filter(_has_free_seat(), status=Status.OPEN, created_at__gt=oldest)


def _has_free_seat() -> Exists:
    return Exists(Seat.objects.filter(match=OuterRef("pk"), kind="human", token_hash=None, user=None))


def list_watchable_tables(**conditions: str) -> QuerySet[Match]:
    """The running matches that the lobby shows: first, of each origin, the one with the newest move."""
    running = _select_newest(Match.objects.listed().filter(status=Status.ACTIVE, **conditions))
    watchable = running.filter(_has_moved_recently(), _is_played_by_people())
    return _mix_origins(watchable, newest_by="moved_at")


def _select_newest(matches: QuerySet[Match]) -> MatchQuerySet:
    """The candidates; an index finds them."""
    newest = NEWEST_FIRST.sort(matches).values("pk")[:MAX_CANDIDATES]
    return Match.objects.filter(pk__in=newest)


def _has_moved_recently() -> Q:
    now = now_ms()
    is_quick = Q(pace__in=QUICK_PACES)
    within_half_an_hour = Q(moved_at__gt=now - QUICK_SILENCE_MS)
    within_three_days = Q(moved_at__gt=now - SLOW_SILENCE_MS)
    return (is_quick & within_half_an_hour) | (~is_quick & within_three_days)


def _is_played_by_people() -> Exists:
    """A condition for matches: a person who has not left has made a move."""
    seat_of_move = Seat.objects.filter(match=OuterRef("match"), index=OuterRef("seat"))
    is_moved_by_person = Exists(seat_of_move.filter(kind="human", relief_level=""))
    moves_of_match = MatchEvent.objects.filter(match=OuterRef("pk"), kind="move")
    return Exists(moves_of_match.filter(is_moved_by_person))


def _mix_origins(matches: QuerySet[Match], newest_by: str) -> QuerySet[Match]:
    newest_first = F(newest_by).desc()
    place_in_origin = Window(RowNumber(), partition_by=F("origin"), order_by=newest_first)
    mixed = matches.annotate(place_in_origin=place_in_origin)
    mixed = mixed.filter(place_in_origin__lte=SHOWN_TABLES_PER_ORIGIN)
    return mixed.order_by("place_in_origin", newest_first).with_seats()[:SHOWN_TABLES]
