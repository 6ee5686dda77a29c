"""Pages of the games: the lobby, a game, a table, its replay, somebody's record."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from escale.common import limits
from escale.common.text.names import is_readable
from games.core.contract import Json, Malformed
from games.core.real_table.luck import TABLE
from games.lobby import listing, origins
from games.matches import record_import, seating
from games.matches.errors import MatchError
from games.matches.limits import CREATE, IMPORT
from games.models import Match, Pace, Status, Visibility
from games.moderation.tables import find_closed_table
from games.presenting import match_view, problems, strength
from games.presenting import words as phrases
from games.presenting.match_lists import describe_each
from games.presenting.record_faults import describe_fault
from games.presenting.teaching import lessons
from games.presenting.teaching.invitations import describe_invitation
from games.registry import ENGINES, has_puzzles, load_game
from games.web import analysis_pages

#: why somebody may not open a table although the form is right
TABLE_REFUSALS = {
    "address_blocked": problems.ADDRESS_BLOCKED,
    "too_many_tables": problems.CONFLICTS["too_many_tables"],
    "too_many_bot_tables": problems.CONFLICTS["too_many_bot_tables"],
}


def describe_game(slug: str) -> Json:
    """The description of a game in the lobby."""
    facts = load_game(slug).facts
    return {
        "slug": slug,
        "name": str(facts.name),
        "pitch": str(facts.pitch),
        "seats": ENGINES[slug].META.seats,
        "minutes": facts.minutes,
        "age": facts.age,
    }


def lobby(request: HttpRequest) -> HttpResponse:
    context = {
        "games": [describe_game(slug) for slug in ENGINES],
        "names": phrases.join_names(ENGINES),
        "open_tables": describe_each(listing.list_open_tables(), describe_line),
        "active_tables": describe_each(listing.list_watchable_tables(), describe_line),
    }
    return render(request, "games/lobby.html", context)


def describe_line(match: Match) -> Json:
    """The description of a table in a list."""
    seats = match_view.describe_seats(match, match.seats.all())
    return {
        "id": match.pk,
        "game": phrases.game_name(match.game),
        "names": [seat["name"] for seat in seats if seat["taken"]],
        "free": sum(not seat["taken"] for seat in seats),
        "pace": phrases.PACES.get(match.pace, match.pace),
        "moves": match.moves,
    }


def _require_game(slug: str) -> str:
    if slug not in ENGINES:
        raise Http404
    return slug


def game(request: HttpRequest, slug: str) -> HttpResponse:
    meta, facts = ENGINES[_require_game(slug)].META, load_game(slug).facts
    context = {
        "about": describe_game(slug),
        "options": [
            {
                "name": option.name,
                "text": facts.options[option.name],
                "values": option.values,
                "yes_no": set(option.values) == {True, False},
                "preselected": facts.first_options.get(option.name, option.values[0]),
                "rule": match_view.link_to_rule(slug, option.rule),
            }
            for option in meta.options
        ],
        "levels": strength.list_levels(slug),
        "other_seats": range(2, max(meta.seats) + 1),
        "min_seats": min(meta.seats),
        "required_other_seats": range(2, min(meta.seats) + 1),
        "has_puzzles": has_puzzles(slug),
        "paces": phrases.PACES.items(),
        "open_tables": describe_each(listing.list_open_tables(game=slug), describe_line),
        "active_tables": describe_each(listing.list_watchable_tables(game=slug), describe_line),
    }
    return render(request, "games/game.html", context)


def bots(request: HttpRequest) -> HttpResponse:
    """How strong each bot is, and how that was measured."""
    games = [
        {"slug": entry["slug"], "name": entry["name"], "tables": _group_by_seats(entry["results"])}
        for entry in strength.describe_games()
    ]
    return render(request, "games/bots.html", {"games": games})


def _group_by_seats(results: list[Json]) -> list[Json]:
    """A table of results for each number of seats, with the commands that repeat their measurements."""
    tables = []
    for seats, group in groupby(results, key=itemgetter("seats")):
        rows = [_describe_result(result) for result in group]
        commands = "".join(f"{row['command']}\n" for row in rows)
        tables.append({"seats": seats, "rows": rows, "commands": commands})
    return tables


def _describe_result(result: Json) -> Json:
    """A measured result, with the names of its bots and its rates in percent."""
    low_rate, high_rate = result["interval"]
    row = result | {
        "stronger_name": phrases.PLAYER_NAMES[result["stronger"]],
        "weaker_name": phrases.PLAYER_NAMES[result["weaker"]],
        "percent": 100 * result["rate"],
        "low_percent": 100 * low_rate,
        "high_percent": 100 * high_rate,
    }
    if result["aim"] is not None:
        row["aim_percent"] = 100 * result["aim"]
        row["is_aim_reached"] = result["rate"] >= result["aim"]
    return row


def first_game(request: HttpRequest, slug: str) -> HttpResponse:
    scenes = lessons.list_scenes(_require_game(slug), lessons.names_at_table(slug))
    return render(request, "games/tutorial.html", {"about": describe_game(slug), "scenes": scenes})


@require_POST
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Opens the table of a form, for browsers without scripts.

    A browser with scripts uses the API instead, and sends a nonce for the luck of the match.
    """
    if (wait := limits.count_request(CREATE, limits.client_key(request))) is not None:
        return too_many(request, wait, _("Too many tables were opened from your network."))
    origin = limits.request_origin(request)
    try:
        wishes = _read_new_table_form(_require_game(slug), request.POST)
        origins.guard_not_blocked(origin)
        origins.guard_new_table(origin, wishes["seats"])
        creator_seat = seating.create(**wishes, user=None, origin=origin)
    except (MatchError, Malformed, ValueError) as error:
        if isinstance(error, MatchError) and error.code in TABLE_REFUSALS:
            return refuse(request, error)
        raise BadRequest(str(error)) from error
    return redirect(f"{reverse('games:table', args=[creator_seat.match])}#seat={creator_seat.token}")


