"""The screen in the middle of a table: what everybody may see, readable from afar, and a code for phones."""

from __future__ import annotations

from urllib.parse import quote

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games.core.contract import Json
from games.models import Match, Status
from games.presenting import match_view
from games.presenting import words as phrases
from games.registry import load_game

SHOWN_SENTENCES = 2


def show(request: HttpRequest, match_id: str) -> HttpResponse:
    """The table as a spectator sees it, because the screen belongs to no seat, whoever is logged in."""
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id)
    view = match_view.build_view(match, None, match_view.ViewOptions(words=True))
    return render(request, "games/screen.html", _describe(match, view))


def _describe(match: Match, view: Json) -> Json:
    scores = (view["outcome"] or {}).get("scores")
    seats = [seat | {"score": scores[seat["index"]] if scores else None} for seat in view["seats"]]
    sentences = [entry["text"] for entry in view["log"] if entry["kind"] == "move"]
    free = sum(not seat["taken"] for seat in view["seats"])
    address = f"{settings.BASE_URL}/m/{match.pk}"
    return {
        "match": match,
        "name": phrases.game_name(match.game),
        "view": view,
        "seats": seats,
        "free": free,
        "sentences": sentences[-SHOWN_SENTENCES:],
        "is_over": match.status == Status.FINISHED,
        "address": address,
        "picture": "" if free else _draw_board(match.game, view),
        "code": segno.make(address, error="m").svg_data_uri(scale=8, border=2, light="#fff"),
    }


def _draw_board(game: str, view: Json) -> str:
    """The board as a data URL; empty if cards are unknown, or if the game draws no board."""
    draw = load_game(game).words.draw
    if draw is None or not view["board_words"]:
        return ""
    return "data:image/svg+xml," + quote(draw(view["state"], [seat["name"] for seat in view["seats"]]))
