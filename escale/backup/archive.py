"""The whole house in one file: a zip with the database and the uploaded files.

On PostgreSQL the zip has a line of JSON for each row, on SQLite a copy of the database; both are restored into both.
`manifest.json` holds the migrations, and columns, rows and digests; `restoring.py` reads it.
"""

import hashlib
import json
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

import orjson
from django.apps import apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from escale.backup import database_copy
from escale.backup.steady_file import SteadyFile, open_steadily

# Format 1 did not name the columns of its tables; up to 2 the JSON had blanks between its values; up to 3 backups of
# SQLite had lines of JSON too.
FORMAT = 4
CHUNK = 2000
BLOCK_BYTES = 2**20
#: zlib takes a third of the time of its default level, for a tenth more room
COMPRESSION_LEVEL = 2
# What may be lost: who is signed in, how often somebody asked, that a worker lives, states that follow from the
# log.
LEFT_OUT = {"sessions.session", "common.counter", "games.heartbeat", "games.savedstate"}
#: Tables whose rows are compressed already: to compress them again took half of the time, for a fourth less room.
STORED_TABLES = {"games.packedmatch"}
#: the name of the copy of an SQLite database
COPY = "database.sqlite3"
#: A larger one is not compressed: that takes ten times as long as the copy.
COMPRESSED_COPY_BYTES = 30_000_000
FOLDERS = {"media": "MEDIA_ROOT", "imports": "IMPORTS_ROOT"}

# The same line on both databases: PostgreSQL stores JSON with its names in another order.
_LINE_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE | orjson.OPT_PASSTHROUGH_DATETIME

Model = type[models.Model]


class BackupError(Exception):
    """Why nothing was written, or nothing restored."""


def tables() -> list[Model]:
    found = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    kept = [model for model in found if not model._meta.proxy and model._meta.label_lower not in LEFT_OUT]
    return sorted(kept, key=lambda model: model._meta.label_lower)


def columns_of(model: Model) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def migrations() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


@contextmanager
def snapshot() -> Iterator[None]:
    """All tables as they are at one moment; writers go on meanwhile."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def values_of(
    model: Model, columns: Sequence[str], alias: str = DEFAULT_DB_ALIAS
) -> Iterator[tuple[Any, ...]]:
    """The values of the columns of every row, by primary key."""
    rows = model._base_manager.using(alias).order_by("pk")
    return rows.values_list(*columns).iterator(chunk_size=CHUNK)


def chunks(
    model: Model, columns: Sequence[str], file_format: int = FORMAT, alias: str = DEFAULT_DB_ALIAS
) -> Iterator[bytes]:
    """Every row, by primary key, as a line with a list of the values of its columns; many lines at once."""
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


def digests() -> dict[str, dict[str, Any]]:
    """Rows and digest of every table as it is now."""
    return {model._meta.label_lower: digest(chunks(model, columns_of(model))) for model in tables()}


def digest(content: Iterable[bytes]) -> dict[str, Any]:
    """The number of lines in the chunks, and the digest of all."""
    checksum, rows = hashlib.sha256(), 0
    for chunk in content:
        checksum.update(chunk)
        rows += chunk.count(b"\n")
    return {"rows": rows, "sha256": checksum.hexdigest()}


def write(target: Path) -> dict[str, Any]:
    """Into a draft first: a backup that was interrupted never has the name of a whole one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.part")
    draft.touch(mode=0o600)
    try:
        with open_steadily(draft) as file, _open_archive(file) as archive, snapshot():
            manifest = {"format": FORMAT, "made_at": timezone.now().isoformat(), "migrations": migrations()}
            if connection.vendor == "sqlite":
                manifest["tables"] = {model._meta.label_lower: _describe(model) for model in tables()}
                manifest["database"] = {"sha256": _write_copy(archive, draft.with_name(f"{draft.name}-copy"))}
            else:
                manifest["tables"] = {
                    model._meta.label_lower: _write_table(archive, model) for model in tables()
                }
            manifest["files"] = {name: _write_file(archive, name, path) for name, path in _files()}
            archive.writestr("manifest.json", json.dumps(manifest, indent=1))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _open_archive(file: SteadyFile) -> zipfile.ZipFile:
    return zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL)


def _open_entry(archive: zipfile.ZipFile, name: str, *, is_compressed: bool) -> IO[bytes]:
    # An entry that is given as ZipInfo is stored as it is.
    return archive.open(name if is_compressed else zipfile.ZipInfo(name), "w", force_zip64=True)


def _describe(model: Model) -> dict[str, Any]:
    return {"columns": columns_of(model), "rows": model._base_manager.count()}


def _write_copy(archive: zipfile.ZipFile, copy: Path) -> str:
    """The digest of the copy of the database, which is in the archive then."""
    left_out = [model for model in apps.get_models() if model._meta.label_lower in LEFT_OUT]
    copy.touch(mode=0o600)
    try:
        database_copy.copy_database(copy, left_out)
        checksum, is_small = hashlib.sha256(), copy.stat().st_size <= COMPRESSED_COPY_BYTES
        with copy.open("rb") as source, _open_entry(archive, COPY, is_compressed=is_small) as file:
            while block := source.read(BLOCK_BYTES):
                checksum.update(block)
                file.write(block)
    finally:
        copy.unlink(missing_ok=True)
    return checksum.hexdigest()


def _write_table(archive: zipfile.ZipFile, model: Model) -> dict[str, Any]:
    columns, label = columns_of(model), model._meta.label_lower
    is_compressed = label not in STORED_TABLES
    with _open_entry(archive, f"tables/{label}.jsonl", is_compressed=is_compressed) as file:
        return {"columns": columns} | digest(chunk for chunk in chunks(model, columns) if file.write(chunk))


def _files() -> Iterator[tuple[str, Path]]:
    for name, setting in FOLDERS.items():
        folder = Path(getattr(settings, setting))
        for path in sorted(folder.rglob("*")) if folder.exists() else ():
            if path.is_file():
                yield f"{name}/{path.relative_to(folder).as_posix()}", path


def _write_file(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    content = path.read_bytes()
    archive.writestr(name, content)
    return hashlib.sha256(content).hexdigest()
