"""Keeps one idle connection to an SQLite database open as long as the process runs.

When the last connection closes, SQLite merges its write-ahead log into the database and deletes it. Requests
would wait for that again and again. On a full disk, the log could not be created again, and even reading
would fail.
"""

import sqlite3

from django.db import connection

_idle_connections: list[sqlite3.Connection] = []


def hold() -> None:
    """Opens the idle connection, unless it is open already."""
    if connection.vendor != "sqlite" or _idle_connections:
        return
    idle = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    idle.execute("PRAGMA journal_mode=WAL")
    # A connection opens the log when it first reads.
    idle.execute("SELECT count(*) FROM sqlite_master").fetchone()
    _idle_connections.append(idle)
