"""The examples that developers copy do play."""

import re
import shutil
import subprocess
import sys

import pytest
from django.conf import settings

from games.matches import limits
from games.web import guides
from games.web.guides import FILES
from rules_docs.printing.limits import PDF
from tests.games.http import Seat, posted
from tests.needs import need

pytestmark = pytest.mark.slow

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


def test_the_first_command_of_the_guide_opens_a_match(client, db):
    """A newcomer copies it; the answer holds what the bots below it ask for."""
    (command,) = [example["text"] for example in guides._examples("bots") if example["text"].startswith("curl")]
    address, body = re.search(r"curl -s (\S+) .*?-d '(.*)'", command, re.DOTALL).groups()
    made = client.post(address.removeprefix(settings.BASE_URL), body, content_type="application/json").json()
    assert made["id"] and made["seat_token"]


def test_the_limits_are_told(client, db):
    page = client.get("/en/developers/").text
    games = (limits.CREATE, limits.JOIN, limits.NOTIFY, limits.HINTS, limits.MESSAGES, limits.IMPORT)
    for limit in (*games, PDF):
        assert f": {limit.times} in {limit.seconds // 60} min" in page
