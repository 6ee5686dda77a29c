"""The screen in the middle of a table.

It shows what everybody may see, readable from afar, and a code with which phones open the match.
"""

from __future__ import annotations

from urllib.parse import quote

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games.core.contract import Json
from games.models import Match
from games.presenting import match_view
from games.presenting import words as phrases
from games.presenting.screen_words import SCREEN
from games.registry import load_game

#: The newest sentences are shown up to this length. A round of Halunken takes a dozen sentences; if all were
#: shown, the letters would become small.
MAX_LETTERS = 150


def show(request: HttpRequest, match_id: str) -> HttpResponse:
    """Shows the table as a spectator sees it, whoever is logged in, because the screen belongs to no seat."""
    match = get_object_or_404(Match.objects.with_seats(), pk=match_id)
    view = match_view.build_view(match, None, match_view.ViewOptions(words=True))
    return render(request, "games/screen.html", _describe(match, view))


def _describe(match: Match, view: Json) -> Json:
    scores = (view["outcome"] or {}).get("scores")
    seats = [seat | {"score": scores[seat["index"]] if scores else None} for seat in view["seats"]]
    winners = [seats[seat]["name"] for seat in (view["outcome"] or {}).get("winners", ())]
    free = sum(not seat["taken"] for seat in view["seats"])
    address = f"{settings.BASE_URL}/m/{match.pk}"
    return {
        "match": match,
        "name": phrases.game_name(match.game),
        "view": view,
        "seats": seats,
        "free": free,
        "sentences": _list_last_sentences(view["log"]),
        "result": _tell_winners(winners),
        "address": address,
        "drawings": None if free else _draw_board(match.game, view),
        "code": segno.make(address, error="m").svg_data_uri(scale=8, border=2, light="#fff"),
    }


def _list_last_sentences(log: list[Json]) -> list[str]:
    """Returns the newest sentence, and those before it for which there is room."""
    moves = [entry for entry in log if entry["kind"] == "move"]
    sentences = [sentence for entry in moves for sentence in entry["sentences"] if sentence]
    shown: list[str] = []
    while sentences and sum(map(len, [sentences[-1], *shown])) <= MAX_LETTERS:
        shown.insert(0, sentences.pop())
    return shown or sentences[-1:]


def _tell_winners(winners: list[str]) -> str:
    """Returns who has won, in a sentence; it is empty as long as nobody has won."""
    if not winners:
        return ""
    sentence = SCREEN["won"] if len(winners) == 1 else SCREEN["shared_win"]
    return str(sentence).format(who=", ".join(winners))


def _draw_board(game: str, view: Json) -> dict[str, str] | None:
    """Returns a data URL of the board for each way to hold the screen.

    It is None if cards are unknown, or if the game draws no board.
    """
    words = load_game(game).words
    if words.draw is None or not view["board_words"]:
        return None
    names = [seat["name"] for seat in view["seats"]]
    drawings = {"upright": words.draw(view["state"], names)}
    if words.draw_wide is not None:
        drawings["wide"] = words.draw_wide(view["state"], names)
    return {name: "data:image/svg+xml," + quote(svg) for name, svg in drawings.items()}
