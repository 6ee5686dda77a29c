"""The examples that developers copy do play."""

import json
import re
import shutil
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

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


class BusySite(BaseHTTPRequestHandler):
    """Answers every address with 429 at first, one second too early with an error, and then with a match."""

    first_request_times: ClassVar[dict[str, float]] = {}

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        waited = time.monotonic() - self.first_request_times.setdefault(self.path, time.monotonic())
        is_first = waited < 0.01
        is_move = self.path.endswith("/actions/")
        view = {"status": "finished" if is_move else "active", "outcome": "complete", "menu": [{"type": "roll"}]}
        content = json.dumps(view | {"decisions": [{"id": "r1"}]}).encode()
        self.send_response(429 if is_first else 500 if waited < 0.95 else 200)
        if is_first:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *_arguments) -> None:
        """Keeps the output of the tests quiet."""


@pytest.mark.parametrize("example", ["bot.py", "bot.mjs"])
def test_an_example_bot_waits_as_long_as_a_busy_site_says(example):
    runner = sys.executable if example.endswith(".py") else shutil.which("node")
    need(runner, "Install Node.js: apt install nodejs.")
    BusySite.first_request_times.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), BusySite) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [runner, str(FILES / example), f"http://127.0.0.1:{server.server_port}", "abc", "token"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        server.shutdown()
    assert (done.returncode, done.stdout.strip()) == (0, "complete"), done.stderr


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
