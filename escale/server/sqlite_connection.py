"""One idle connection for the life of the process, where the database is SQLite.

When the last connection goes, SQLite folds its log into the database and deletes it: work that requests would pay for
again and again. And on a full disk the log could not be made anew, so that not even reading would go on.
"""

import sqlite3

from django.db import connection

_held: list[sqlite3.Connection] = []


def hold() -> None:
    if connection.vendor != "sqlite" or _held:
        return
    held = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    held.execute("PRAGMA journal_mode=WAL")
    held.execute("SELECT count(*) FROM sqlite_master").fetchone()  # only reading opens the log
    _held.append(held)
