"""A site of this revision or of an older one, on a database and a folder of its own."""

import io
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import psycopg

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
READ = f"import runpy; runpy.run_path({str(HERE / 'read_site.py')!r}, run_name='__main__')"
#: The last three states that operators may have, the oldest first; each has a folder with what it wrote.
REVISIONS = ("212b194", "3bd937f", "8606401")
#: how a seat without a name is called, in older revisions and in this one
UNNAMED_SEAT = re.compile(r"(Place|Joueur) \d")
LAST_RELEASE = REVISIONS[-1]


class Fixture:
    """What one revision wrote, and what it answered about it."""

    def __init__(self, revision: str) -> None:
        self.revision, self.folder = revision, HERE / f"revision_{revision}"
        self.backup = self.folder / "backup.zip"

    def expected(self) -> dict[str, Any]:
        return json.loads(lzma.decompress((self.folder / "expected.json.xz").read_bytes()))

    def unpack_sqlite_file(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        packed_file = self.folder / "escale.sqlite3.xz"
        with lzma.open(packed_file) as packed, (folder / "escale.sqlite3").open("wb") as database:
            shutil.copyfileobj(packed, database)

    def fill_postgresql_database(self, url: str) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(lzma.decompress((self.folder / "postgresql.sql.xz").read_bytes()))


class Site:
    """Commands of a checkout on one database. Without an address it is the SQLite file in the folder."""

    def __init__(self, folder: Path, database_url: str = "", *, checkout: Path = ROOT) -> None:
        self.folder, self.checkout = folder, checkout
        self.environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.environment |= {"DATA_DIR": str(folder), "EMAIL_URL": "memory://"}
        self.environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
        if database_url:
            self.environment |= {"DATABASE_URL": database_url, "DATABASE_POOLED": "0"}

    def manage(self, *arguments: str, **more: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.checkout, env=self.environment | more, capture_output=True, text=True, timeout=180,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def read(self, fixture: Fixture) -> dict[str, Any]:
        """What this site answers where the old revision answered `fixture.expected()`."""
        shell = ("shell", "-v", "0", "-c", READ)
        printed = self.manage(*shell, READ_SITE_FIXTURE=str(fixture.folder))
        return json.loads(printed.splitlines()[-1])


def has_history(revision: str) -> bool:
    """Whether the files of a revision can be read from the history of this checkout."""
    command = ["git", "cat-file", "-e", f"{revision}^{{commit}}"]
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def check_out(revision: str, folder: Path) -> Path:
    """The files of a revision, in a folder of their own."""
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def find_differences(expected: Any, found: Any, place: str = "site") -> list[str]:
    """Where the answers differ.

    A member that only the new answer has is none; one that is missing there is. Terms are now told in the
    order of their words. The Markdown of a rule no longer has the markup of its authors: here its title is enough,
    the sections are compared one by one. Their HTML has no buttons for terms any more, which stood between spaces.
    """
    if place.endswith("/html"):
        expected, found = ("".join(words.split()) for words in (expected, found))
    if place.startswith("site/rules/markdown/"):
        title = expected.partition("title: ")[2].partition("\n")[0]
        is_same = expected == found or found.startswith(f"# {title}\n")
        return [] if is_same else [f"{place}: does not begin with {title}"]
    if place.endswith("/terms"):
        expected, found = (sorted(terms, key=lambda term: term["key"]) for terms in (expected, found))
    if isinstance(expected, dict) and isinstance(found, dict):
        missing = [f"{place}/{name}: is missing" for name in expected if name not in found]
        pairs = [(name, expected[name], found[name]) for name in expected if name in found]
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        missing = []
        pairs = [(index, *pair) for index, pair in enumerate(zip(expected, found, strict=True))]
    else:
        both_unnamed = all(UNNAMED_SEAT.fullmatch(str(value)) for value in (expected, found))
        return (
            [] if expected == found or both_unnamed else [f"{place}: {expected!r:.200} became {found!r:.200}"]
        )
    for name, old, new in pairs:
        missing += find_differences(old, new, f"{place}/{name}")
    return missing
