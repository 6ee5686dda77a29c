"""Write the whole site into one file: library, loans, rules, matches, accounts, covers. The site may go on
running.

The file contains names of guests and digests of passwords: keep it where nobody else can read it. SECRET_KEY
is not in it.
"""

import os
import sqlite3
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from escale.backup import database_copy, zip_file

#: Requests of people who play meanwhile have priority.
NICENESS = 10


class Command(BaseCommand):
    # manage.py runs this command before the apps are loaded, which takes longer than a small backup. Only a
    # backup of PostgreSQL needs them.
    help = __doc__.strip()
    requires_system_checks = []  # They would load every page.

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
            manifest = write_backup(target)
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
        except sqlite3.Error as error:
            raise CommandError(f"The database cannot be copied: {error}.") from error
        size = target.stat().st_size / 1e6
        self.stdout.write(f"{target}: the database and {len(manifest['files'])} files, {size:.1f} MB.")


def write_backup(target: Path) -> dict[str, Any]:
    """Writes the file; returns its manifest."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        return zip_file.write(target, database_copy.adding_copy(str(database["NAME"]), target.parent))
    django.setup()
    from escale.backup import table_lines  # noqa: PLC0415 (it needs the apps)

    return zip_file.write(target, table_lines.add_tables)
