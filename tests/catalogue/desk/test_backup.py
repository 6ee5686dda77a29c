"""Backup, destroy, restore: the same library, loans, rules and matches, to the last byte, on both databases."""

import zipfile
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection

from catalogue.models import Shelf
from escale.backup import archive as backup

LIFE = """
from django.utils import timezone
from catalogue.models import Copy
from catalogue.desk import lending
from django.conf import settings
from pathlib import Path
lending.lend(copies=[Copy.objects.available().first().pk], borrower="Zoë “漢字”", borrower_kind="person",
             out=timezone.localdate(), due=timezone.localdate())
covers = Path(settings.MEDIA_ROOT) / "covers"
covers.mkdir(parents=True)
(covers / "abc-240.webp").write_bytes(bytes(range(256)))
from tests.games.table import Table
Table().play(15)
"""
SUMS = "import json; from escale.backup import archive; print(json.dumps(archive.digests()))"


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
    assert new.says(SUMS) == before
    assert (new.folder / "media" / "covers" / "abc-240.webp").read_bytes() == bytes(range(256))
    assert "not empty" in new.run("restore", str(file)).stderr
    new.manage("load_demo")  # ids go on after the highest that came back
    again = new.run("backup", str(tmp_path / "again.zip"))
    assert again.returncode == 0

    _harm(file)
    third = empty("third")
    refused = third.run("restore", str(file))
    assert refused.returncode == 1 and "damaged" in refused.stderr
    assert not third.says(SUMS)["catalogue.gametitle"]["rows"]


def _harm(file: Path) -> None:
    """One letter of one row differs, and the archive itself is sound."""
    with zipfile.ZipFile(file) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    name = "tables/catalogue.loan.jsonl"
    content[name] = content[name].replace("Zoë".encode(), b"Zoe")
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)


@pytest.mark.django_db
def test_no_table_is_forgotten():
    known = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert set(connection.introspection.table_names()) - known <= {"django_migrations"}
    left_out = {model._meta.label_lower for model in apps.get_models(include_auto_created=True)}
    left_out -= {model._meta.label_lower for model in backup.tables()}
    assert left_out == backup.LEFT_OUT


@pytest.fixture
def written(tmp_path, settings) -> Path:
    """A backup of a house with one shelf and one cover, and then an empty house again."""
    settings.MEDIA_ROOT, settings.IMPORTS_ROOT = tmp_path / "media", tmp_path / "imports"
    (settings.MEDIA_ROOT / "covers").mkdir(parents=True)
    (settings.MEDIA_ROOT / "covers" / "a.webp").write_bytes(b"cover")
    shelf = Shelf.objects.create(code="B1")
    backup.write(tmp_path / "house.zip")
    shelf.delete()
    return tmp_path / "house.zip"


@pytest.mark.django_db(transaction=True)
def test_a_file_that_would_leave_its_folder_is_refused_before_anything_is_written(written, tmp_path):
    with zipfile.ZipFile(written) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    for name in ("media/covers/a.webp", "manifest.json"):
        content[name.replace("covers/a.webp", "../../evil")] = content.pop(name).replace(
            b"covers/a.webp", b"../../evil"
        )
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    with pytest.raises(backup.BackupError, match="would leave its folder"):
        backup.restore(written)
    assert not Shelf.objects.exists()
    assert not (tmp_path / "evil").exists() and not (tmp_path.parent / "evil").exists()


@pytest.mark.django_db(transaction=True)
def test_a_spoilt_packet_is_told_as_damage(written):
    content = bytearray(written.read_bytes())
    content[30 + content[26] + content[28]] = 7  # a kind of block that does not exist, where the first table begins
    written.write_bytes(content)
    with pytest.raises(backup.BackupError, match="damaged"):
        backup.restore(written)


@pytest.mark.django_db
@pytest.mark.parametrize("content", [b"", b"no zip", None])
def test_what_is_no_backup_is_refused(tmp_path, content):
    file = tmp_path / "x.zip"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(backup.BackupError, match="no backup"):
        backup.restore(file)
