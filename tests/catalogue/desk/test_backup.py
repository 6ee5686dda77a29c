"""Backup, destroy, restore: the same library, loans, rules and matches, to the last byte, on both
databases.
"""

import sqlite3
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections

from catalogue.models import Shelf
from escale.backup import database_copy, restoring, table_lines, zip_file
from escale.backup.management.commands.backup import write_backup
from tests.catalogue.desk.houses import House

OLD_BACKUP = Path(__file__).parents[2] / "upgrade" / "revision_212b194" / "backup.zip"
LIFE = """
from django.utils import timezone
from catalogue.models import Copy
from catalogue.desk import lending
from django.conf import settings
from pathlib import Path
lending.lend_copies(copies=[Copy.objects.available().first().pk], borrower="Zoë “漢字”", borrower_kind="person",
             out=timezone.localdate(), due=timezone.localdate())
covers = Path(settings.MEDIA_ROOT) / "covers"
covers.mkdir(parents=True)
(covers / "abc-240.webp").write_bytes(bytes(range(256)))
from tests.games.table import Table
Table().play(15)
"""
SESSION = """
from django.contrib.sessions.models import Session
Session.objects.create(session_key="key-of-a-session", session_data="x", expire_date=timezone.now())
"""
SUMS = "import json; from escale.backup import table_lines; print(json.dumps(table_lines.compute_digests()))"
DESCRIPTIONS = """
import json
from catalogue.models import GameTitle
print(json.dumps(sorted(GameTitle.objects.exclude(descriptions={}).first().descriptions)))
"""
TABLES = (
    "import json; from django.db import connection; print(json.dumps(connection.introspection.table_names()))"
)


@pytest.mark.slow
def test_backup_destroy_restore(empty, tmp_path):
    old, new, file = empty("old"), empty("new"), tmp_path / "house.zip"
    for command in ("migrate", "load_demo", "load_rules"):
        old.manage(command)
    old.manage("shell", "-v", "0", "-c", LIFE)
    before = old.says(SUMS)
    for table in ("catalogue.gametitle", "catalogue.loan", "rules_docs.sectiontext", "games.matchevent"):
        assert before[table]["rows"], table
    old.manage("backup", str(file))
    assert file.stat().st_mode & 0o077 == 0
    assert "exists already" in old.run("backup", str(file)).stderr

    new.manage("restore", str(file))
    after = new.says(SUMS)
    assert after.pop("catalogue.lostversions")["rows"] == 1 and before.pop("catalogue.lostversions")
    assert after.pop("catalogue.catalogueversion") != before.pop("catalogue.catalogueversion")
    assert after == before
    assert (new.folder / "media" / "covers" / "abc-240.webp").read_bytes() == bytes(range(256))
    assert "not empty" in new.run("restore", str(file)).stderr
    new.manage("load_demo")  # ids go on after the highest that came back
    again = new.run("backup", str(tmp_path / "again.zip"))
    assert again.returncode == 0

    _harm(file)
    third = empty("third")
    refused = third.run("restore", str(file))
    assert refused.returncode == 1 and "damaged" in refused.stderr
    third.manage("migrate")
    assert not third.says(SUMS)["catalogue.gametitle"]["rows"]


@pytest.mark.slow
def test_an_older_backup_that_fails_at_its_end_leaves_no_table(empty):
    """The files come last: when they cannot be written, the tables and their migrations are taken
    back too.
    """
    house = empty("house")
    house.folder.mkdir()
    (house.folder / "media").write_text("a file where a folder should be")
    refused = house.run("restore", str(OLD_BACKUP))
    assert refused.returncode == 1 and "CommandError" in refused.stderr
    assert house.says(TABLES) == []


@pytest.mark.slow
def test_an_older_backup_comes_into_an_empty_database_that_is_newer(empty):
    """The tables go back to what they were then, are filled, and come forward again."""
    house = empty("house")
    house.manage("migrate")
    house.manage("restore", str(OLD_BACKUP))
    assert house.says(DESCRIPTIONS) == ["de", "en", "fr", "it"]


@pytest.mark.slow
def test_a_backup_of_sqlite_comes_into_any_database(empty, tmp_path):
    """And leaves out what may be lost, to the last byte: nobody can take over a session with a backup."""
    old, new, file = House(tmp_path / "sqlite", ""), empty("new"), tmp_path / "house.zip"
    for command in ("migrate", "load_demo"):
        old.manage(command)
    old.manage("shell", "-v", "0", "-c", LIFE + SESSION)
    old.manage("backup", str(file))
    with zipfile.ZipFile(file) as packed:
        copy = packed.read(database_copy.COPY)
    assert b"key-of-a-session" not in copy and "Zoë".encode() in copy
    assert b"key-of-a-session" in b"".join(path.read_bytes() for path in old.folder.glob("escale.sqlite3*"))
    new.manage("restore", str(file))
    before, after = old.says(SUMS), new.says(SUMS)
    assert {name for name in before if before[name] != after[name]} == {
        "catalogue.lostversions",
        "catalogue.catalogueversion",
    }


def _harm(file: Path) -> None:
    """One letter of one row differs, and the archive itself is sound."""
    with zipfile.ZipFile(file) as packed:
        is_copy = database_copy.COPY in packed.namelist()
    name = database_copy.COPY if is_copy else "tables/catalogue.loan.jsonl"
    _change(file, name, "Zoë".encode(), b"Zoe?")


