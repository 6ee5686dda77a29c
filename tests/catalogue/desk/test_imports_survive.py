"""Imports and the processes that do them: two files at once, two workers at once, a worker killed in the
middle.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.serving import ROOT, Site, copy_prepared_data, environment

pytestmark = pytest.mark.slow
ROWS = 6000
# The same titles by their BoardGameGeek ids in both files, each with a box of its own.
SEND = """
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from catalogue.importing import uploads
who = get_user_model().objects.create_user("clerk")
for file in "{files}":
    rows = "".join(f"{{n + 1}},Game {{n}},{{file}}{{n}}\\r\\n" for n in range({rows}))
    content = ("bgg_id,name,inventory_number\\r\\n" + rows).encode()
    job = uploads.accept(upload=SimpleUploadedFile("games.csv", content), who=who)
    job.state = "waiting"
    job.save()
"""


@pytest.fixture
def house(tmp_path) -> Site:
    data = tmp_path / "data"
    copy_prepared_data(data, demo=False)
    return Site("", environment(data))


def send(house: Site, files: str, rows: int = ROWS) -> None:
    house.manage("shell", "-v", "0", "-c", SEND.format(files=files, rows=rows))


def asked(house: Site, question: str) -> list[tuple]:
    with closing(
        sqlite3.connect(Path(house.environment["DATA_DIR"], "escale.sqlite3"), timeout=60)
    ) as database:
        rows = database.execute(question).fetchall()
        database.commit()
    return rows


def jobs(house: Site) -> list[tuple[str, int]]:
    return asked(house, "SELECT state, line FROM catalogue_importjob ORDER BY id")


@contextmanager
def worker(house: Site) -> Iterator[subprocess.Popen]:
    process = subprocess.Popen([sys.executable, "manage.py", "play_worker"], cwd=ROOT, env=house.environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait(60)


def wait(house: Site, reached) -> list[tuple[str, int]]:
    until = time.monotonic() + 300
    while not reached(found := jobs(house)):
        assert time.monotonic() < until, found
        time.sleep(0.02)
    return found


def done(found: list[tuple[str, int]]) -> bool:
    return all(state not in ("waiting", "running") for state, _line in found)


def library(house: Site) -> tuple[int, int, int]:
    """Titles, their names, boxes."""
    tables = ("catalogue_gametitle", "catalogue_titlename", "catalogue_copy")
    return tuple(asked(house, f"SELECT count(*) FROM {table}")[0][0] for table in tables)


def test_two_files_and_two_workers_at_once_enter_no_title_twice(house):
    send(house, "AB")
    together = []
    with worker(house), worker(house):
        wait(house, lambda found: together.append(found) or done(found))
    assert [state for state, _line in jobs(house)] == ["done", "done"]
    assert library(house) == (ROWS, ROWS, 2 * ROWS)
    assert not any([state for state, _line in found].count("running") == 2 for found in together)


def test_a_worker_that_is_killed_leaves_whole_batches_and_another_goes_on(house):
    send(house, "A")
    with worker(house) as first:
        wait(house, lambda found: found[0][1] > 0)
        os.kill(first.pid, signal.SIGKILL)
    (state, _line), (titles, names, boxes) = jobs(house)[0], library(house)
    assert state == "running" and titles == names == boxes < ROWS
    assert titles % 1000 == 0
    # A minute later nobody has heard of the first one.
    asked(house, "UPDATE catalogue_importjob SET beat_at = datetime('now', '-2 minutes')")
    with worker(house):
        wait(house, done)
    assert jobs(house)[0][0] == "done"
    assert library(house) == (ROWS, ROWS, ROWS)


# Tables with a bot; at about half of them it begins.
OPEN_TABLES = """
from games.matches import seating
from games.matches.luck.contributions import Sent, contribute
from games.matches.storage.rows import proof_by_index
for number in range(40):
    seats = [{"kind": "bot", "level": "random"}, {"kind": "human"}]
    made = seating.create(game="shanghaien", options={}, seats=seats, place=1)
    contribute(match_id=made.match, proof=proof_by_index(1), sent=Sent())
"""
BOTS_TO_MOVE = "SELECT count(*) FROM games_match WHERE waiting & automatic"


def test_bots_do_not_wait_behind_an_import_and_a_stop_waits_for_neither(house):
    house.manage("shell", "-v", "0", "-c", OPEN_TABLES)
    (bots,) = asked(house, BOTS_TO_MOVE)[0]
    assert bots > 5
    rows = 80_000  # so many that a busy machine has not entered them when the bots have moved
    send(house, "A", rows)
    with worker(house) as process:
        wait(house, lambda found: asked(house, BOTS_TO_MOVE) == [(0,)])
        state, line = jobs(house)[0]
        assert state in ("waiting", "running") and line < rows, "the bots have waited for the whole file"
        wait(house, lambda found: found[0][1] > line)
        began = time.monotonic()
        process.terminate()
        assert process.wait(60) == 0
        assert time.monotonic() - began < 10, "a stop takes two seconds at most, and the end of the process"
    titles, names, boxes = library(house)
    assert 0 < titles == names == boxes < rows
    assert titles % 1000 == 0
