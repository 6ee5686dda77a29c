"""The examples that developers copy do play."""

import shutil
import subprocess
import sys

import pytest

from games.guides import FILES
from tests.games.http import Seat, posted
from tests.needs import need

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "random"}


@pytest.mark.parametrize("example", ["bot.py", "bot.mjs"])
def test_an_example_bot_plays_to_the_end(http, site, example):
    runner = sys.executable if example.endswith(".py") else shutil.which("node")
    need(runner, "Install Node.js: apt install nodejs.")
    assert len((FILES / example).read_text().splitlines()) < 40
    made = posted(http, "/matches/", {"game": "shanghaien", "seats": [HUMAN, BOT]})
    command = [runner, str(FILES / example), site.url, made["id"], made["seat_token"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "complete" in done.stdout
    assert Seat(http, made["id"], made["seat_token"]).view()["status"] == "finished"


def test_the_pages_show_the_very_files(client, db):
    page = client.get("/en/developers/bots/").content.decode()
    assert "random.choice(view[&quot;menu&quot;])" in page
    for topic in ("embeds", "records"):
        assert client.get(f"/en/developers/{topic}/").status_code == 200
