"""Pages of the games: lobby, a game, a table, its replay, somebody's record, my tables."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from operator import itemgetter

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from escale.common import limits
from games.bots.levels import LEVELS
from games.core.contract import Json, Malformed
from games.core.seat_masks import has_seat
from games.core.seat_names import is_readable
from games.matches import record_import, seating
from games.matches.errors import MatchError
from games.matches.limits import CREATE, IMPORT
from games.models import Match, Pace, Status, Visibility
from games.presenting import lessons, match_view, strength
from games.presenting import words as phrases
from games.presenting.match_lists import describe_each
from games.presenting.record_faults import fault
from games.registry import ENGINES, load_game

SHOWN = 12
#: what an own table is waiting for, the most urgent first
OWN = {
    "waits": gettext_lazy("your turn"),
    Status.OPEN: gettext_lazy("waiting for players"),
    Status.ACTIVE: gettext_lazy("the others decide"),
    Status.FINISHED: gettext_lazy("finished"),
}


def about(slug: str) -> Json:
    """What the lobby says of a game."""
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
        "games": [about(slug) for slug in ENGINES],
        "names": phrases.join_names(ENGINES),
        "open_tables": _tables(Status.OPEN),
        "active_tables": _tables(Status.ACTIVE),
    }
    return render(request, "games/lobby.html", context)


def _tables(status: Status, **more: str) -> list[Json]:
    found = Match.objects.listed().filter(status=status, **more).with_seats()[:SHOWN]
    return describe_each(found, _line)


def _line(match: Match) -> Json:
    seats = match_view.describe_seats(match, match.seats.all())
    return {
        "id": match.pk,
        "game": phrases.game_name(match.game),
        "names": [seat["name"] for seat in seats if seat["taken"]],
        "free": sum(not seat["taken"] for seat in seats),
        "pace": phrases.PACES.get(match.pace, match.pace),
        "moves": match.moves,
    }


def _known(slug: str) -> str:
    if slug not in ENGINES:
        raise Http404
    return slug


def game(request: HttpRequest, slug: str) -> HttpResponse:
    meta, facts = ENGINES[_known(slug)].META, load_game(slug).facts
    context = {
        "about": about(slug),
        "options": [
            {
                "name": option.name,
                "text": facts.options[option.name],
                "values": option.values,
                "yes_no": set(option.values) == {True, False},
                "default": option.values[0],
                "rule": match_view.link_to_rule(slug, option.rule),
            }
            for option in meta.options
        ],
        "levels": [{"level": level, "name": phrases.LEVEL_NAMES[level]} for level in LEVELS],
        "other_seats": range(2, max(meta.seats) + 1),
        "min_seats": min(meta.seats),
        "paces": phrases.PACES.items(),
        "open_tables": _tables(Status.OPEN, game=slug),
        "active_tables": _tables(Status.ACTIVE, game=slug),
    }
    return render(request, "games/game.html", context)


def bots(request: HttpRequest) -> HttpResponse:
    """How strong each bot is, and how that was measured."""
    games = [
        {"slug": entry["slug"], "name": entry["name"], "tables": _by_seats(entry["results"])}
        for entry in strength.games()
    ]
    return render(request, "games/bots.html", {"games": games})


def _by_seats(results: list[Json]) -> list[Json]:
    tables = []
    for seats, group in groupby(results, key=itemgetter("seats")):
        rows = [_row(result) for result in group]
        commands = "".join(f"{row['command']}\n" for row in rows)
        tables.append({"seats": seats, "rows": rows, "commands": commands})
    return tables


def _row(result: Json) -> Json:
    names = phrases.PLAYER_NAMES
    return result | {
        "one": names[result["stronger"]],
        "other": names[result["weaker"]],
        "percent": 100 * result["rate"],
        "low": 100 * result["interval"][0],
        "high": 100 * result["interval"][1],
        "met": result["aim"] is not None and result["rate"] >= result["aim"],
        "aimed": result["aim"] and 100 * result["aim"],
    }


def first_game(request: HttpRequest, slug: str) -> HttpResponse:
    scenes = lessons.scenes(_known(slug), phrases.lesson_names())
    return render(request, "games/tutorial.html", {"about": about(slug), "scenes": scenes})


@require_POST
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of a new table, for browsers without scripts (with them the API is used, and the browser adds luck)."""
    if (wait := limits.count_request(CREATE, limits.client_key(request))) is not None:
        return _too_many(request, wait, _("Many tables were opened from your direction."))
    try:
        made = seating.create(**_wish(_known(slug), request.POST), user=None)
    except (MatchError, Malformed, ValueError) as error:
        raise BadRequest(str(error)) from error
    return redirect(f"{reverse('games:table', args=[made.match])}#seat={made.token}")


