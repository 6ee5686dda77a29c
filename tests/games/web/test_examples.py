"""The examples that developers copy do play."""

import html
import json
import re
import shutil
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import httpx
import pytest
from django.conf import settings

from catalogue import services
from escale.common.account_tokens import create_token
from escale.common.limits import Limit
from games.matches import limits
from games.web import guides
from games.web.guides import FILES
from rules_docs.printing.limits import PDF
from tests.catalogue.making import make_title
from tests.games.http import Seat, posted
from tests.needs import need

pytestmark = pytest.mark.slow

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "random"}


@pytest.mark.parametrize("example", ["bot.py", "bot.mjs"])
def test_an_example_bot_plays_to_the_end(http, site, example):
    runner = sys.executable if example.endswith(".py") else shutil.which("node")
    need(runner, "Install Node.js: apt install nodejs.")
    assert len((FILES / example).read_text().splitlines()) < 45
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
        view = {
            "status": "finished" if is_move else "active",
            "outcome": "complete",
            "menu": [{"type": "roll"}],
        }
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
    for topic in ("embeds", "records", "data"):
        assert client.get(f"/en/developers/{topic}/").status_code == 200


def test_the_first_command_of_the_guide_opens_a_match(client, db):
    """A newcomer copies it; the answer holds what the bots below it ask for."""
    (command,) = [
        example["text"] for example in guides._examples("bots") if example["text"].startswith("curl")
    ]
    address, body = re.search(r"curl -s (\S+) .*?-d '(.*)'", command, re.DOTALL).groups()
    made = client.post(address.removeprefix(settings.BASE_URL), body, content_type="application/json").json()
    assert made["id"] and made["seat_token"]


def test_the_guides_lead_from_a_first_match_to_its_checked_luck(http, site, tmp_path):
    """What a newcomer copies, in this order: the first command, a bot, the record, the two checks."""
    node = shutil.which("node")
    need(node, "Install Node.js: apt install nodejs.")
    wish = json.loads(re.search(r"-d '(.*)'", guides.START % {"site": "", "game": guides.EXAMPLE_GAME})[1])
    made = posted(http, "/matches/", wish)
    run_program(sys.executable, "bot.py", site.url, made["id"], made["seat_token"])
    command = (guides.RECORD % {"site": site.url}).splitlines()[0].replace("MATCH", made["id"])
    address, file = re.fullmatch(r"curl -s '(\S+)' > (\S+)", command).groups()
    (tmp_path / file).write_bytes(httpx.get(address).raise_for_status().content)
    for runner, program in ((sys.executable, "verify.py"), (node, "verify.mjs")):
        assert run_program(runner, program, str(tmp_path / file)) == "Nobody chose this luck."


def run_program(runner: str, name: str, *arguments: str) -> str:
    command = [runner, str(FILES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_lines_that_look_up_a_rule_are_answered(site):
    (lines,) = [example["text"] for example in guides._examples("data") if "ask/" in example["text"]]
    addresses = re.findall(r"'(http\S+)'", lines.replace(settings.BASE_URL, site.url))
    answers = [httpx.get(address, timeout=30) for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[2].text.startswith("# Shanghaien") and answers[1].json()["answers"]


def test_the_mirror_of_the_guide_is_made_and_kept(site, tmp_path):
    file = tmp_path / "mirror.json"
    command = [sys.executable, str(FILES / "mirror.py"), site.url, str(file)]
    for version in (None, 10**8):  # the second time as after a restore
        if version:
            file.write_text(json.dumps({"version": version, "titles": {"gone": {}}}), encoding="utf-8")
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        mirror = json.loads(file.read_text(encoding="utf-8"))
        count = httpx.get(f"{site.url}/api/v1/titles/").json()["count"]
        assert len(mirror["titles"]) == count > 100 and "gone" not in mirror["titles"]


def test_the_change_of_the_guide_is_one_that_staff_may_send(client, db, django_user_model):
    services.mark_changed([make_title("Catan")])
    keeper = django_user_model.objects.create_superuser("ada", password="long enough 1")
    headers = {"Authorization": f"Token {create_token(keeper, 'program', ['catalogue:write'])[1]}"}
    body = re.search(r"-d '(.*)'", guides.CHANGE)[1]
    answer = client.patch("/api/v1/titles/catan/", body, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["age"]) == (200, 10)


def test_the_limits_are_told(client, db):
    page = client.get("/en/developers/").text
    by_name = {name: limit for name, limit in vars(limits).items() if isinstance(limit, Limit)}
    games = [limit for name, limit in by_name.items() if not name.startswith("EMAIL")]
    assert len(games) >= 12
    for limit in (*games, PDF):
        assert f": {limit.times} in {limit.seconds // 60} min" in page


def read_record() -> dict:
    return json.loads((FILES / "record.json").read_text(encoding="utf-8"))


def test_the_record_of_the_documents_can_be_imported_and_replayed(client, db):
    record = read_record()
    answer = client.post("/api/v1/records/", record, content_type="application/json")
    assert answer.status_code == 201, answer.json()
    path = f"/api/v1/matches/{answer.json()['id']}"
    assert client.get(f"{path}/record/").json()["moves"] == record["moves"]
    assert client.get(f"{path}/view/?at=3").json()["number"] == 3


def test_every_document_shows_the_same_record(client, db):
    text = (FILES / "record.json").read_text(encoding="utf-8")
    document = (settings.BASE_DIR / "docs" / "game-record.md").read_text(encoding="utf-8")
    page = html.unescape(client.get("/en/developers/records/").text)
    assert f"```json\n{text}```" in document and text in page
    for program in ("verify.py", "verify.mjs"):
        assert (FILES / program).read_text(encoding="utf-8") in page


def forge(record: dict, forgery: str) -> dict:
    luck = record["fairness"]
    if forgery == "secret":
        luck["secret"] = "00" * 32
    if forgery == "nonce of a bot":
        luck["sources"][0] = "bot"
    if forgery == "deck":
        record["setup"]["deck"].reverse()
    if forgery == "another game":
        record["game"] = "halunken"
    if forgery == "dice":
        record["moves"][0]["chance"]["dice"] = [6, 6]
    return record


@pytest.mark.parametrize("forgery", ["", "secret", "nonce of a bot", "another game", "deck", "dice"])
@pytest.mark.parametrize("program", ["verify.py", "verify.mjs"])
def test_the_programs_of_the_documents_check_the_luck(tmp_path, program, forgery):
    runner = sys.executable if program.endswith(".py") else shutil.which("node")
    need(runner, "Install Node.js: apt install nodejs.")
    code = [
        line for line in (FILES / program).read_text().splitlines() if not re.match(r'import |//|"""|$', line)
    ]
    assert len(code) <= 20, "beside imports"
    file = tmp_path / "record.json"
    file.write_text(json.dumps(forge(read_record(), forgery)))
    done = subprocess.run(
        [runner, str(FILES / program), str(file)], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode == 0) == (forgery == ""), done.stderr
    assert ("Nobody chose this luck." in done.stdout) == (forgery == "")
