"""Reads the tables of a backup: from lines of JSON with a row each, or from a copy of an SQLite database."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import zipfile
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, Protocol

import orjson
from django.apps.registry import Apps
from django.conf import settings
from django.db import connections, models

from escale.backup import database_copy
from escale.backup.database_copy import COPY
from escale.backup.table_lines import CHUNK, Model, compute_digest, list_models, serialise_rows, values_of
from escale.backup.zip_file import BLOCK_BYTES, BackupError


class Source(Protocol):
    """The rows of a backup. Its bytes were compared with the manifest."""

    def list_columns(self, apps: Apps) -> dict[Model, Sequence[str]]:
        """The models of the tables in the backup, with their columns. `apps` belong to its migrations."""

    def read_rows(self, model: Model, columns: Sequence[str]) -> Iterator[list[Sequence[Any]]]:
        """Yields the values of the columns of all rows, many rows at a time."""

    def get_digest(self, model: Model, columns: Sequence[str]) -> dict[str, Any]:
        """The number of rows, and their digest. A database with the same rows has the same digest."""


@contextmanager
def open_source(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> Iterator[Source]:
    """Opens the tables of a backup. Raises BackupError if they differ from the manifest."""
    if "database" not in manifest:
        yield Lines(archive, manifest)
        return
    with tempfile.TemporaryDirectory(prefix="restore-", dir=settings.DATA_DIR) as folder:
        file = Path(folder, COPY)
        _unpack_copy(archive, file, manifest["database"]["sha256"])
        with database_copy.open_copy(file):
            yield DatabaseCopy(manifest["format"])


class Lines:
    def __init__(self, archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
        self._archive, self._tables = archive, manifest["tables"]
        for label, table in self._tables.items():
            with self._open(label) as file:
                found = compute_digest(iter(lambda: file.read(BLOCK_BYTES), b""))
            if found != {name: table[name] for name in found}:
                raise BackupError(f"The table {label} in the backup is damaged; nothing was restored.")

    def list_columns(self, apps: Apps) -> dict[Model, Sequence[str]]:
        models_by_label = {
            model._meta.label_lower: model for model in apps.get_models(include_auto_created=True)
        }
        return {models_by_label[label]: table["columns"] for label, table in self._tables.items()}

    def _open(self, label: str) -> IO[bytes]:
        return self._archive.open(f"tables/{label}.jsonl")

    def read_rows(self, model: Model, columns: Sequence[str]) -> Iterator[list[Sequence[Any]]]:
        fields_by_column = {field.attname: field for field in model._meta.concrete_fields}
        fields = [fields_by_column[column] for column in columns]
        with self._open(model._meta.label_lower) as file:
            lines: Iterable[bytes] = iter(file)
            while chunk := list(islice(lines, CHUNK)):
                yield [_read_line(fields, line) for line in chunk]

    def get_digest(self, model: Model, columns: Sequence[str]) -> dict[str, Any]:
        table = self._tables[model._meta.label_lower]
        return {name: table[name] for name in ("rows", "sha256")}


def _read_line(fields: Sequence[models.Field], line: bytes) -> list[Any]:
    return [_value(field, value) for field, value in zip(fields, orjson.loads(line), strict=True)]


def _value(field: models.Field, value: Any) -> Any:
    if isinstance(field, models.BinaryField) and value is not None:
        return b64decode(value["base64"])
    return value if isinstance(field, models.JSONField) else field.to_python(value)


class DatabaseCopy:
    def __init__(self, file_format: int) -> None:
        self._format = file_format

    def list_columns(self, apps: Apps) -> dict[Model, Sequence[str]]:
        return {model: _read_columns(model) for model in list_models(apps)}

    def read_rows(self, model: Model, columns: Sequence[str]) -> Iterator[list[Sequence[Any]]]:
        rows = values_of(model, columns, database_copy.ALIAS)
        while chunk := list(islice(rows, CHUNK)):
            yield chunk

    def get_digest(self, model: Model, columns: Sequence[str]) -> dict[str, Any]:
        return compute_digest(serialise_rows(model, columns, self._format, database_copy.ALIAS))


def _read_columns(model: Model) -> list[str]:
    """The columns of the table in the copy, as names of fields; none if the copy lacks the table."""
    names_by_column = {field.column: field.attname for field in model._meta.concrete_fields}
    with connections[database_copy.ALIAS].cursor() as cursor:
        cursor.execute("SELECT name FROM pragma_table_info(%s)", [model._meta.db_table])
        return [names_by_column.get(column, column) for (column,) in cursor.fetchall()]


def _unpack_copy(archive: zipfile.ZipFile, target: Path, sha256: str) -> None:
    with archive.open(COPY) as source, target.open("wb") as file:
        shutil.copyfileobj(source, file, BLOCK_BYTES)
    with target.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
            raise BackupError("The database in the backup is damaged; nothing was restored.")
