"""Restore a backup into an empty database, completely or not at all. Stop the site first."""

from pathlib import Path

from django.core.management import BaseCommand, CommandError, call_command

from escale.backup import restoring
from escale.backup.zip_file import BackupError


class Command(BaseCommand):
    help = __doc__.strip()

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "file", type=Path, help="The file that a backup wrote, of this version or an older one."
        )

    def handle(self, *, file: Path, **options) -> None:
        try:
            restored = restoring.restore(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)  # creates the permissions of models newer than the backup
        call_command("continue_versions")  # lets mirrors of the catalogue notice the restore
        self.stdout.write(f"Restored and compared: {restored.rows} rows, {restored.files} files.")
