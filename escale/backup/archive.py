"""The whole house in one file: a zip with a line of JSON for each row, the same for both databases, and its files.

`manifest.json` holds the migrations, and rows and digest of every table. What is restored is read back and compared.
"""

import hashlib
import json
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import sql
from django.utils import timezone

FORMAT = 1
CHUNK = 500
# What may be lost: who is signed in, how often somebody asked, that a worker lives.
LEFT_OUT = {"sessions.session", "common.counter", "games.heartbeat"}
# What a new database holds before anybody used it; a restore replaces it.
FROM_MIGRATIONS = {
    "contenttypes.contenttype", "auth.permission", "auth.group", "auth.group_permissions",
    "escale.house", "escale.housetext",
}  # fmt: skip
FOLDERS = {"media": "MEDIA_ROOT", "imports": "IMPORTS_ROOT"}


class BackupError(Exception):
    """Why nothing was written, or nothing restored."""


def tables() -> list[type[models.Model]]:
    found = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    kept = [model for model in found if not model._meta.proxy and model._meta.label_lower not in LEFT_OUT]
    return sorted(kept, key=lambda model: model._meta.label_lower)


def migrations() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


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


def lines(model: type[models.Model]) -> Iterator[bytes]:
    """Every row, by primary key: a list of the values of its columns."""
    fields = [field.attname for field in model._meta.concrete_fields]
    for row in model._base_manager.order_by("pk").values_list(*fields).iterator(chunk_size=CHUNK):
        yield json.dumps(row, ensure_ascii=False, sort_keys=True, default=_told).encode() + b"\n"


def _told(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return {"base64": b64encode(bytes(value)).decode()}
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


def digests() -> dict[str, dict[str, Any]]:
    """Rows and digest of every table as it is now."""
    return {model._meta.label_lower: _digest(lines(model)) for model in tables()}


def _digest(content: Iterable[bytes]) -> dict[str, Any]:
    digest, rows = hashlib.sha256(), 0
    for line in content:
        digest.update(line)
        rows += 1
    return {"rows": rows, "sha256": digest.hexdigest()}


def write(target: Path) -> dict[str, Any]:
    """Into a draft first: a backup that was interrupted never has the name of a whole one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.part")
    draft.touch(mode=0o600)
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive, snapshot():
            manifest = {"format": FORMAT, "made_at": timezone.now().isoformat(), "migrations": migrations()}
            manifest["tables"] = {model._meta.label_lower: _write_table(archive, model) for model in tables()}
            manifest["files"] = {name: _write_file(archive, name, path) for name, path in _files()}
            archive.writestr("manifest.json", json.dumps(manifest, indent=1))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _write_table(archive: zipfile.ZipFile, model: type[models.Model]) -> dict[str, Any]:
    with archive.open(f"tables/{model._meta.label_lower}.jsonl", "w", force_zip64=True) as file:
        return _digest(line for line in lines(model) if file.write(line))


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


# ── Restoring ────────────────────────────────────────────────────────────────────────────────────────────────────────


def restore(source: Path) -> dict[str, Any]:
    """Everything or nothing, into a database that nobody has used."""
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _checked(archive)
            _must_be_empty()
            with transaction.atomic():
                _fill(archive)
                _compare(manifest)
                _restore_files(archive, manifest["files"])
    except (OSError, zipfile.BadZipFile, zlib.error, KeyError, ValueError) as error:
        raise BackupError(f"{source} is no backup, or it is damaged: {error}") from error
    return manifest


def _checked(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest, after every byte of the file was compared with it."""
    manifest = json.loads(archive.read("manifest.json"))
    if manifest["format"] != FORMAT:
        raise BackupError(f"This backup has format {manifest['format']}; format {FORMAT} is understood here.")
    if difference := set(manifest["migrations"]) ^ set(migrations()):
        raise BackupError(f"The backup is of another version of the site; it differs in {min(difference)}.")
    for label, told in manifest["tables"].items():
        with archive.open(f"tables/{label}.jsonl") as file:
            if _digest(file) != told:
                raise BackupError(f"The table {label} in the backup is damaged; nothing was restored.")
    for name, digest in manifest["files"].items():
        _place(name)
        if hashlib.sha256(archive.read(name)).hexdigest() != digest:
            raise BackupError(f"The file {name} in the backup is damaged; nothing was restored.")
    return manifest


def _place(name: str) -> Path:
    kind, _slash, inside = name.partition("/")
    folder = Path(getattr(settings, FOLDERS[kind])).resolve()
    target = (folder / inside).resolve()
    if not target.is_relative_to(folder):
        raise BackupError(f"The file {name} would leave its folder; nothing was restored.")
    return target


def _must_be_empty() -> None:
    used = [model for model in tables() if model._meta.label_lower not in FROM_MIGRATIONS]
    for model in used:
        if model._base_manager.exists():
            raise BackupError(f"The database is not empty: there are rows in {model._meta.label_lower}.")


def _fill(archive: zipfile.ZipFile) -> None:
    with connection.cursor() as cursor:
        for model in tables():
            if model._meta.label_lower in FROM_MIGRATIONS:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
    for model in tables():
        with archive.open(f"tables/{model._meta.label_lower}.jsonl") as file:
            while chunk := list(islice(file, CHUNK)):
                _insert(model, [json.loads(line) for line in chunk])
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)


def _insert(model: type[models.Model], rows: list[list[Any]]) -> None:
    """As they were: no field fills itself with the time of now."""
    fields = model._meta.concrete_fields
    things = [
        model(**{field.attname: _value(field, value) for field, value in zip(fields, row, strict=True)}) for row in rows
    ]
    size = max(1, connection.ops.bulk_batch_size([field.name for field in fields], things))
    for at in range(0, len(things), size):
        query = sql.InsertQuery(model)
        query.insert_values(fields, things[at : at + size], raw=True)
        query.get_compiler(connection=connection).execute_sql()


def _value(field: models.Field, value: Any) -> Any:
    if isinstance(field, models.BinaryField) and value is not None:
        return b64decode(value["base64"])
    return value if isinstance(field, models.JSONField) else field.to_python(value)


def _compare(manifest: dict[str, Any]) -> None:
    for label, found in digests().items():
        if found != manifest["tables"][label]:
            raise BackupError(f"The table {label} did not come back as it was; nothing was restored.")


def _restore_files(archive: zipfile.ZipFile, names: Iterable[str]) -> None:
    for name in names:
        target = _place(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive.read(name))
