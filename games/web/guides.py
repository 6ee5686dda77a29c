"""What developers read about bots, embeds and records; the examples shown are the files that tests run."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.core.contract import Json
from games.core.json_form import encode
from games.core.records import FORMAT, VERSION
from games.presenting.guides import TOPICS
from games.registry import ENGINES, load_game

FILES = Path(__file__).parents[1] / "static" / "games" / "examples"
START = """curl -s %(site)s/api/v1/matches/ -H 'Content-Type: application/json' \\
  -d '{"game": "%(game)s", "seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]}'"""


def guide(request: HttpRequest, topic: str) -> HttpResponse:
    if topic not in TOPICS:
        raise Http404
    context = {"topic": topic, "title": TOPICS[topic][0], "examples": _examples(topic)}
    return render(request, "games/developers.html", context)


def _examples(topic: str) -> list[Json]:
    game = next(slug for slug, engine in ENGINES.items() if 2 in engine.META.seats)
    if topic == "bots":
        names = {"bot.py": "Python", "bot.mjs": "JavaScript"}
        bots = [{"name": name, "text": (FILES / file).read_text(encoding="utf-8")} for file, name in names.items()]
        return [{"name": _("A match to begin with"), "text": START % {"site": settings.BASE_URL, "game": game}}, *bots]
    if topic == "embeds":
        script = f'<script type="module" src="{settings.BASE_URL}/embed.js"></script>\n'
        return [{"name": "HTML", "text": script + f'<escale-match game="{game}" bot="steady"></escale-match>'}]
    return [{"name": "JSON", "text": json.dumps(_record(game), indent=2, ensure_ascii=False)}]


def _record(game: str) -> Json:
    """The shape of a record, with the first move of the game's lesson."""
    step = load_game(game).lesson.steps[0]
    move = {"n": 1, "seat": step.seat, "action": encode(ENGINES[game].META.actions, step.action)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "moves": [move | ({"chance": step.chance} if step.chance else {})],
        "result": {"scores": [7, 8], "winners": [1], "reason": "complete"},
        "fairness": {"commitment": "…", "secret": "…", "nonces": ["…", "…"]},
    }
