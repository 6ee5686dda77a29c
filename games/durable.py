"""Transactions that write matches: when one has ended it is on the disk, and only then is anybody told.

SQLite has one writer at a time, and would keep the next one waiting while the disk writes. Here the turn ends before
the wait for the disk, and all who came meanwhile share the next wait (docs/adr/0320).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from games.live.hub import HUB


class Disk:
    """Waits until everything written so far is on the disk."""

    def __init__(self) -> None:
        self._turn, self._counting = threading.Lock(), threading.Lock()
        self._asked = self._reached = 0

    def wait(self, file: str) -> None:
        with self._counting:
            self._asked += 1
            mine = self._asked
        with self._turn:
            if self._reached < mine:
                reaching = self._asked
                sync(file)
                self._reached = reaching


def sync(file: str) -> None:
    try:
        handle = os.open(file, os.O_RDWR)
    except FileNotFoundError:  # the last connection of all has just folded it into the database, and waited itself
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


#: waiting here is quick, waiting in the database is not
_writer = threading.RLock()
_disk = Disk()
_unsaid = threading.local()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes matches."""
    if not connection.in_atomic_block:
        _unsaid.ticks = ()  # of a transaction that failed: nothing happened
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
    elif connection.in_atomic_block or connection.is_in_memory_db():
        with _writer, transaction.atomic():
            yield
        _tell()
    else:
        with _writer, _unsynced(), transaction.atomic():
            yield
        _disk.wait(f"{connection.settings_dict['NAME']}-wal")
        _tell()


@contextmanager
def attempting() -> Iterator[None]:
    """For a single statement that writes a match only if nobody else did meanwhile: PostgreSQL needs no lock for it."""
    if connection.vendor == "sqlite" or connection.in_atomic_block:
        with writing():
            yield
    else:
        yield


@contextmanager
def _unsynced() -> Iterator[None]:
    connection.ensure_connection()
    connection.connection.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        if connection.connection is not None:  # a failure may have closed it, and the next one begins with FULL
            connection.connection.execute("PRAGMA synchronous=FULL")


def announce(match_id: str, number: int) -> None:
    """After the commit: tick, as soon as it is on the disk. PostgreSQL notified in the statement itself."""
    if connection.vendor == "sqlite":
        _unsaid.ticks = [*getattr(_unsaid, "ticks", ()), (match_id, number)]


def _tell() -> None:
    if not connection.in_atomic_block:
        ticks, _unsaid.ticks = getattr(_unsaid, "ticks", ()), ()
        for match_id, number in ticks:
            HUB.publish(match_id, number)
