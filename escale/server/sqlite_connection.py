"""Keeps one idle connection open for the life of the process, where the database is SQLite.

When the last connection closes, SQLite merges its write-ahead log into the database and deletes
it. Requests would pay for that again and again. On a full disk the log could not be created
again, and then not even reading would work.
"""

import sqlite3

from django.db import connection

_idle_connections: list[sqlite3.Connection] = []


def hold() -> None:
    """Open the idle connection, unless it is open already."""
    if connection.vendor != "sqlite" or _idle_connections:
        return
    idle = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    idle.execute("PRAGMA journal_mode=WAL")
    # A connection opens the log when it first reads.
    idle.execute("SELECT count(*) FROM sqlite_master").fetchone()
    _idle_connections.append(idle)
