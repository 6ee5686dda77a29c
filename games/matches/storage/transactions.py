"""Transactions that write matches, and the ticks that are published after the commit.

A tick tells open pages to load a match again. SQLite has one writer at a time, which would hold the lock
while it waits for the disk. Here a writer first releases the lock and then waits, so that all writers that
finished meanwhile share one wait (docs/adr/0320).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.live.hub import HUB


class SharedFsync:
    """Lets threads that wait for the same disk share one fsync."""

    def __init__(self) -> None:
        self._turn, self._counter_lock = threading.Lock(), threading.Lock()
        self._requested = self._synced = 0

    def wait(self, file: str) -> None:
        """Returns when everything that was written before the call is on the disk."""
        with self._counter_lock:
            self._requested += 1
            own_request = self._requested
        with self._turn:
            if self._synced < own_request:
                requested_before_sync = self._requested
                sync(file)
                self._synced = requested_before_sync


def sync(file: str) -> None:
    try:
        handle = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        return  # SQLite has just merged the log into the database file, and synced that itself.
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


#: Threads get this lock faster than SQLite's own lock.
_sqlite_write_lock = threading.RLock()
_shared_fsync = SharedFsync()
_thread = threading.local()


def db_connection() -> BaseDatabaseWrapper:
    """This thread's connection; `django.db.connection` would look it up at each use."""
    return connections[DEFAULT_DB_ALIAS]


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that writes matches."""
    database = db_connection()
    if not database.in_atomic_block:
        _thread.queued_ticks = ()  # drops the ticks of a transaction that failed
    if database.vendor != "sqlite":
        with transaction.atomic():
            yield
    elif database.in_atomic_block or database.is_in_memory_db():
        with _sqlite_write_lock, transaction.atomic():
            yield
        _publish_ticks(database)
    else:
        with _sqlite_write_lock, _commit_without_sync(database), transaction.atomic():
            yield
        _shared_fsync.wait(f"{database.settings_dict['NAME']}-wal")
        _publish_ticks(database)


def wait_for_turn(name: str) -> None:
    """Waits in a write transaction until all others that have called this with the same name have ended.

    SQLite has only one writer at a time, so nothing needs to be done there.
    """
    database = db_connection()
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def optimistic_write() -> AbstractContextManager:
    """A context for one statement that writes only if no other request wrote the match meanwhile.

    PostgreSQL needs no lock for it.
    """
    database = db_connection()
    return write_transaction() if database.vendor == "sqlite" or database.in_atomic_block else nullcontext()


@contextmanager
def _commit_without_sync(database: BaseDatabaseWrapper) -> Iterator[None]:
    database.ensure_connection()
    database.connection.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        # After a failure the connection may be closed; the next one begins with FULL.
        if database.connection is not None:
            database.connection.execute("PRAGMA synchronous=FULL")


def queue_tick(match_id: str, number: int) -> None:
    """Publishes a tick at the end of the transaction.

    On PostgreSQL the statement itself has notified the listeners.
    """
    if db_connection().vendor == "sqlite":
        _thread.queued_ticks = (*getattr(_thread, "queued_ticks", ()), (match_id, number))


def _publish_ticks(database: BaseDatabaseWrapper) -> None:
    if not database.in_atomic_block:
        ticks, _thread.queued_ticks = getattr(_thread, "queued_ticks", ()), ()
        HUB.publish(ticks)
