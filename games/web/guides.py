"""What developers read about bots, embeds and records; the examples shown are the files that tests run."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.core.contract import Json
from games.presenting.guides import TOPICS

FILES = Path(__file__).parents[1] / "static" / "games" / "examples"
START = """curl -s %s/api/v1/matches/ -H 'Content-Type: application/json' \\
  -d '{"game": "shanghaien", "seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]}'"""


def guide(request: HttpRequest, topic: str) -> HttpResponse:
    if topic not in TOPICS:
        raise Http404
    context = {"topic": topic, "title": TOPICS[topic][0], "examples": _examples(topic)}
    return render(request, "games/developers.html", context)


def _examples(topic: str) -> list[Json]:
    if topic == "bots":
        names = {"bot.py": "Python", "bot.mjs": "JavaScript"}
        bots = [{"name": name, "text": (FILES / file).read_text(encoding="utf-8")} for file, name in names.items()]
        return [{"name": _("A match to begin with"), "text": START % settings.BASE_URL}, *bots]
    if topic == "embeds":
        script = f'<script type="module" src="{settings.BASE_URL}/embed.js"></script>\n'
        return [{"name": "HTML", "text": script + '<escale-match game="shanghaien" bot="steady"></escale-match>'}]
    shape = {
        "format": "escale-game-record",
        "version": 1,
        "game": "shanghaien",
        "moves": [{"n": 1, "seat": 0, "action": {"type": "roll"}, "chance": {"dice": [2, 4]}}],
        "result": {"scores": [7, 8], "winners": [1], "reason": "complete"},
        "fairness": {"commitment": "…", "secret": "…", "nonces": ["…", "…"]},
    }
    return [{"name": "JSON", "text": json.dumps(shape, indent=2, ensure_ascii=False)}]
