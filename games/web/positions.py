"""The drawings of positions, and the pages that ask about them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from escale.common import languages
from games.presenting.teaching.positions import describe, find_position
from games.presenting.teaching.practice import read_practice
from games.presenting.teaching.puzzles import read_page
from games.registry import ENGINES, has_puzzles
from games.web.pages import describe_game


def draw_position(request, language: str, position_id: str):
    """The drawing, which a browser may keep for ever because its address depends on its content."""
    placed = find_position(position_id)
    if placed is None or language not in languages.codes():
        raise Http404
    with translation.override(language):
        svg = describe(placed).svg
    response = HttpResponse(svg, content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Language"] = language
    return response


def five_minutes(request: HttpRequest, slug: str) -> HttpResponse:
    """A question for each section that a first match needs; wrong answers are asked again."""
    return _practise(request, slug, ends=True)


def quiz(request: HttpRequest, slug: str) -> HttpResponse:
    """Questions about all sections, or about the one in the address."""
    return _practise(request, slug, ends=False)


def puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """The puzzle of today, or of the day in the address, with its solution once there is an answer."""
    page = read_page(slug, request.GET.dict()) if slug in ENGINES else None
    if page is None:
        raise Http404
    others = [describe_game(other) for other in ENGINES if other != slug and has_puzzles(other)]
    return render(
        request, "games/puzzle.html", {"about": describe_game(slug), "puzzle": page, "others": others}
    )


def _practise(request: HttpRequest, slug: str, *, ends: bool) -> HttpResponse:
    if slug not in ENGINES:
        raise Http404
    practice = read_practice(slug, request.GET.dict(), ends=ends)
    only_section = request.GET.get("section", "") if not ends else ""
    context = {"about": describe_game(slug), "practice": practice, "only_section": only_section}
    return render(request, "games/practice.html", context)
