"""What was measured of the bots stands on a page and in the API, as the ladder's file says it."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from games.bots import ladder
from games.bots.levels import LEVELS
from games.presenting import strength
from games.presenting.words import LEVEL_NAMES
from games.registry import ENGINES, load_levels

pytestmark = pytest.mark.django_db


def shipped():
    return [line for slug in ENGINES for line in strength.read_ladder(slug)]


def test_the_api_says_what_the_file_says(client):
    answer = client.get("/api/v1/bots/?lang=en")
    assert answer.status_code == 200 and answer["ETag"]
    games = answer.json()
    assert [game["slug"] for game in games] == list(ENGINES)
    assert sum(len(game["results"]) for game in games) == len(shipped()) > 0
    for game in games:
        assert [level["level"] for level in game["levels"]] == list(load_levels(game["slug"]).list_names())
        for line in game["results"]:
            low, high = line["interval"]
            assert low <= line["rate"] <= high
            assert f"--game {game['slug']} --seats {line['seats']} " in line["command"]
    again = client.get("/api/v1/bots/?lang=en", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_a_game_names_its_bots_with_their_strength(client):
    bots = client.get("/api/v1/games/halunken/?lang=de").json()["bots"]
    assert [bot["level"] for bot in bots] == ["easy", "steady", "strong"] and bots[1]["name"] == "Bot Mittel"
    assert [line["seats"] for line in bots[1]["measured"]] == [2, 3, 4]
    assert {(line["stronger"], line["weaker"]) for line in bots[1]["measured"]} == {("steady", "easy")}


def test_the_master_is_offered_where_there_is_one(client):
    bots = client.get("/api/v1/games/shanghaien/?lang=it").json()["bots"]
    assert [bot["level"] for bot in bots] == list(LEVELS) and bots[-1]["name"] == "Bot maestro"
    assert 'value="master"' in client.get(reverse("games:game", args=["shanghaien"])).content.decode()
    assert 'value="master"' not in client.get(reverse("games:game", args=["macao"])).content.decode()


@pytest.mark.parametrize("game", ["halunken", "macao"])
def test_a_table_with_a_master_is_refused_where_there_is_none(client, game):
    seats = [{"kind": "human"}, {"kind": "bot", "level": "master"}]
    answer = client.post("/api/v1/matches/", {"game": game, "seats": seats}, content_type="application/json")
    assert answer.status_code == 400 and answer.json()["levels"] == ["easy", "steady", "strong"]


def test_the_root_links_to_the_bots(client):
    assert client.get("/api/v1/").json()["bots"].endswith("/api/v1/bots/")


@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_the_page_shows_every_line_with_its_command(client, language):
    with translation.override(language):
        page = client.get(reverse("games:bots")).content.decode()
        assert str(LEVEL_NAMES["strong"]) in page
    for line in shipped():
        assert f"{line['command']}\n" in page
    aims = [line for line in shipped() if ladder.find_target(contest(line)) is not None]
    assert page.count("badge good") + page.count("badge warn") == len(aims)


def contest(line):
    return ladder.Contest(line["game"], line["seats"], line["stronger"], line["weaker"])


def test_an_aim_that_was_missed_is_said(client, monkeypatch):
    """Nothing is called reached that was not."""
    line = next(line for line in shipped() if ladder.find_target(contest(line)) is not None)
    monkeypatch.setattr(
        strength, "read_ladder", lambda game: (line | {"rate": 0.01},) if game == line["game"] else ()
    )
    page = client.get("/en/play/bots/").content.decode()
    assert "badge warn" in page and "badge good" not in page and "not reached" in page


@pytest.mark.parametrize("address", ["/en/play/", "/en/play/macao/"])
def test_one_finds_the_page_where_one_chooses_a_bot(client, address):
    assert 'href="/en/play/bots/' in client.get(address).content.decode()