def _change(file: Path, name: str, old: bytes, new: bytes) -> None:
    with zipfile.ZipFile(file) as packed:
        content = {name: packed.read(name) for name in packed.namelist()}
    assert old in content[name]
    content[name] = content[name].replace(old, new)
    with zipfile.ZipFile(file, "w") as packed:
        for member, data in content.items():
            packed.writestr(member, data)


def _change_copy(file: Path, statement: str) -> None:
    """Another copy of the database, with the digest that it has."""
    copy = file.with_name("changed.sqlite3")
    with zipfile.ZipFile(file) as packed:
        before = packed.read(database_copy.COPY)
    copy.write_bytes(before)
    with closing(sqlite3.connect(copy)) as database:
        database.execute(statement)
    after = copy.read_bytes()
    _change(file, database_copy.COPY, before, after)
    digests = [sha256(content).hexdigest().encode() for content in (before, after)]
    _change(file, "manifest.json", *digests)


@pytest.mark.django_db
def test_no_table_is_forgotten():
    known = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert set(connection.introspection.table_names()) - known <= {"django_migrations"}
    left_out = set(apps.get_models(include_auto_created=True)) - set(table_lines.list_models())
    assert {model._meta.label_lower: model._meta.db_table for model in left_out} == zip_file.LEFT_OUT


@pytest.fixture
def written(tmp_path, settings) -> Path:
    """A backup of a house with one shelf and one cover, and then an empty house again."""
    call_command("flush", interactive=False, verbosity=0)  # what tests before this one may have left
    settings.MEDIA_ROOT, settings.IMPORTS_ROOT = tmp_path / "media", tmp_path / "imports"
    (settings.MEDIA_ROOT / "covers").mkdir(parents=True)
    (settings.MEDIA_ROOT / "covers" / "a.webp").write_bytes(b"cover")
    shelf = Shelf.objects.create(code="B1")
    write_backup(tmp_path / "house.zip")
    shelf.delete()
    return tmp_path / "house.zip"


@pytest.mark.django_db(transaction=True)
def test_a_file_that_would_leave_its_folder_is_refused_before_anything_is_written(written, tmp_path):
    with zipfile.ZipFile(written) as packed:
        content = {name: packed.read(name) for name in packed.namelist()}
    for name in ("media/covers/a.webp", "manifest.json"):
        content[name.replace("covers/a.webp", "../../evil")] = content.pop(name).replace(
            b"covers/a.webp", b"../../evil"
        )
    with zipfile.ZipFile(written, "w") as packed:
        for name, data in content.items():
            packed.writestr(name, data)
    with pytest.raises(zip_file.BackupError, match="would leave its folder"):
        restoring.restore(written)
    assert not Shelf.objects.exists()
    assert not (tmp_path / "evil").exists() and not (tmp_path.parent / "evil").exists()


@pytest.mark.django_db(transaction=True)
def test_a_backup_of_a_newer_version_is_refused(written):
    _change(
        written, "manifest.json", b'"catalogue.0001_', b'"catalogue.9999_from_the_future", "catalogue.0001_'
    )
    with pytest.raises(
        zip_file.BackupError, match=r"newer version of the site.* no migration catalogue.9999_from_the"
    ):
        restoring.restore(written)
    assert not Shelf.objects.exists()


@pytest.mark.usefixtures("django_db_setup")
def test_columns_that_its_migrations_do_not_have_are_refused(tmp_path, django_db_blocker):
    """Outside a test of Django, which would forbid the copy as a second database."""
    file = tmp_path / "house.zip"
    with django_db_blocker.unblock():
        write_backup(file)
        if connection.vendor == "sqlite":
            _change_copy(file, "ALTER TABLE catalogue_copy RENAME inventory_number TO number_of_old")
        else:
            _change(file, "manifest.json", b'"inventory_number"', b'"number_of_old"')
        with pytest.raises(zip_file.BackupError, match=r"columns of catalogue\.copy"):
            restoring.restore(file)


@pytest.mark.django_db(transaction=True)
def test_a_spoilt_packet_is_told_as_damage(written):
    content = bytearray(written.read_bytes())
    content[30 + content[26] + content[28]] = (
        7  # a kind of block that does not exist, where the first table begins
    )
    written.write_bytes(content)
    with pytest.raises(zip_file.BackupError, match="damaged"):
        restoring.restore(written)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_large", [False, True])
def test_a_copy_that_was_changed_is_told_as_damage(written, monkeypatch, tmp_path, is_large):
    """Whether it is compressed or, because it is large, stored as it is."""
    if connection.vendor != "sqlite":
        return
    monkeypatch.setattr(database_copy, "COMPRESSED_COPY_BYTES", 0 if is_large else 10**9)
    file = tmp_path / "other.zip"
    write_backup(file)
    with zipfile.ZipFile(file) as packed:
        entry = packed.getinfo(database_copy.COPY)
    assert (entry.compress_type == zipfile.ZIP_STORED) == is_large
    _change(file, database_copy.COPY, b"CREATE TABLE", b"CREATE TABEL")
    with pytest.raises(zip_file.BackupError, match="damaged"):
        restoring.restore(file)


@pytest.mark.django_db(transaction=True)
def test_nothing_stays_beside_a_backup(written, tmp_path):
    """Neither its draft nor the copy of the database, also when the disk was full."""
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["house.zip", "media"]
    assert database_copy.ALIAS not in connections.databases


@pytest.mark.django_db
@pytest.mark.parametrize("content", [b"", b"no zip", None])
def test_what_is_no_backup_is_refused(tmp_path, content):
    file = tmp_path / "x.zip"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(zip_file.BackupError, match="no backup"):
        restoring.restore(file)
