"""Pages for people who own the box: one begins a match at a real table, and one is for entering it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from escale.common import limits
from escale.common.text.names import is_readable
from games.core.contract import Json
from games.core.real_table.luck import TABLE
from games.lobby import origins
from games.matches import seating
from games.matches.errors import MatchError
from games.matches.limits import CREATE
from games.models import Match
from games.presenting import match_view
from games.presenting import words as phrases
from games.presenting.real_table.offline_notebook import describe_notebook
from games.presenting.real_table.words import list_words
from games.registry import ENGINES, load_game
from games.web.pages import describe_game, refuse, too_many

MAX_NAME = 40


def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """The form: who sits at the table, and with which options they play."""
    if slug not in ENGINES:
        raise Http404
    if request.method == "POST" and load_game(slug).table_luck:
        return _open(request, slug)
    return render(request, "games/real_table_new.html", _describe_form(slug))


def _describe_form(slug: str) -> Json:
    meta, game = ENGINES[slug].META, load_game(slug)
    luck, words = game.table_luck, game.words.table
    options = []
    for option in meta.options if luck else ():
        values = luck.allowed_values_by_option.get(option.name, option.values)
        if len(values) > 1:
            text = game.facts.options[option.name]
            yes_no = set(values) == {True, False}
            options.append({"name": option.name, "text": text, "values": values, "yes_no": yes_no})
    return {
        "about": describe_game(slug),
        "can_be_played": luck is not None,
        "note": words.note if words else "",
        "options": options,
        "places": range(1, max(meta.seats) + 1),
        "min_seats": min(meta.seats),
    }


def _open(request: HttpRequest, slug: str) -> HttpResponse:
    if (wait := limits.count_request(CREATE, limits.client_key(request))) is not None:
        return too_many(request, wait, _("Too many tables were opened from your network."))
    names = [
        request.POST.get(f"name{place}", "").strip() for place in range(1, max(ENGINES[slug].META.seats) + 1)
    ]
    names = [name for name in names if name]
    fault = _find_fault(slug, names)
    if fault:
        return render(
            request, "games/real_table_new.html", _describe_form(slug) | {"fault": fault}, status=422
        )
    origin = limits.request_origin(request)
    seats = [{"kind": "human", "name": name} for name in names]
    try:
        origins.guard_not_blocked(origin)
        made = seating.create(
            game=slug, luck=TABLE, seats=seats, options=_read_options(slug, request), origin=origin
        )
    except MatchError as error:
        return refuse(request, error)
    return redirect(f"{reverse('games:real_table', args=[made.match])}#seat={made.token}")


def _find_fault(slug: str, names: list[str]) -> str:
    """What is wrong with the names in the form; empty if nothing is."""
    if len(names) not in ENGINES[slug].META.seats:
        numbers = ", ".join(map(str, ENGINES[slug].META.seats))
        return _("Name the players. Possible numbers of players: %(numbers)s.") % {"numbers": numbers}
    for name in names:
        if len(name) > MAX_NAME or not is_readable(name):
            return _("This name cannot be read: %(name)s") % {"name": name[:MAX_NAME]}
    return ""


def _read_options(slug: str, request: HttpRequest) -> Json:
    luck = load_game(slug).table_luck
    chosen = {}
    for option in ENGINES[slug].META.options:
        values = luck.allowed_values_by_option.get(option.name, option.values) if luck else option.values
        given = request.POST.get(option.name)
        chosen[option.name] = next((value for value in values if str(value) == given), values[0])
    return chosen


def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """The page on which people enter a match; without a token of the match one can only watch."""
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id, luck=TABLE)
    context = {
        "match": match,
        "view": match_view.build_view(match, None, match_view.ViewOptions(words=True)),
        "texts": list_words(),
        "pad": describe_notebook(match),
        "name": phrases.game_name(match.game),
    }
    return render(request, "games/real_table.html", context)
