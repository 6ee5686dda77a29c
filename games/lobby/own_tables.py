"""The tables of an account: those that are still played, and the others by cursor, the newest seat first."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from escale.common.cursors import CursorPage, Order, load_page
from games.models import Match, Seat, Status

NEWEST_SEAT_FIRST = Order("own seats", ("-id",))
MATCHES_PER_PAGE = 50
#: Tables that are not over are searched among this many of the newest seats. An abandoned match ends after 30
#: days.
SEARCHED_SEATS = 1000
MAX_UNFINISHED = 100


class OwnTables(NamedTuple):
    """One page of the tables of an account; only the first one has `unfinished` tables."""

    unfinished: list[Match]
    finished: list[Match]
    page: CursorPage


def load_own_tables(user_id: int, cursor: str = "") -> OwnTables:
    """The page to which the cursor leads. Raises BadCursor."""
    page = load_page(_seats_of_finished_matches(user_id), NEWEST_SEAT_FIRST, MATCHES_PER_PAGE, cursor)
    match_by_id = Match.objects.with_seats().in_bulk([seat.match_id for seat in page.rows])
    finished = [match_by_id[seat.match_id] for seat in page.rows if seat.match_id in match_by_id]
    unfinished = [] if cursor else list(_unfinished_matches(user_id))
    return OwnTables(unfinished, finished, page)


def _seats_of_finished_matches(user_id: int) -> QuerySet[Seat]:
    """One seat of each match, even if the account has several."""
    seats = Seat.objects.filter(user=user_id)
    later_seat = seats.filter(match=OuterRef("match"), id__gt=OuterRef("id"))
    return seats.filter(match__status=Status.FINISHED).exclude(Exists(later_seat))


def _unfinished_matches(user_id: int) -> QuerySet[Match]:
    newest_seats = Seat.objects.filter(user=user_id).order_by("-id")[:SEARCHED_SEATS]
    matches = Match.objects.filter(pk__in=list(newest_seats.values_list("match", flat=True)))
    return matches.exclude(status=Status.FINISHED).with_seats()[:MAX_UNFINISHED]
