"""Opens every page of one game in every language, and plays a match against a bot: `python -m …visit_pages
SLUG NAME`.

It runs on a copy of the site to which `startgame` has added a game, so it stands by itself and is no test
module.
"""

# ruff: noqa: E402
from __future__ import annotations

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from escale.common import languages
from games.automation import thinking, worker
from games.automation.queue import Speed, Turns

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "steady"}


def open_pages(client: Client, slug: str, name: str, language: str) -> None:
    with translation.override(language):
        lobby, game = reverse("games:lobby"), reverse("games:game", args=[slug])
        rule, lesson = reverse("rules_docs:rule", args=[slug]), reverse("games:first_game", args=[slug])
    assert game in read_page(client, lobby) and name in read_page(client, lobby)
    for page in (game, rule, lesson):
        assert name in read_page(client, page), page
    assert f"escale-tutorial game={slug}" in read_page(client, lesson).replace('"', "")
    assert client.get(f"/api/v1/rules/{slug}/scoring/?lang={language}").json()["language"] == language


def read_page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def play_match(client: Client, slug: str, language: str) -> None:
    """To its end; a refused move names its section of the rule."""
    made = client.post(
        f"/api/v1/matches/?lang={language}",
        {"game": slug, "seats": [HUMAN, BOT]},
        content_type="application/json",
    ).json()
    path, seat = f"/api/v1/matches/{made['id']}", {"Authorization": f"Seat {made['seat_token']}"}
    client.post(f"{path}/seats/mine/nonce/", {"nonce": None}, headers=seat, content_type="application/json")
    refusals = 0
    while True:
        while worker.handle_due_matches(Speed.QUICK, Turns(), thinking.think_inline):
            pass
        view = client.get(f"{path}/view/?lang={language}", headers=seat).json()
        if view["status"] == "finished":
            break
        body = {"decision": view["decisions"][0]["id"], "action": view["menu"][-1]}
        if view["disabled"] and not refusals:
            refusals += 1
            wrong = body | {"action": view["disabled"][0]["action"]}
            refused = client.post(f"{path}/actions/", wrong, headers=seat, content_type="application/json")
            assert refused.status_code == 422 and refused.json()["rule"]["document"] == slug
        done = client.post(
            f"{path}/actions/?lang={language}", body, headers=seat, content_type="application/json"
        )
        assert done.status_code in (200, 201), done.content
    assert refusals and view["outcome"]["scores"]
    with translation.override(language):
        assert f'game="{slug}"' in read_page(client, reverse("games:table", args=[made["id"]]))
        assert f"/static/{slug}/board.css" in read_page(client, reverse("games:replay", args=[made["id"]]))


def main(slug: str, name: str) -> None:
    call_command("migrate", verbosity=0)
    call_command("load_rules", verbosity=0)
    client = Client()
    for language in languages.codes():
        open_pages(client, slug, name, language)
        play_match(client, slug, language)
    assert client.get(f"/static/{slug}/board.js").status_code == 200
    print("every page opens")


if __name__ == "__main__":
    main(*sys.argv[1:])
