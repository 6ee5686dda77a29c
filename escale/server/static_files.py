"""Static files. Their names contain a digest. They are collected only when one of them has changed."""

import hashlib
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The documentation page of the API needs one bundle of Swagger UI. The others would be unused megabytes.
IGNORED = ["rest_framework", "redoc", "swagger-ui-es-bundle*", "swagger-ui.js*"]
LIBRARY_FOLDERS = ("admin/", "drf_spectacular_sidecar/")
# In scripts only comments that have a line of their own: whether a later "//" begins one, only a parser knows.
COMMENTS_BY_SUFFIX = {
    ".js": re.compile(rb"^[ \t]*//.*$", re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}


def remove_comments(name: str, text: bytes) -> bytes:
    """Our scripts and style sheets without comments, which are a fifth of what a browser loads for a table.

    Each line keeps its number, so that an error of a browser leads to the line in the source.
    """
    comments = COMMENTS_BY_SUFFIX.get(Path(name).suffix)
    if comments is None or name.startswith(LIBRARY_FOLDERS):
        return text
    return comments.sub(lambda comment: b"\n" * comment[0].count(b"\n"), text)


class Storage(CompressedManifestStaticFilesStorage):
    """Compresses only our own files. Compressing those of libraries would add many seconds to the first
    start.
    """

    @cache  # noqa: B019 - there is one such storage, and it lives as long as the process
    def url(self, name, force=False):
        """The address of a file, cached: a page needs about ten, and they change only at a new start."""
        return super().url(name, force)

    def _save(self, name, content):
        text = b"".join(content.chunks())
        return super()._save(name, ContentFile(remove_comments(name, text)))

    def compress_files(self, paths):
        yield from super().compress_files([path for path in paths if not path.startswith(LIBRARY_FOLDERS)])


def fingerprint() -> str:
    """A digest that changes whenever a source file changes."""
    facts = []
    for finder in get_finders():
        for path, storage in finder.list(IGNORED):
            file = Path(storage.path(path))
            facts.append((str(file), file.stat().st_mtime_ns, file.stat().st_size))
    return hashlib.sha256(repr(sorted(facts)).encode()).hexdigest()


def collect() -> bool:
    """Collects all files in STATIC_ROOT if one has changed since the last time; returns whether one has."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    current = fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == current:
        return False
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=IGNORED)
    stamp.write_text(current, encoding="ascii")
    return True
