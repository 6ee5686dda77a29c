"""The page "My tables"."""

from __future__ import annotations

from functools import partial

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from escale.common.cursors import BadCursor
from games.core.contract import Json
from games.core.seat_masks import has_seat
from games.lobby.own_tables import load_own_tables
from games.models import Match, Status
from games.presenting.match_lists import describe_each
from games.web.pages import describe_line

#: the state of a table for its owner, the most urgent first
STATES = {
    "waits": gettext_lazy("your turn"),
    Status.OPEN: gettext_lazy("waiting for players"),
    Status.ACTIVE: gettext_lazy("the others decide"),
    Status.FINISHED: gettext_lazy("finished"),
}


def mine(request: HttpRequest) -> HttpResponse:
    """The page "My tables": those of the account; a script adds those of this browser."""
    if not request.user.is_authenticated:
        return render(request, "games/mine.html")
    try:
        own = load_own_tables(request.user.pk, request.GET.get("cursor", ""))
    except BadCursor as error:
        raise BadRequest from error
    lines = describe_each([*own.unfinished, *own.finished], partial(_describe_own, user_id=request.user.pk))
    matches = sorted(lines, key=lambda line: line["order"])
    return render(request, "games/mine.html", {"matches": matches, "page": own.page})


def _describe_own(match: Match, user_id: int) -> Json:
    own_seats = [seat.index for seat in match.seats.all() if seat.user_id == user_id]
    waits = any(has_seat(match.awaited_seats, index) for index in own_seats)
    state = "waits" if waits else match.status
    return describe_line(match) | {
        "waits": waits,
        "state": STATES[state],
        "order": list(STATES).index(state),
    }
