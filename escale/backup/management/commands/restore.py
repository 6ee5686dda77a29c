"""Bring a backup back into an empty database; stop the site first. Everything comes back, or nothing does."""

from pathlib import Path

from django.core.management import BaseCommand, CommandError, call_command

from escale.backup import archive, restoring


class Command(BaseCommand):
    help = __doc__.strip()

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "file", type=Path, help="The file that a backup wrote, of this version or an older one."
        )

    def handle(self, *, file: Path, **options) -> None:
        try:
            manifest = restoring.restore(file)
        except archive.BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)  # permissions of models that are newer than the backup
        call_command("continue_versions")  # mirrors of the catalogue notice the restore
        rows = sum(table["rows"] for table in manifest["tables"].values())
        self.stdout.write(f"Restored and compared: {rows} rows, {len(manifest['files'])} files.")
