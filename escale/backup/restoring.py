"""Restores a backup into an empty database: completely or not at all. The result is compared with the file.

The tables are created as they were in the version of the backup, and filled. Then the migrations bring them
to the present version.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, models

from escale.backup import versions
from escale.backup.sources import Source, open_source
from escale.backup.table_lines import (
    Model,
    compute_digest,
    list_applied_migrations,
    list_models,
    serialise_rows,
)
from escale.backup.zip_file import FOLDERS, FORMAT, BackupError

# The tables that have rows in a new database. A restore replaces these rows.
FROM_MIGRATIONS = {
    "contenttypes.contenttype", "auth.permission", "auth.group", "auth.group_permissions",
    "escale.house", "escale.housetext",
}  # fmt: skip
FORMAT_1_COLUMNS = Path(__file__).with_name("format_1_columns.json")


class Restored(NamedTuple):
    """The numbers of rows and files that were restored."""

    rows: int
    files: int


def restore(file: Path) -> Restored:
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _read_manifest(archive)
            with open_source(archive, manifest) as source, versions.schema_transaction():
                _guard_database_is_empty()
                apps = versions.migrate_to(manifest["migrations"])
                columns_by_model = source.list_columns(apps)
                _check_columns(columns_by_model)
                _fill_tables(source, columns_by_model)
                rows = _compare(source, manifest["format"], columns_by_model)
                versions.migrate_to(versions.list_migrations())
                _restore_files(archive, manifest["files"])
    except (OSError, zipfile.BadZipFile, zlib.error, KeyError, ValueError) as error:
        raise BackupError(f"{file} is no backup, or it is damaged: {error}") from error
    return Restored(rows, len(manifest["files"]))


# ── Checking the file ─────────────────────────────────────────────────────────────────────────────


def _read_manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest.

    Raises BackupError if this version of the site lacks one of its migrations, or if a file is damaged.
    """
    manifest = json.loads(archive.read("manifest.json"))
    if manifest["format"] not in range(1, FORMAT + 1):
        raise BackupError(
            f"This backup has format {manifest['format']}; formats up to {FORMAT} are understood here."
        )
    _guard_versions(manifest["migrations"])
    if manifest["format"] == 1:
        _add_columns(manifest["tables"])
    for name, checksum in manifest["files"].items():
        _find_target(name)  # Raises BackupError if the file would leave its folder.
        if hashlib.sha256(archive.read(name)).hexdigest() != checksum:
            raise BackupError(f"The file {name} in the backup is damaged; nothing was restored.")
    return manifest


def _guard_versions(migrations: Iterable[str]) -> None:
    """Raises BackupError if the backup or the database is of a newer version of the site."""
    known_migrations = versions.list_migrations()
    if unknown := set(migrations) - known_migrations:
        raise BackupError(
            f"The backup is of a newer version of the site: this version has no migration {min(unknown)}. "
            "Nothing was restored; restore it with that version."
        )
    if unknown := set(list_applied_migrations()) - known_migrations:
        raise BackupError(
            f"The database is of a newer version of the site: it has the migration {min(unknown)}."
        )


def _add_columns(tables: dict[str, dict[str, Any]]) -> None:
    """Adds the columns to a manifest of format 1, which does not name them.

    In each row of such a backup, the values have the order that the fields had in their model.
    """
    columns = json.loads(FORMAT_1_COLUMNS.read_text(encoding="utf-8"))
    for label, table in tables.items():
        table["columns"] = columns[label]


def _find_target(name: str) -> Path:
    """The path at which a file of the backup is restored."""
    kind, _slash, inside = name.partition("/")
    folder = Path(getattr(settings, FOLDERS[kind])).resolve()
    target = (folder / inside).resolve()
    if not target.is_relative_to(folder):
        raise BackupError(f"The file {name} would leave its folder; nothing was restored.")
    return target


# ── Filling the database ──────────────────────────────────────────────────────────────────────────


def _guard_database_is_empty() -> None:
    existing = set(connection.introspection.table_names())
    for model in list_models():
        is_used = model._meta.db_table in existing and model._meta.label_lower not in FROM_MIGRATIONS
        if is_used and model._base_manager.exists():
            raise BackupError(f"The database is not empty: there are rows in {model._meta.label_lower}.")


def _check_columns(columns_by_model: dict[Model, Sequence[str]]) -> None:
    for model, names in columns_by_model.items():
        if set(names) != {field.attname for field in model._meta.concrete_fields}:
            label = model._meta.label_lower
            raise BackupError(f"The columns of {label} in the backup are not those of its migrations.")


def _fill_tables(source: Source, columns_by_model: dict[Model, Sequence[str]]) -> None:
    with connection.cursor() as cursor:
        for model in columns_by_model:
            if model._meta.label_lower in FROM_MIGRATIONS:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
    for model, columns in columns_by_model.items():
        for rows in source.read_rows(model, columns):
            _insert(model, columns, rows)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(columns_by_model)):
            cursor.execute(statement)


def _insert(model: Model, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Inserts the rows unchanged. Fields such as those with the present time do not fill themselves."""
    fields_by_column = {field.attname: field for field in model._meta.concrete_fields}
    fields = [fields_by_column[column] for column in columns]
    quote = connection.ops.quote_name
    names = ", ".join(quote(field.column) for field in fields)
    placeholders = ", ".join("%s" for _field in fields)
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({placeholders})"
    with connection.cursor() as cursor:
        cursor.executemany(statement, [_stored_values(fields, row) for row in rows])


def _stored_values(fields: Sequence[models.Field], row: Sequence[Any]) -> list[Any]:
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]


def _compare(source: Source, file_format: int, columns_by_model: dict[Model, Sequence[str]]) -> int:
    """Compares each table with the backup; returns the number of all rows."""
    rows = 0
    for model, columns in columns_by_model.items():
        digest_of_table = compute_digest(serialise_rows(model, columns, file_format))
        if digest_of_table != source.get_digest(model, columns):
            label = model._meta.label_lower
            raise BackupError(f"The table {label} did not come back as it was; nothing was restored.")
        rows += digest_of_table["rows"]
    return rows


def _restore_files(archive: zipfile.ZipFile, names: Iterable[str]) -> None:
    for name in names:
        target = _find_target(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive.read(name))
