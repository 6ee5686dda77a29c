"""What older revisions wrote is read by this revision: backups, SQLite files, PostgreSQL databases.

`read_site.py` asks the upgraded site over its public addresses and plays its running matches on; the old
revision answered the same questions in `expected.json.xz`. More may be told than then, but nothing less and
nothing else.
"""

import zipfile
from pathlib import Path

import pytest

from tests.own_databases import SERVER
from tests.upgrade.site import HERE, REVISIONS, Fixture, Site, find_differences

pytestmark = [pytest.mark.slow, pytest.mark.database]

BACKUPS = ["212b194", "8606401"]  # lines of JSON, and a copy of an SQLite database
# With TEST_DATABASE_URL the dumps of PostgreSQL are read there; without it, the SQLite files.
DATABASES = [("postgresql" if SERVER else "sqlite", revision) for revision in REVISIONS]


@pytest.mark.parametrize("revision", BACKUPS)
def test_a_backup_of_an_old_revision_is_restored(revision, tmp_path, create_database):
    fixture = Fixture(revision)
    site = Site(tmp_path, create_database() if SERVER else "")
    site.manage("restore", str(fixture.backup))
    assert find_differences(fixture.expected(), site.read(fixture)) == []
    with zipfile.ZipFile(fixture.backup) as archive:
        files = [name for name in archive.namelist() if name.startswith(("media/", "imports/"))]
        assert len(files) >= 3
        assert all((tmp_path / name).read_bytes() == archive.read(name) for name in files)


def fill_database(vendor: str, fixture: Fixture, folder: Path, create_database) -> str:
    """The rows of the fixture in a database; returns its address, which is empty for SQLite."""
    if vendor == "sqlite":
        fixture.unpack_sqlite_file(folder)
        return ""
    url = create_database()
    fixture.fill_postgresql_database(url)
    return url


@pytest.mark.parametrize(("vendor", "revision"), DATABASES)
def test_a_database_of_an_old_revision_is_migrated(vendor, revision, tmp_path, create_database):
    fixture = Fixture(revision)
    site = Site(tmp_path, fill_database(vendor, fixture, tmp_path, create_database))
    site.manage("migrate", "-v", "0")
    assert find_differences(fixture.expected(), site.read(fixture)) == []


def test_a_difference_is_told_with_its_place():
    old = {"titles": [{"year": 1995, "names": ["Catan"]}], "rules": 1}
    assert find_differences(old, {"titles": [{"year": 1995, "names": ["Catan"], "new": 1}], "rules": 1}) == []
    assert find_differences(old, {"titles": [{"year": 1996, "names": []}]}) == [
        "site/rules: is missing",
        "site/titles/0/year: 1995 became 1996",
        "site/titles/0/names: ['Catan'] became []",
    ]


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_fixture_holds_what_the_comparison_is_about(revision):
    """Nothing is proved where the old revision had written nothing."""
    expected = Fixture(revision).expected()
    matches = [match["summary"] for match in expected["matches"].values()]
    for game in ("halunken", "macao", "shanghaien"):
        assert {"active", "finished"} <= {match["status"] for match in matches if match["game"] == game}
    assert [game["answers"] for game in expected["played on"].values()] == [{"201": 12}] * 3
    assert {answer for answer, _outcome in expected["records"].values()} == {201}
    assert expected["replay"].endswith(" 0 differ.")
    assert len(expected["titles"]["fr"]) > 12 and len(expected["staff"]["loans"]) == 3
    assert all(expected["rows"].values())


def test_every_fixture_is_of_one_of_the_revisions():
    assert {path.name for path in HERE.glob("revision_*")} == {f"revision_{name}" for name in REVISIONS}
