"""On SQLite a backup holds the whole database as one file, copied page by page: rows as lines of JSON took seventeen
to twenty-nine times as long as the copy.

Any site can restore it, also one on PostgreSQL: `open_copy` makes the file a second database, which the models read.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, connections, models

from escale.backup.steady_file import sync

#: the database under which Django knows a copy that is open
ALIAS = "backup"
#: 4 MB: after so many pages the disk is waited for
PAGES_AT_ONCE = 1024
SETTINGS = {
    "ENGINE": "django.db.backends.sqlite3",
    "ATOMIC_REQUESTS": False,
    "AUTOCOMMIT": True,
    "CONN_HEALTH_CHECKS": False,
    "CONN_MAX_AGE": None,
    "OPTIONS": {},
    "TIME_ZONE": None,
}


def copy_database(target: Path, left_out: Iterable[type[models.Model]]) -> None:
    """Copies the SQLite database as the transaction of this connection sees it, without the rows that are left
    out.
    """
    with closing(sqlite3.connect(target, isolation_level=None)) as copy, target.open("rb") as file:
        # If the machine stops meanwhile, the copy is made again.
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        connection.connection.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: sync(file), sleep=0)
        copy.execute("PRAGMA journal_mode = DELETE")  # The copy is one file, without a log beside it.
        copy.execute("PRAGMA secure_delete = ON")
        for model in left_out:
            copy.execute(f'DELETE FROM "{model._meta.db_table}"')


@contextmanager
def open_copy(file: Path) -> Iterator[None]:
    """Meanwhile `using(ALIAS)` reads the copy; nothing can write it."""
    name = f"{file.resolve().as_uri()}?mode=ro"
    connections.databases[ALIAS] = SETTINGS | {"NAME": name, "OPTIONS": {"uri": True}}
    try:
        yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]
