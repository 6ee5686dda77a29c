"""Finished public matches, one a line."""

from __future__ import annotations

from datetime import date, datetime, time

from django.http import HttpResponse
from django.utils.dateparse import parse_date
from django.utils.timezone import make_aware
from django.utils.translation import gettext as _

from escale.common.api.http import LICENCE_LINK, refuse_empty, whole_number
from escale.common.api.problems import Problem, not_one_of
from escale.common.api.renderers import NdjsonRenderer
from escale.common.api.schema import DAY, problems, query, whole
from escale.common.cursors import BadCursor, Order, load_page
from games.lobby.open_matches import generate_match_lines, select_matches
from games.registry import ENGINES
from games.web.api.games_view import games_view

OLDEST_FIRST = Order("open-matches", ("created_at", "id"))
#: No match is outside these days. Days beyond them would leave the range of times in the zone of the
#: database.
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(9000, 1, 1)


@games_view(
    NdjsonRenderer,
    GET=dict(
        summary="Finished public matches as open data, one a line",
        operation_id="open_matches",
        parameters=[
            query("game", "Only this game.", enum=sorted(ENGINES)),
            query("seats", "Only matches of so many seats.", whole(2, 4)),
            query("since", "Only matches that were created on this day or later.", DAY),
            query("until", "Only matches that were created before this day.", DAY),
            query("limit", "How many lines at most.", whole(1, 100)),
            query("cursor", "Where to go on; the header Link has the address of the next lines."),
        ],
        responses={(200, "application/x-ndjson"): str} | problems(400),
    ),
)
def open_matches(request):
    """Each line has `id`, `created`, `finished`, `engine_version`, `edition`, `times` of the moves and the
    `record`, in which names are left out. The oldest comes first. Free for any use (CC0)."""
    refuse_empty(request, ("game", "since", "until", "cursor"))
    try:
        size = whole_number(request, "limit", 50, 1, 100)
        page = load_page(_filter(request), OLDEST_FIRST, size, request.GET.get("cursor", ""))
    except BadCursor as error:
        raise Problem(400, "invalid", errors={"cursor": [_("This is not a cursor of this list.")]}) from error
    response = HttpResponse(b"".join(generate_match_lines(page.rows)), content_type="application/x-ndjson")
    links = [LICENCE_LINK]
    if page.next:
        parameters = request.GET.copy()
        parameters["cursor"] = page.next
        address = request.build_absolute_uri(f"{request.path}?{parameters.urlencode()}")
        links.append(f'<{address}>; rel="next"')
    response["Link"] = ", ".join(links)
    return response


def _filter(request):
    matches = select_matches()
    if game := request.GET.get("game"):
        if game not in ENGINES:
            raise not_one_of("game", sorted(ENGINES))
        matches = matches.filter(game=game)
    if seats := whole_number(request, "seats", None, 2, 4):
        matches = matches.filter(seat_count=seats)
    if since := _read_day(request, "since"):
        matches = matches.filter(created_at__gte=since)
    if until := _read_day(request, "until"):
        matches = matches.filter(created_at__lt=until)
    return matches


def _read_day(request, name: str) -> datetime | None:
    """The beginning of the day in this parameter; a Problem if it is not a day."""
    if name not in request.GET:
        return None
    try:
        day = min(max(parse_date(request.GET[name]), FIRST_DAY), LAST_DAY)
        return make_aware(datetime.combine(day, time.min))
    except (ValueError, TypeError) as error:
        sentence = _("A day such as 2026-11-30 is expected.")
        raise Problem(400, "invalid", errors={name: [sentence]}) from error
