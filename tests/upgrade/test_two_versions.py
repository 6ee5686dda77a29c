"""During a release the last version and this one answer on the same database, and the way back is open.

The files of the last version come from the history of the checkout.
"""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.needs import need
from tests.own_databases import SERVER
from tests.serving import free_port, wait_for
from tests.upgrade.site import LAST_RELEASE, Fixture, Site, check_out, find_differences, has_history

pytestmark = [pytest.mark.slow, pytest.mark.database]


@pytest.fixture(scope="module")
def last_version(tmp_path_factory) -> Path:
    need(has_history(LAST_RELEASE), f"Fetch revision {LAST_RELEASE}: git fetch --unshallow.")
    return check_out(LAST_RELEASE, tmp_path_factory.mktemp("last_version"))


@pytest.fixture
def database(tmp_path, create_database) -> str:
    """Rows that the last version wrote; the address is empty for SQLite."""
    fixture = Fixture(LAST_RELEASE)
    if not SERVER:
        fixture.unpack_sqlite_file(tmp_path)
        return ""
    url = create_database()
    fixture.fill_postgresql_database(url)
    return url


@contextmanager
def serving(site: Site, log: Path) -> Iterator[str]:
    """A server of this site, until the block ends; gives its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "manage.py", "serve", "--bare", "--port", str(port)]
    with log.open("wb") as output:
        environment = site.environment | {"BASE_URL": address}
        server = subprocess.Popen(command, cwd=site.checkout, env=environment, stdout=output, stderr=output)
    try:
        wait_for(f"{address}/healthz", server, log)
        _wait_until_warm(address)
        yield address
    finally:
        server.terminate()
        server.wait(60)


def _wait_until_warm(address: str) -> None:
    """The last version may answer 500 while two of its threads build the schema of the API at once."""
    for _attempt in range(20):
        with suppress(urllib.error.HTTPError):
            ask(address, "/?lang=en")
            return
        time.sleep(0.5)
    raise AssertionError(f"{address} does not answer")


def ask(address: str, path: str, body: dict | None = None, token: str = "") -> dict:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Seat {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api/v1{path}", data, headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read())


def open_match(address: str, other: str) -> tuple[str, list[str]]:
    """A match of two people that one server opens and the other one fills; its id and the tokens of the seats."""
    match = ask(address, "/matches/", {"game": "shanghaien", "seats": [{"kind": "human"}, {"kind": "human"}]})
    seat = ask(other, f"/matches/{match['id']}/seats/", {})
    tokens = [match["seat_token"], seat["seat_token"]]
    for token in tokens:
        ask(other, f"/matches/{match['id']}/seats/mine/nonce/", {"nonce": None}, token)
    return match["id"], tokens


def play_together(addresses: list[str], match: str, tokens: list[str], moves: int) -> None:
    """Each move goes to the other server than the one before, and both show the same position after it."""
    for number in range(moves):
        views = [ask(addresses[0], f"/matches/{match}/view/", token=token) for token in tokens]
        seat = next(index for index, view in enumerate(views) if view["decisions"])
        move = {"decision": views[seat]["decisions"][0]["id"], "action": views[seat]["menu"][0]}
        ask(addresses[number % 2], f"/matches/{match}/actions/", move, tokens[seat])
        positions = [ask(address, f"/matches/{match}/view/", token=tokens[seat]) for address in addresses]
        assert positions[0]["number"] == positions[1]["number"]
        assert positions[0]["state"] == positions[1]["state"]


def test_both_versions_answer_while_the_release_is_made(tmp_path, database, last_version):
    old, new = Site(tmp_path, database, checkout=last_version), Site(tmp_path, database)
    with serving(old, tmp_path / "old.log") as old_address:
        begun = open_match(old_address, old_address)
        play_together([old_address] * 2, *begun, moves=4)
        new.manage("migrate", "-v", "0")
        with serving(new, tmp_path / "new.log") as new_address:
            addresses = [old_address, new_address]
            matches = [begun, open_match(*addresses), open_match(*reversed(addresses))]
            for match, tokens in matches:
                play_together(addresses, match, tokens, moves=10)
    assert " 0 differ." in new.manage("replay_matches")


PACK = "from games.matches.archiving.packing import pack_due_matches as pack\nwhile pack(): pass"
COUNT = "from games.models import PackedMatch; print(PackedMatch.objects.count())"
WEEKS_PASS = """
from datetime import timedelta
from django.db.models import F
from games.models import Match
weeks = timedelta(weeks=5)
Match.objects.update(created_at=F("created_at") - weeks, moved_at=F("moved_at") - weeks // timedelta(milliseconds=1))
"""
DAY_PASSES = """
from datetime import timedelta
from django.db.migrations.recorder import MigrationRecorder
for row in MigrationRecorder.Migration.objects.filter(app="games"):
    row.applied -= timedelta(days=1, minutes=1)
    row.save()
"""


def test_the_last_version_reads_what_this_one_has_packed(tmp_path, database, last_version):
    """Both answer during a release, and whoever goes back finds the matches that were packed meanwhile."""
    old, new = Site(tmp_path, database, checkout=last_version), Site(tmp_path, database)
    new.manage("migrate", "-v", "0")
    new.manage("shell", "-v", "0", "-c", WEEKS_PASS + DAY_PASSES)
    with serving(old, tmp_path / "old.log") as address:
        finished = [match["id"] for match in ask(address, "/matches/?status=finished")["results"]]
        records = [ask(address, f"/matches/{match}/record/") for match in finished]
        new.manage("shell", "-v", "0", "-c", PACK)
        assert int(new.manage("shell", "-v", "0", "-c", COUNT)) >= len(finished) > 1
        assert [ask(address, f"/matches/{match}/record/") for match in finished] == records


def test_the_last_version_reads_and_writes_the_tables_of_this_one(tmp_path, database, last_version):
    """Everything that it answered on its own tables, from the search to the pages of staff and the moves."""
    fixture = Fixture(LAST_RELEASE)
    Site(tmp_path, database).manage("migrate", "-v", "0")
    found = Site(tmp_path, database, checkout=last_version).read(fixture)
    assert find_differences(fixture.expected(), found) == []


def test_the_backup_of_before_leads_back(tmp_path, create_database, last_version):
    """The site was upgraded; then the last version restores its own backup into an empty database."""
    fixture = Fixture(LAST_RELEASE)
    old = Site(tmp_path, create_database() if SERVER else "", checkout=last_version)
    old.manage("restore", str(fixture.backup))
    new = Site(tmp_path, old.environment.get("DATABASE_URL", ""))
    new.manage("migrate", "-v", "0")
    if SERVER:
        old = Site(tmp_path, create_database(), checkout=last_version)
    else:
        (tmp_path / "escale.sqlite3").rename(tmp_path / "before.sqlite3")
    old.manage("restore", str(fixture.backup))
    assert find_differences(fixture.expected(), old.read(fixture)) == []
