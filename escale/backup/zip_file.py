"""The zip file of a backup: the database, the uploaded files, and `manifest.json`, which describes both.

Nothing here needs the apps of Django, because loading them takes longer than a small backup.
"""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.utils import timezone

from escale.backup.steady_file import SteadyFile, open_steadily

# Format 1 did not name columns. Up to 2, the JSON had blanks between values. Up to 3, backups of SQLite were
# lines of JSON too. In 4, the manifest also named the tables of a copy.
FORMAT = 5
BLOCK_BYTES = 2**20
#: This level of zlib takes a third of the time of its default level; the file is a tenth larger.
COMPRESSION_LEVEL = 2
FOLDERS = {"media": "MEDIA_ROOT", "imports": "IMPORTS_ROOT"}
# The tables that are not in a backup: who is logged in, counted requests, heartbeats of workers, and states
# of matches that follow from their events.
LEFT_OUT = {
    "sessions.session": "django_session",
    "common.counter": "common_counter",
    "games.heartbeat": "games_heartbeat",
    "games.savedstate": "games_savedstate",
}


class BackupError(Exception):
    """The reason why nothing was written, or nothing restored."""


def write(target: Path, add_database: Callable[[zipfile.ZipFile], dict[str, Any]]) -> dict[str, Any]:
    """Writes the file; returns its manifest. `add_database` returns the part of the manifest about the
    database.

    A draft is written first, so that an interrupted backup never has the name of a complete one.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.part")
    draft.touch(mode=0o600)
    try:
        with open_steadily(draft) as file, _open_archive(file) as archive:
            manifest = {"format": FORMAT, "made_at": timezone.now().isoformat()} | add_database(archive)
            manifest["files"] = {name: _write_file(archive, name, path) for name, path in _files()}
            archive.writestr("manifest.json", json.dumps(manifest, indent=1))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _open_archive(file: SteadyFile) -> zipfile.ZipFile:
    return zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL)


def open_entry(archive: zipfile.ZipFile, name: str, *, is_compressed: bool) -> IO[bytes]:
    # An entry that is given as ZipInfo is not compressed.
    return archive.open(name if is_compressed else zipfile.ZipInfo(name), "w", force_zip64=True)


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
