"""Static files under names that carry their digest, collected only when one of them changed."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The documentation page of the API needs one bundle of Swagger UI; the rest would be megabytes for nobody.
IGNORED = ["rest_framework", "redoc", "swagger-ui-es-bundle*", "swagger-ui.js*"]
FOREIGN = ("admin/", "drf_spectacular_sidecar/")


class Storage(CompressedManifestStaticFilesStorage):
    """Compresses our own files; brotli on the admin's and Swagger UI's would cost the first start many seconds."""

    @cache  # noqa: B019 - there is one such storage, and it lives as long as the process
    def url(self, name, force=False):
        """Names and digests are the same until the next start, and every page asks for ten."""
        return super().url(name, force)

    def compress_files(self, paths):
        yield from super().compress_files([path for path in paths if not path.startswith(FOREIGN)])


def fingerprint() -> str:
    """Changes whenever a source file does."""
    files = (storage.path(path) for finder in get_finders() for path, storage in finder.list(IGNORED))
    facts = sorted((file, (stat := Path(file).stat()).st_mtime_ns, stat.st_size) for file in files)
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def collect() -> bool:
    """Collects into STATIC_ROOT if anything changed since the last time; says whether it did."""
    stamp, now = Path(settings.STATIC_ROOT) / ".collected", fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == now:
        return False
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=IGNORED)
    stamp.write_text(now, encoding="ascii")
    return True
