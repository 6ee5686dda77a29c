"""Bring a backup back into an empty database; stop the site first. Everything comes back, or nothing does."""

from pathlib import Path

from django.core.management import BaseCommand, CommandError, call_command

from escale.backup import archive


class Command(BaseCommand):
    help = __doc__.strip()

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path, help="The file that a backup wrote.")

    def handle(self, *, file: Path, **options) -> None:
        call_command("migrate", verbosity=0)
        try:
            manifest = archive.restore(file)
        except archive.BackupError as error:
            raise CommandError(str(error)) from error
        rows = sum(table["rows"] for table in manifest["tables"].values())
        self.stdout.write(f"Restored and compared: {rows} rows, {len(manifest['files'])} files.")