def refuse(request: HttpRequest, error: MatchError) -> HttpResponse:
    """A page that says why nobody may open a table from this address now; other errors are raised again."""
    if error.code not in TABLE_REFUSALS:
        raise error
    words = {"title": _("No new table for now"), "text": TABLE_REFUSALS[error.code]}
    return render(request, "escale/error.html", {"status": 403, "words": words}, status=403)


def too_many(request: HttpRequest, wait: int, text: str) -> HttpResponse:
    words = {"title": _("One after the other"), "text": text}
    context = {"status": 429, "wait": wait, "words": words}
    response = render(request, "escale/error.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response


def _read_new_table_form(slug: str, form) -> Json:
    """The arguments of `seating.create` that the form gives."""
    meta = ENGINES[slug].META
    seats = [{"kind": "human"}]
    for number in range(2, max(meta.seats) + 1):
        player = form.get(f"seat{number}")  # "human", or the level of a bot
        if player == "human":
            seats.append({"kind": "human"})
        elif player:
            seats.append({"kind": "bot", "level": player})
    options = {}
    for option in meta.options:
        value_by_text = {str(value): value for value in option.values}
        options[option.name] = value_by_text.get(form.get(option.name), option.values[0])
    return {
        "game": slug,
        "seats": seats,
        "options": options,
        "pace": Pace(form.get("pace", "none")),
        "visibility": Visibility.UNLISTED if form.get("unlisted") else Visibility.PUBLIC,
        "name": _readable_name(form.get("name", "")),
    }


def _readable_name(text: str) -> str:
    """The name in the form, shortened; ValueError if nobody could read it."""
    name = text.strip()[:40]
    if not is_readable(name):
        raise ValueError("This name cannot be read.")
    return name


def table(request: HttpRequest, match_id: str) -> HttpResponse:
    match = Match.objects.with_seats().filter(pk=match_id).first()
    if match is None:
        return _show_closed_table(request, match_id)
    if match.luck == TABLE and match.status != Status.FINISHED:
        return redirect("games:real_table", match_id)
    context = _describe_table(match)
    context |= {"entry": "games/match.js", "own_seat": _find_own_seat(request, match)}
    if match.status == Status.OPEN:
        context["invitation"] = describe_invitation(match)
    return render(request, "games/table.html", context)


def _show_closed_table(request: HttpRequest, match_id: str) -> HttpResponse:
    """A page that says why staff have closed the table; Http404 if it never existed."""
    closed = find_closed_table(match_id)
    if closed is None:
        raise Http404
    words = {"title": _("This table is closed"), "text": phrases.explain_closing(closed.reason)}
    return render(request, "escale/error.html", {"status": 410, "words": words}, status=410)


def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id, status=Status.FINISHED)
    context = _describe_table(match) | analysis_pages.describe(request, match)
    context |= {"entry": "games/replay.js", "own_seat": _find_own_seat(request, match)}
    return render(request, "games/replay.html", context)


def _find_own_seat(request: HttpRequest, match: Match) -> int | str:
    """The seat of the account that is logged in, or ""."""
    for seat in match.seats.all():
        if seat.user_id and seat.user_id == request.user.pk:
            return seat.index
    return ""


def record(request: HttpRequest) -> HttpResponse:
    """Makes a match to replay from somebody's record; for a damaged one, shows what is wrong with it."""
    if request.method != "POST":
        return render(request, "games/record.html")
    if (wait := limits.count_request(IMPORT, limits.client_key(request))) is not None:
        return too_many(request, wait, _("Too many records were sent from your network."))
    file = request.FILES.get("record")
    try:
        match = record_import.file(file.read() if file else b"")
    except Malformed as error:
        return render(request, "games/record.html", {"fault": describe_fault(error)}, status=422)
    return redirect("games:replay", match.pk)


def _describe_table(match: Match) -> Json:
    return {
        "match": match,
        "view": match_view.build_view(match, None, match_view.ViewOptions(words=True)),
        "texts": phrases.list_screen_words(match.game),
        "name": phrases.game_name(match.game),
    }


def short(request: HttpRequest, match_id: str) -> HttpResponse:
    """Redirects the short address, which people send each other, to the language of whoever opens it."""
    if not Match.objects.filter(pk=match_id).exists() and find_closed_table(match_id) is None:
        raise Http404
    translation.activate(translation.get_language_from_request(request))
    return redirect(reverse("games:table", args=[match_id]))
