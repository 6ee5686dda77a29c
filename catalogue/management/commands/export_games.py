"""Write the whole catalogue as CSV, which import_games reads, or as JSON lines."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from catalogue.exporting.titles import csv_lines, json_lines


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("file", nargs="?", type=Path, help="Where to write (default: standard output).")
        parser.add_argument(
            "--format", choices=["csv", "jsonl"], help="The format; what the file name says, else csv."
        )

    def handle(self, *, file, format, **options):
        kind = format or ("jsonl" if file and file.suffix in (".jsonl", ".ndjson") else "csv")
        lines = {"csv": csv_lines, "jsonl": json_lines}[kind]()
        if file is None:
            sys.stdout.writelines(lines)
            return
        try:
            # newline="": the lines end as the format wants; the BOM is for spreadsheets, the importer takes
            # it off.
            with file.open("w", encoding="utf-8-sig" if kind == "csv" else "utf-8", newline="") as target:
                target.writelines(lines)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
