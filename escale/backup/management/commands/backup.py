"""Write the whole house into one file: library, loans, rules, matches, accounts, covers. The site may go on
meanwhile.

The file holds names of guests and digests of passwords: keep it where nobody else reads. SECRET_KEY is not in
it.
"""

import os
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from escale.backup import archive

#: People who play meanwhile come first.
NICENESS = 10


class Command(BaseCommand):
    help = __doc__.strip()
    requires_system_checks = []  # They load every page, which takes longer than a small backup.

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="The file to write; without one, a new file in DATA_DIR/backups/.",
        )

    def handle(self, *, file: Path | None, **options) -> None:
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        name = f"escale-{timezone.localtime():%Y%m%d-%H%M%S}.zip"
        target = file or Path(settings.DATA_DIR) / "backups" / name
        if target.exists():
            raise CommandError(f"{target} exists already; it was left as it is.")
        try:
            manifest = archive.write(target)
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
        rows = sum(table["rows"] for table in manifest["tables"].values())
        size = target.stat().st_size / 1e6
        self.stdout.write(f"{target}: {rows} rows, {len(manifest['files'])} files, {size:.1f} MB.")
