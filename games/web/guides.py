"""The guides for developers about bots, embeds, records and data. Their examples are files that tests run."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.core.contract import Json
from games.presenting.guides import TOPICS
from games.presenting.proofs import list_proofs

#: the game whose luck the programs of the guides check
EXAMPLE_GAME = "shanghaien"
FILES = Path(__file__).parents[1] / "static" / "games" / "examples"
START = """curl -s %(site)s/api/v1/matches/ -H 'Content-Type: application/json' \\
  -d '{"game": "%(game)s", "seats": [{"kind": "program"}, {"kind": "bot", "level": "easy"}]}'"""
RECORD = """curl -s '%(site)s/api/v1/matches/MATCH/record/' > record.json
python verify.py record.json"""
READ = """curl -s -H 'Accept: text/plain' '%(site)s/api/v1/rules/%(game)s/%(section)s/?lang=en'
curl -s '%(site)s/api/v1/rules/%(game)s/ask/?q=who+begins&lang=en'
curl -s '%(site)s/api/v1/rules/%(game)s.md?lang=en'"""
CHANGE = """curl -s -X PATCH '%(site)s/api/v1/titles/catan/' -H 'Authorization: Token TOKEN' \\
  -H 'Content-Type: application/json' -d '{"changed_in": 26, "age": 10}'"""


def guide(request: HttpRequest, topic: str) -> HttpResponse:
    if topic not in TOPICS:
        raise Http404
    context = {"topic": topic, "title": TOPICS[topic][0], "examples": _examples(topic)}
    return render(request, "games/developers.html", context)


def proof(request: HttpRequest) -> HttpResponse:
    """The functions, tests and positions of each section, and the faults that the positions detect."""
    return render(request, "games/proof.html", {"proofs": list_proofs()})


def _examples(topic: str) -> list[Json]:
    if topic == "bots":
        names = {"bot.py": "Python", "bot.mjs": "JavaScript", "tournament.py": _("A tournament in Python")}
        bots = [
            {"name": name, "text": (FILES / file).read_text(encoding="utf-8")} for file, name in names.items()
        ]
        return [
            {
                "name": _("A match to begin with"),
                "text": START % {"site": settings.BASE_URL, "game": EXAMPLE_GAME},
            },
            *bots,
        ]
    if topic == "embeds":
        script = f'<script type="module" src="{settings.BASE_URL}/embed.js"></script>\n'
        return [
            {
                "name": "HTML",
                "text": script + f'<escale-match game="{EXAMPLE_GAME}" bot="steady"></escale-match>',
            }
        ]
    if topic == "data":
        return _data_examples()
    files = {"JSON": "record.json", _("Check its draws in Python"): "verify.py"}
    files[_("Check its draws in JavaScript")] = "verify.mjs"
    programs = [
        {"name": name, "text": (FILES / file).read_text(encoding="utf-8")} for name, file in files.items()
    ]
    return [*programs, {"name": _("Check your own match"), "text": RECORD % {"site": settings.BASE_URL}}]


def _data_examples() -> list[Json]:
    values = {"site": settings.BASE_URL, "game": EXAMPLE_GAME, "section": "shanghai"}
    mirror = (FILES / "mirror.py").read_text(encoding="utf-8")
    return [
        {"name": _("A mirror in Python"), "text": mirror},
        {"name": _("Look up a rule"), "text": READ % values},
        {"name": _("Change a title"), "text": CHANGE % values},
    ]
