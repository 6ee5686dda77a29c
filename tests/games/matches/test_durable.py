"""What is acknowledged is on the disk, and several wait for it together."""

import json
import threading
import time

import pytest

from games.matches.storage import transactions
from games.matches.storage.transactions import SharedFsync

PLAY = """
import json
from django.db import connection
from games.matches import seating
from games.matches.luck.contributions import Sent, contribute
from games.matches.storage.rows import proof_by_index
from games.matches.storage import transactions
from games.live.hub import HUB
def level():
    return connection.connection.execute("PRAGMA synchronous").fetchone()[0]
told = []
transactions.sync = lambda file: told.append(["sync", file.rsplit(".", 1)[1], level()])
HUB.publish = lambda ticks: told.extend(["tick", number, level()] for _, number in ticks)
human = {"kind": "human"}
made = seating.create(game="shanghaien", options={}, seats=[human, human])
contribute(match_id=made.match, proof=proof_by_index(0), sent=Sent(nonce="12" * 16))
told.append(["made"])
try:
    seating.join(match_id=made.match, index=0)
except Exception:
    told.append(["refused"])
seating.join(match_id=made.match, sent=Sent(nonce="34" * 16))
try:
    with transactions.write_transaction():
        transactions.queue_tick(made.match, 9)
        raise ZeroDivisionError
except ZeroDivisionError:
    told.append(["failed"])
with transactions.write_transaction():
    pass
try:
    with transactions.write_transaction():
        connection.close()
        raise ZeroDivisionError
except ZeroDivisionError:
    connection.ensure_connection()
    told.append(["closed", level()])
print(json.dumps(told))
"""
FULL = 2


@pytest.mark.slow
def test_the_tick_waits_for_the_disk_and_a_refusal_for_nothing(site):
    told = json.loads(site.manage("shell", "-v0", "-c", PLAY).splitlines()[-1])
    assert told == [
        ["sync", "sqlite3-wal", FULL],
        ["tick", 1, FULL],
        ["sync", "sqlite3-wal", FULL],
        ["made"],
        ["refused"],
        ["sync", "sqlite3-wal", FULL],
        ["tick", 2, FULL],
        ["tick", 3, FULL],
        ["failed"],
        ["sync", "sqlite3-wal", FULL],
        ["closed", FULL],
    ]


def test_a_log_that_is_gone_was_folded_in(tmp_path):
    transactions.sync(str(tmp_path / "gone-wal"))


def test_who_comes_during_a_wait_shares_the_next_one(monkeypatch):
    disk, begun, go, syncs = SharedFsync(), threading.Event(), threading.Event(), []

    def slow(file: str) -> None:
        syncs.append(file)
        begun.set()
        assert go.wait(60)

    monkeypatch.setattr(transactions, "sync", slow)
    first = threading.Thread(target=disk.wait, args=("log",))
    first.start()
    assert begun.wait(60)
    others = [threading.Thread(target=disk.wait, args=("log",)) for _ in range(5)]
    for other in others:
        other.start()
    ends = time.monotonic() + 60
    while disk._requested < 6:
        assert time.monotonic() < ends
        time.sleep(0.01)
    go.set()
    for thread in (first, *others):
        thread.join(60)
    assert syncs == ["log", "log"], "the five came too late for the first wait, and shared the second"


def test_nobody_is_let_go_when_the_disk_fails(monkeypatch):
    def broken(file: str) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(transactions, "sync", broken)
    disk, failed = SharedFsync(), 0
    for _ in range(2):
        try:
            disk.wait("log")
        except OSError:
            failed += 1
    assert failed == 2
