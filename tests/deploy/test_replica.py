"""A real streaming replica that stops replaying: who sees what was there before, and who sees the newest."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.deploy.production import need_postgres
from tests.faults.arena import ROOT, Process, wait_for
from tests.faults.scenarios import Cluster
from tests.serving import environment, free_port

pytestmark = pytest.mark.slow
STAFF_SEES = "from catalogue.models import GameTitle; print(GameTitle.objects.get(slug='catan').year)"
CHANGE = (
    "from catalogue.models import GameTitle; from catalogue import services; from django.db import "
    "transaction\n"
    "with transaction.atomic():\n"
    "    title = GameTitle.objects.get(slug='catan'); title.year = 1905; title.save()\n"
    "    services.mark_changed([title.pk])\n"
)


def test_guests_read_from_the_replica_and_nobody_else():
    need_postgres()
    with tempfile.TemporaryDirectory(prefix="escale-replica-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        primary = Cluster(folder)
        try:
            given = environment(folder / "data", DATABASE_URL=primary.url, SECRET_KEY="x" * 50)
            _manage(given, "prepare")
            replica = primary.replica(folder)
            try:
                _read(folder, given | {"REPLICA_URL": replica.url}, replica)
            finally:
                replica.stop("immediate")
        finally:
            primary.stop("immediate")


def _read(folder: Path, given: dict, replica: Cluster) -> None:
    port = free_port()
    server = Process(
        [sys.executable, "manage.py", "serve", "--bare", "--port", str(port)], given, folder / "log"
    )
    server.start()
    try:
        wait_for(port)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as guest:
            assert _year(guest) == 1995
            _replay(replica, "pause")
            _manage(given, "shell", "--no-imports", "-c", CHANGE)
            assert _year(guest) == 1995
            assert _manage(given, "shell", "--no-imports", "-c", STAFF_SEES).split()[-1] == "1905"
            made = guest.post(
                "/api/v1/matches/", json={"game": "shanghaien", "seats": [{"kind": "human"}] * 2}
            )
            assert guest.get(f"/api/v1/matches/{made.json()['id']}/view/").status_code == 200
            _replay(replica, "resume")
            ends = time.monotonic() + 60
            while _year(guest) != 1905 and time.monotonic() < ends:
                time.sleep(0.1)
            assert _year(guest) == 1905
    finally:
        server.stop()


def _year(guest: httpx.Client) -> int:
    return guest.get("/api/v1/titles/catan/").json()["year"]


def _replay(replica: Cluster, verb: str) -> None:
    with psycopg.connect(replica.url, autocommit=True) as connection:
        connection.execute(f"SELECT pg_wal_replay_{verb}()")


def _manage(given: dict, *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