def _too_many(request: HttpRequest, wait: int, text: str) -> HttpResponse:
    shown = {"status": 429, "wait": wait, "words": {"title": _("One after the other"), "text": text}}
    response = render(request, "escale/error.html", shown, status=429)
    response["Retry-After"] = str(wait)
    return response


def _wish(slug: str, form) -> Json:
    """What the form asks for, in the words of the service."""
    others = [form.get(f"seat{i}", "") for i in range(2, max(ENGINES[slug].META.seats) + 1)]
    seats = [{"kind": "human"}]
    for other in filter(None, others):
        seats.append({"kind": "human"} if other == "human" else {"kind": "bot", "level": other})
    options = {}
    for option in ENGINES[slug].META.options:
        given = form.get(option.name)
        options[option.name] = next((value for value in option.values if str(value) == given), option.values[0])
    return {
        "game": slug,
        "seats": seats,
        "options": options,
        "pace": Pace(form.get("pace", "none")),
        "visibility": Visibility.UNLISTED if form.get("unlisted") else Visibility.PUBLIC,
        "name": _readable_name(form.get("name", "")),
    }


def _readable_name(text: str) -> str:
    """The name of the form, shortened; ValueError if nobody could read it."""
    name = text.strip()[:40]
    if not is_readable(name):
        raise ValueError("This name cannot be read.")
    return name


def table(request: HttpRequest, match_id: str) -> HttpResponse:
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id)
    held = (seat.index for seat in match.seats.all() if seat.user_id and seat.user_id == request.user.pk)
    shown = _shown(match) | {"entry": "games/match.js", "own_seat": next(held, "")}
    return render(request, "games/table.html", shown)


def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id, status=Status.FINISHED)
    return render(request, "games/replay.html", _shown(match) | {"entry": "games/replay.js"})


def record(request: HttpRequest) -> HttpResponse:
    """Somebody's record becomes a match to replay; a damaged one is told what is wrong with it."""
    if request.method != "POST":
        return render(request, "games/record.html")
    if (wait := limits.count_request(IMPORT, limits.client_key(request))) is not None:
        return _too_many(request, wait, _("Many records were brought from your direction."))
    file = request.FILES.get("record")
    try:
        match = record_import.file(file.read() if file else b"")
    except Malformed as error:
        return render(request, "games/record.html", {"fault": fault(error)}, status=422)
    return redirect("games:replay", match.pk)


def _shown(match: Match) -> Json:
    return {
        "match": match,
        "view": match_view.build_view(match, None, match_view.ViewOptions(words=True)),
        "texts": phrases.screen(match.game),
        "name": phrases.game_name(match.game),
    }


def mine(request: HttpRequest) -> HttpResponse:
    """My tables: those of the account here, those of this browser by its own script."""
    matches: list[Match] = []
    if request.user.is_authenticated:
        matches = list(Match.objects.filter(seats__user=request.user).with_seats().distinct()[:50])
    lines = describe_each(matches, partial(_own_line, user=request.user.pk))
    return render(request, "games/mine.html", {"matches": sorted(lines, key=lambda line: line["order"])})


def _own_line(match: Match, user: int) -> Json:
    waits = any(has_seat(match.awaited_seats, seat.index) for seat in match.seats.all() if seat.user_id == user)
    state = "waits" if waits else match.status
    return _line(match) | {"waits": waits, "state": OWN[state], "order": list(OWN).index(state)}


def short(request: HttpRequest, match_id: str) -> HttpResponse:
    """The address that people send each other: it finds the language of who opens it."""
    get_object_or_404(Match, pk=match_id)
    translation.activate(translation.get_language_from_request(request))
    return redirect(reverse("games:table", args=[match_id]))
