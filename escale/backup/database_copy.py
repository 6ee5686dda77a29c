"""On SQLite, a backup contains the whole database as one file, copied page by page. Writing the rows as lines
of JSON took seventeen to twenty-nine times as long.

A site on PostgreSQL can restore it too: `open_copy` opens the file as a second database, which the models
read.
"""

import hashlib
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connections

from escale.backup.steady_file import sync
from escale.backup.zip_file import BLOCK_BYTES, LEFT_OUT, open_entry

#: The name of the copy in the zip file.
COPY = "database.sqlite3"
#: A larger copy is not compressed, because that takes ten times as long as the copying.
COMPRESSED_COPY_BYTES = 30_000_000
#: The alias of an open copy among Django's databases.
ALIAS = "backup"
#: After this many pages, which are 4 MB, the copy waits for the disk.
PAGES_AT_ONCE = 1024
MIGRATIONS = "SELECT app || '.' || name FROM django_migrations ORDER BY 1"
SETTINGS = {
    "ENGINE": "django.db.backends.sqlite3",
    "ATOMIC_REQUESTS": False,
    "AUTOCOMMIT": True,
    "CONN_HEALTH_CHECKS": False,
    "CONN_MAX_AGE": None,
    "OPTIONS": {},
    "TIME_ZONE": None,
}


def adding_copy(database: str, folder: Path) -> Callable[[zipfile.ZipFile], dict[str, Any]]:
    """Returns a function for `zip_file.write` that adds a copy of this SQLite database.

    The copy is made in the folder first, so the folder needs space for the database and for the zip file.
    """
    return partial(_add_copy, database, folder)


def _add_copy(database: str, folder: Path, archive: zipfile.ZipFile) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="backup-", dir=folder) as name:
        copy = Path(name, COPY)
        manifest = _copy_database(database, copy)
        checksum, is_small = hashlib.sha256(), copy.stat().st_size <= COMPRESSED_COPY_BYTES
        with copy.open("rb") as source, open_entry(archive, COPY, is_compressed=is_small) as file:
            while block := source.read(BLOCK_BYTES):
                checksum.update(block)
                file.write(block)
    return manifest | {"database": {"sha256": checksum.hexdigest()}}


def _copy_database(database: str, target: Path) -> dict[str, Any]:
    """Copies the database as it is at one moment, without the rows of LEFT_OUT; returns its migrations."""
    target.touch(mode=0o600)
    with (
        closing(sqlite3.connect(database, isolation_level=None, uri=True)) as source,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
        target.open("rb") as file,
    ):
        source.execute("BEGIN")  # The first query and the copy then see the same moment.
        names = [name for (name,) in source.execute(MIGRATIONS)]
        # The copy need not survive a crash of the machine, because the backup is then made again.
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        source.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: sync(file), sleep=0)
        copy.execute("PRAGMA journal_mode = DELETE")  # The copy is one file, without a log beside it.
        copy.execute("PRAGMA secure_delete = ON")
        for table in LEFT_OUT.values():
            copy.execute(f'DELETE FROM "{table}"')
    return {"migrations": names}


@contextmanager
def open_copy(file: Path) -> Iterator[None]:
    """While the context lasts, `using(ALIAS)` reads the copy. Nothing can write to it."""
    name = f"{file.resolve().as_uri()}?mode=ro"
    connections.databases[ALIAS] = SETTINGS | {"NAME": name, "OPTIONS": {"uri": True}}
    try:
        yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]
