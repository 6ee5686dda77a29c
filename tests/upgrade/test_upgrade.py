"""What revision 212b194 wrote is read by this revision: its backup, its SQLite file, its PostgreSQL database.

`read_site.py` asks the upgraded site over its public addresses and plays its running matches on; the old revision
answered the same questions in `expected.json.xz`. More may be told than then, but nothing less and nothing else.
"""

import json
import lzma
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIXTURE = HERE / "revision_212b194"
SERVER = os.environ.get("TEST_DATABASE_URL", "")
READ = f"import runpy; runpy.run_path({str(HERE / 'read_site.py')!r}, run_name='__main__')"


class Site:
    """Commands of this revision on a database and a folder of their own."""

    def __init__(self, folder: Path, database_url: str = "") -> None:
        self.folder = folder
        self.environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.environment |= {"DATA_DIR": str(folder), "EMAIL_URL": "memory://"}
        if database_url:
            self.environment |= {"DATABASE_URL": database_url, "DATABASE_POOLED": "0"}

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=180)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def read(self) -> dict[str, Any]:
        return json.loads(self.manage("shell", "-v", "0", "-c", READ).splitlines()[-1])


@pytest.fixture
def create_database() -> Iterator[Callable[[], str]]:
    """Creates an empty database on the PostgreSQL server of the tests and gives its address."""
    names: list[str] = []

    def create() -> str:
        names.append(f"escale_upgrade_{uuid4().hex[:12]}")
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"CREATE DATABASE {names[-1]}")
        return f"{SERVER.rsplit('/', 1)[0]}/{names[-1]}"

    yield create
    for name in names:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    return json.loads(lzma.decompress((FIXTURE / "expected.json.xz").read_bytes()))


def test_a_backup_of_the_old_revision_is_restored(tmp_path, create_database, expected):
    site = Site(tmp_path, create_database() if SERVER else "")
    site.manage("restore", str(FIXTURE / "backup.zip"))
    assert differences(expected, site.read()) == []
    with zipfile.ZipFile(FIXTURE / "backup.zip") as archive:
        files = [name for name in archive.namelist() if name.startswith(("media/", "imports/"))]
        assert len(files) >= 3
        assert all((tmp_path / name).read_bytes() == archive.read(name) for name in files)


def unpack_sqlite_file(folder: Path) -> str:
    with lzma.open(FIXTURE / "escale.sqlite3.xz") as packed, (folder / "escale.sqlite3").open("wb") as database:
        shutil.copyfileobj(packed, database)
    return ""


def fill_postgresql_database(url: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(lzma.decompress((FIXTURE / "postgresql.sql.xz").read_bytes()))
    return url


# The dump of PostgreSQL needs the server that the tests are run on.
@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"] if SERVER else ["sqlite"])
def test_a_database_of_the_old_revision_is_migrated(vendor, tmp_path, create_database, expected):
    url = unpack_sqlite_file(tmp_path) if vendor == "sqlite" else fill_postgresql_database(create_database())
    site = Site(tmp_path, url)
    site.manage("migrate", "-v", "0")
    assert differences(expected, site.read()) == []


def differences(expected: Any, found: Any, place: str = "site") -> list[str]:
    """Where the answers differ. A member that only the new answer has is none; one that is missing there is."""
    if isinstance(expected, dict) and isinstance(found, dict):
        missing = [f"{place}/{name}: is missing" for name in expected if name not in found]
        pairs = [(name, expected[name], found[name]) for name in expected if name in found]
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        missing = []
        pairs = [(index, *pair) for index, pair in enumerate(zip(expected, found, strict=True))]
    else:
        return [] if expected == found else [f"{place}: {expected!r:.200} became {found!r:.200}"]
    return missing + [line for name, old, new in pairs for line in differences(old, new, f"{place}/{name}")]


def test_a_difference_is_told_with_its_place():
    old = {"titles": [{"year": 1995, "names": ["Catan"]}], "rules": 1}
    assert differences(old, {"titles": [{"year": 1995, "names": ["Catan"], "new": 1}], "rules": 1}) == []
    assert differences(old, {"titles": [{"year": 1996, "names": []}]}) == [
        "site/rules: is missing",
        "site/titles/0/year: 1995 became 1996",
        "site/titles/0/names: ['Catan'] became []",
    ]


def test_the_fixture_holds_what_the_comparison_is_about(expected):
    """Nothing is proved where the old revision had written nothing."""
    matches = [match["summary"] for match in expected["matches"].values()]
    for game in ("halunken", "macao", "shanghaien"):
        assert {"active", "finished"} <= {match["status"] for match in matches if match["game"] == game}
    assert [game["answers"] for game in expected["played on"].values()] == [{"201": 12}] * 3
    assert {answer for answer, _outcome in expected["records"].values()} == {201}
    assert expected["replay"].endswith(" 0 differ.")
    assert len(expected["titles"]["fr"]) > 12 and len(expected["staff"]["loans"]) == 3
    assert all(expected["rows"].values())
