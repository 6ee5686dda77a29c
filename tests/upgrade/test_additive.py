"""Migrations since the last release only expand the database, so that servers of that release go on meanwhile.

docs/deploy.md, "Expand, then contract", states the rule.
"""

import json
import zipfile
from collections.abc import Iterator

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from tests.upgrade.site import LAST_RELEASE, Fixture

#: Migrations that remove what the last release no longer reads: its name, and why it may. Empty this list when
#: LAST_RELEASE changes.
CONTRACTIONS: dict[str, str] = {}
HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RenameIndex,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.RunPython,
)


def migrations_of_the_last_release() -> set[str]:
    with zipfile.ZipFile(Fixture(LAST_RELEASE).backup) as archive:
        return set(json.loads(archive.read("manifest.json"))["migrations"])


def newer_migrations() -> Iterator[migrations.Migration]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    known = migrations_of_the_last_release()
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if f"{app}.{name}" not in known:
            yield migration


def find_objections(operations: list[Operation], new_models: set[str]) -> list[str]:
    """The operations that a server of the last release may not survive."""
    operations = [
        inner
        for operation in operations
        for inner in getattr(operation, "database_operations", None) or [operation]
    ]
    return [operation.describe() for operation in operations if not _is_additive(operation, new_models)]


def _is_additive(operation: Operation, new_models: set[str]) -> bool:
    if isinstance(operation, HARMLESS) or getattr(operation, "model_name", "").lower() in new_models:
        return True
    if isinstance(operation, migrations.AddField):
        # Django drops the default of Python from the column again, so old code could not insert rows.
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default()
    return False


def find_new_models(changes: list[migrations.Migration]) -> set[str]:
    return {
        operation.name.lower()
        for change in changes
        for operation in change.operations
        if isinstance(operation, migrations.CreateModel)
    }


def test_migrations_since_the_last_release_only_expand():
    changes = list(newer_migrations())
    new_models = find_new_models(changes)
    objections = {
        f"{change.app_label}.{change.name}": found
        for change in changes
        if (found := find_objections(change.operations, new_models))
    }
    assert {name: found for name, found in objections.items() if name not in CONTRACTIONS} == {}


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("match", "pace"),
        migrations.RenameField("match", "pace", "speed"),
        migrations.DeleteModel("match"),
        migrations.AlterField("match", "pace", models.CharField(max_length=2)),
        migrations.AddField("match", "speed", models.IntegerField(default=0)),
        migrations.AddConstraint("match", models.UniqueConstraint(fields=["pace"], name="one")),
        migrations.RunSQL("DROP TABLE games_match"),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_old_code_cannot_survive_is_found(operation):
    assert find_objections([operation], set()) == [operation.describe()]


def test_what_old_code_does_not_notice_is_allowed():
    added = [
        migrations.AddField("match", "speed", models.IntegerField(default=0, db_default=0)),
        migrations.AddField("match", "leased", models.IntegerField(null=True)),
        migrations.CreateModel("Pack", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddConstraint("pack", models.UniqueConstraint(fields=["id"], name="one")),
    ]
    assert find_objections(added, {"pack"}) == []
