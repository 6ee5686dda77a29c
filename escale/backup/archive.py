"""The whole house in one file: a zip with a line of JSON for each row, the same for both databases, and its
files.

`manifest.json` holds the migrations, and columns, rows and digest of every table; `restoring.py` reads it.
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
from typing import Any

import orjson
from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

FORMAT = 3  # format 1 did not name the columns of its tables; up to 2 the JSON had blanks between its values
CHUNK = 2000
#: zlib takes a third of the time of its default level, for a tenth more room
COMPRESSION_LEVEL = 2
# What may be lost: who is signed in, how often somebody asked, that a worker lives, states that follow from the
# log.
LEFT_OUT = {"sessions.session", "common.counter", "games.heartbeat", "games.savedstate"}
#: Tables whose rows are compressed already: to compress them again took half of the time, for a fourth less room.
STORED_TABLES = {"games.packedmatch"}
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


def chunks(model: Model, columns: Sequence[str], file_format: int = FORMAT) -> Iterator[bytes]:
    """Every row, by primary key, as a line with a list of the values of its columns; many lines at once."""
    to_line = _to_line if file_format > 2 else _to_line_with_blanks
    rows = model._base_manager.order_by("pk").values_list(*columns).iterator(chunk_size=CHUNK)
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
        with _open_archive(draft) as archive, snapshot():
            manifest = {"format": FORMAT, "made_at": timezone.now().isoformat(), "migrations": migrations()}
            manifest["tables"] = {model._meta.label_lower: _write_table(archive, model) for model in tables()}
            manifest["files"] = {name: _write_file(archive, name, path) for name, path in _files()}
            archive.writestr("manifest.json", json.dumps(manifest, indent=1))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _open_archive(draft: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL)


def _write_table(archive: zipfile.ZipFile, model: Model) -> dict[str, Any]:
    columns = columns_of(model)
    name = f"tables/{model._meta.label_lower}.jsonl"
    # An entry that is given as ZipInfo is stored as it is.
    entry = zipfile.ZipInfo(name) if model._meta.label_lower in STORED_TABLES else name
    with archive.open(entry, "w", force_zip64=True) as file:
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
