"""Tables in other people's pages: the framed page, the script that frames it, oEmbed."""

from __future__ import annotations

import re

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.html import format_html
from django.views.decorators.cache import cache_control

from escale.common import languages
from games.models import Match, Status
from games.presenting import match_view, words
from games.presenting.screen_words import SCREEN
from games.registry import ENGINES

WIDTH, HEIGHT = 720, 760


def _activate_requested_language(request: HttpRequest) -> None:
    language = request.GET.get("lang", "")
    translation.activate(
        language if language in languages.codes() else translation.get_language_from_request(request)
    )


def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """One match, which any page may frame. The seat is in the fragment of the address, without a cookie."""
    _activate_requested_language(request)
    match = Match.objects.with_seats().filter(pk=match_id).first()
    if match is None:
        return _missing(request)
    is_over = match.status == Status.FINISHED
    context = {
        "match": match,
        "replay": is_over,
        "entry": "games/replay.js" if is_over else "games/match.js",
        "texts": words.list_screen_words(match.game),
        "view": match_view.build_view(match, None, match_view.ViewOptions(words=True)),
        "name": words.game_name(match.game),
    }
    return _framed(render(request, "games/embed.html", context))


def new(request: HttpRequest, slug: str) -> HttpResponse:
    """A button that opens a new table for the person who presses it."""
    _activate_requested_language(request)
    if slug not in ENGINES:
        return _missing(request)
    context = {
        "slug": slug,
        "name": words.game_name(slug),
        "bot": request.GET.get("bot", "")[:16],
        "offline": SCREEN["offline"],
    }
    return _framed(render(request, "games/embed_new.html", context))


def _missing(request: HttpRequest) -> HttpResponse:
    """An error page that may be framed; otherwise the browser would show its own error page in the frame."""
    return _framed(render(request, "games/embed_missing.html", status=404))


def _framed(response: HttpResponse) -> HttpResponse:
    response.embeddable = True
    response["Cache-Control"] = "no-store"
    return response


@cache_control(public=True, max_age=3600)
def script(request: HttpRequest) -> HttpResponse:
    """The script, at an address that never changes; module scripts of another origin need CORS."""
    with open(finders.find("games/embed.js"), encoding="utf-8") as file:
        response = HttpResponse(file.read(), content_type="text/javascript; charset=utf-8")
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def oembed(request: HttpRequest) -> HttpResponse:
    """Describes tables, replays and single positions for https://oembed.com."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only JSON is offered.", status=501, content_type="text/plain")
    match_and_position = _find_match_and_position(request.GET.get("url", ""))
    if match_and_position is None:
        raise Http404
    match, query = match_and_position
    width = min(_size(request, "maxwidth", WIDTH), WIDTH)
    height = min(_size(request, "maxheight", HEIGHT), HEIGHT)
    frame = format_html(
        '<iframe src="{}/embed/{}/{}" width="{}" height="{}" title="{}" allow="clipboard-write"></iframe>',
        settings.BASE_URL, match.pk, query, width, height, words.game_name(match.game),
    )  # fmt: skip
    answer = {"version": "1.0", "type": "rich", "title": words.game_name(match.game), "html": frame}
    answer |= {
        "provider_name": "Escale à jeux",
        "provider_url": settings.BASE_URL,
        "width": width,
        "height": height,
    }
    response = JsonResponse(answer)
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _size(request: HttpRequest, name: str, default: int) -> int:
    text = request.GET.get(name, "")
    return max(200, int(text)) if text.isascii() and text.isdecimal() and len(text) < 6 else default


def _find_match_and_position(url: str) -> tuple[Match, str] | None:
    """The match that one of our own addresses shows, and the position in it."""
    if not url.startswith(settings.BASE_URL + "/") or len(url) > 500:
        return None
    path, _, query = url.removeprefix(settings.BASE_URL).partition("#")[0].partition("?")
    position = re.findall(r"(?:^|&)((?:at|eyes)=\d{1,6})(?=&|$)", query)
    with translation.override(translation.get_language_from_path(path) or languages.default()):
        try:
            arguments = resolve(path).kwargs
        except Resolver404:
            return None
    match = Match.objects.filter(pk=arguments.get("match_id", "")).first()
    return (match, "?" + "&".join(position[:2]) if position else "") if match else None
