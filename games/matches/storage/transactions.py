"""Transactions that write matches: when one has ended it is on the disk, and only then is anybody told.

SQLite has one writer at a time, and would keep the next one waiting while the disk writes. Here the turn ends before
the wait for the disk, and all who came meanwhile share the next wait (docs/adr/0320).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

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


def ours() -> BaseDatabaseWrapper:
    """This thread's connection: Django's short name for it looks it up anew at every use."""
    return connections[DEFAULT_DB_ALIAS]


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes matches."""
    database = ours()
    if not database.in_atomic_block:
        _unsaid.ticks = ()  # of a transaction that failed: nothing happened
    if database.vendor != "sqlite":
        with transaction.atomic():
            yield
    elif database.in_atomic_block or database.is_in_memory_db():
        with _writer, transaction.atomic():
            yield
        _tell(database)
    else:
        with _writer, _unsynced(database), transaction.atomic():
            yield
        _disk.wait(f"{database.settings_dict['NAME']}-wal")
        _tell(database)


def attempting() -> AbstractContextManager:
    """For a single statement that writes a match only if nobody else did meanwhile: PostgreSQL needs no lock for it."""
    database = ours()
    return writing() if database.vendor == "sqlite" or database.in_atomic_block else nullcontext()


@contextmanager
def _unsynced(database: BaseDatabaseWrapper) -> Iterator[None]:
    database.ensure_connection()
    database.connection.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        if database.connection is not None:  # a failure may have closed it, and the next one begins with FULL
            database.connection.execute("PRAGMA synchronous=FULL")


def announce(match_id: str, number: int) -> None:
    """After the commit: tick, as soon as it is on the disk. PostgreSQL notified in the statement itself."""
    if ours().vendor == "sqlite":
        _unsaid.ticks = [*getattr(_unsaid, "ticks", ()), (match_id, number)]


def _tell(database: BaseDatabaseWrapper) -> None:
    if not database.in_atomic_block:
        ticks, _unsaid.ticks = getattr(_unsaid, "ticks", ()), ()
        HUB.publish(ticks)
