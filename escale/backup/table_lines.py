"""Writes the tables of a backup on PostgreSQL as lines of JSON, and computes digests on both databases."""

import hashlib
import json
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from typing import Any

import orjson
from django.apps import apps
from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from escale.backup.zip_file import FORMAT, LEFT_OUT, open_entry

CHUNK = 2000
#: Tables with compressed rows. Compressing them again took half of the time, and saved only a quarter.
STORED_TABLES = {"games.packedmatch"}

# Both databases must give the same line, but PostgreSQL changes the order of the keys in JSON.
_LINE_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE | orjson.OPT_PASSTHROUGH_DATETIME

Model = type[models.Model]


def list_models(of: Apps = apps) -> list[Model]:
    """The models whose tables are in a backup."""
    managed_models = [model for model in of.get_models(include_auto_created=True) if model._meta.managed]
    backed_up_models = [
        model for model in managed_models if not model._meta.proxy and model._meta.label_lower not in LEFT_OUT
    ]
    return sorted(backed_up_models, key=lambda model: model._meta.label_lower)


def columns_of(model: Model) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def list_applied_migrations() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


@contextmanager
def _snapshot() -> Iterator[None]:
    """While the context lasts, all tables are read as they are at one moment. Writers need not wait."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def values_of(
    model: Model, columns: Sequence[str], alias: str = DEFAULT_DB_ALIAS
) -> Iterator[tuple[Any, ...]]:
    """Yields the values of the columns of every row, by primary key."""
    rows = model._base_manager.using(alias).order_by("pk")
    return rows.values_list(*columns).iterator(chunk_size=CHUNK)


def serialise_rows(
    model: Model, columns: Sequence[str], file_format: int = FORMAT, alias: str = DEFAULT_DB_ALIAS
) -> Iterator[bytes]:
    """Yields the rows by primary key, many lines at a time. Each line is a list of the values of a row."""
    to_line = _to_line if file_format > 2 else _to_line_with_blanks
    rows = values_of(model, columns, alias)
    while lines := [to_line(row) for row in islice(rows, CHUNK)]:
        yield b"".join(lines)


def _to_line(row: tuple[Any, ...]) -> bytes:
    return orjson.dumps(row, default=_encode, option=_LINE_OPTIONS)


def _to_line_with_blanks(row: tuple[Any, ...]) -> bytes:
    return json.dumps(row, ensure_ascii=False, sort_keys=True, default=_encode).encode() + b"\n"


def _encode(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return {"base64": b64encode(bytes(value)).decode()}
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


def compute_digests() -> dict[str, dict[str, Any]]:
    """By table, the number of rows and the digest of the table as it is now."""
    return {
        model._meta.label_lower: compute_digest(serialise_rows(model, columns_of(model)))
        for model in list_models()
    }


def compute_digest(content: Iterable[bytes]) -> dict[str, Any]:
    """The number of lines in the chunks, and the digest of all chunks."""
    checksum, rows = hashlib.sha256(), 0
    for chunk in content:
        checksum.update(chunk)
        rows += chunk.count(b"\n")
    return {"rows": rows, "sha256": checksum.hexdigest()}


def add_tables(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Writes a file of lines for each table; returns the part of the manifest that describes them."""
    with _snapshot():
        described_tables = {model._meta.label_lower: _write_table(archive, model) for model in list_models()}
        return {"migrations": list_applied_migrations(), "tables": described_tables}


def _write_table(archive: zipfile.ZipFile, model: Model) -> dict[str, Any]:
    columns, label = columns_of(model), model._meta.label_lower
    is_compressed = label not in STORED_TABLES
    with open_entry(archive, f"tables/{label}.jsonl", is_compressed=is_compressed) as file:
        return {"columns": columns} | compute_digest(
            chunk for chunk in serialise_rows(model, columns) if file.write(chunk)
        )
