"""Pages of the games: lobby, a game, a table, its replay, my tables."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation

from games import phrases, present
from games.engines import ENGINES
from games.models import Match, Status


def table(request: HttpRequest, match_id: str) -> HttpResponse:
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id)
    view = present.view(match, None)
    return render(request, "games/table.html", {"match": match, "view": view, "name": phrases.game_name(match.game)})


def short(request: HttpRequest, match_id: str) -> HttpResponse:
    """The address that people send each other: it finds the language of who opens it."""
    get_object_or_404(Match, pk=match_id)
    translation.activate(translation.get_language_from_request(request))
    return redirect(reverse("games:table", args=[match_id]))


def lobby(request: HttpRequest) -> HttpResponse:
    open_matches = Match.objects.listed().with_seats().filter(status=Status.OPEN)[:20]
    active = Match.objects.listed().with_seats().filter(status=Status.ACTIVE)[:20]
    games = [{"slug": slug, "name": phrases.game_name(slug), "meta": engine.META} for slug, engine in ENGINES.items()]
    return render(request, "games/lobby.html", {"games": games, "open": open_matches, "active": active})


def game(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in ENGINES:
        raise Http404
    context = {"slug": slug, "name": phrases.game_name(slug), "meta": ENGINES[slug].META}
    return render(request, "games/game.html", context)
