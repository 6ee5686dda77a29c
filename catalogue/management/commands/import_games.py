"""Import titles and boxes from our own CSV, a collection export or a ranks dump; also .gz and .zip."""

import sys
from argparse import BooleanOptionalAction
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from django.core.management.base import BaseCommand, CommandError

from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.importer import import_file
from catalogue.importing.staff_imports import create_command_job, end_command_job, fail_command_job

MAX_LISTED = 20  # refused rows on the screen; --refusals writes all of them


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="The file to read.")
        parser.add_argument(
            "--dry-run", action="store_true", help="Report what would happen and change nothing."
        )
        parser.add_argument(
            "--reference",
            action=BooleanOptionalAction,
            help="Whether new titles are for reference only, so that guests do not see them until the "
            "house has "
            "a box. Without the option, they are if the file is a list of all games, without boxes.",
        )
        parser.add_argument(
            "--refusals", type=Path, help="Write the refused rows to this file: line, tab, reason."
        )

    def handle(self, *, file, dry_run, refusals, reference, **options):
        bar = Bar(self.stderr, sys.stderr.isatty())
        if refusals:
            _write(refusals, "")  # That it cannot be written is said before anything is imported.
        job = None if dry_run else create_command_job(file.name, as_reference=reference)
        try:
            report = import_file(file, dry_run=dry_run, progress=bar.show, job=job)
        except FileProblem as problem:
            if job:
                fail_command_job(job, problem)
            raise CommandError(f"{file}: {problem}") from problem
        if job:
            end_command_job(job, report)
        bar.end()
        self._print_report(report, bar.seconds())
        if refusals:
            _write(refusals, "".join(_refused(report)))
        if report.refused and report.refused == report.rows - report.passed_over:
            raise CommandError("Every row was refused; nothing was imported.")

    def _print_report(self, report: Report, seconds: float) -> None:
        tense = "would be " if report.dry_run else ""
        self.stdout.write(f"{report.rows} rows read as “{report.format}” in {seconds:.1f} s.")
        counts = ("created", "updated", "unchanged", "passed_over", "refused")
        numbers = ", ".join(f"{getattr(report, name)} {name.replace('_', ' ')}" for name in counts)
        self.stdout.write(f"Titles {tense}{numbers}; boxes {tense}created: {report.copies_created}.")
        if not (report.created or report.updated or report.copies_created):
            self.stdout.write("The catalogue is as it was.")
        if report.passed_over:
            self.stdout.write(f"Passed over: {report.passed_over_because}.")
        if report.unread:
            self.stdout.write(f"Columns that say nothing to the catalogue: {', '.join(report.unread)}.")
        self._list("Refused", report.refused, report.refusals)
        self._list("Note", len(report.notes), report.notes)

    def _list(self, label: str, count: int, rows: list[tuple[int, FileProblem]]) -> None:
        for line, problem in rows[:MAX_LISTED]:
            self.stdout.write(f"{label}, line {line}: {problem}")
        if count > MAX_LISTED:
            self.stdout.write(f"… and {count - MAX_LISTED} more. Most often:")
            for reason, times in Counter(
                problem.text_without_values() for _line, problem in rows
            ).most_common(5):
                self.stdout.write(f"{times:7} × {reason}")


def _refused(report: Report) -> Iterator[str]:
    yield from (f"{line}\t{problem}\n" for line, problem in report.refusals)
    if more := report.refused - len(report.refusals):
        yield f"…\t{more} more\n"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


class Bar:
    """A progress bar on one line of the terminal, with rows per second and the time left."""

    WIDTH = 30

    def __init__(self, stream, wanted: bool) -> None:
        self.stream, self.wanted, self.begun = stream, wanted, monotonic()

    def seconds(self) -> float:
        return max(monotonic() - self.begun, 0.001)

    def show(self, line: int, lines: int) -> None:
        if not self.wanted:
            return
        share = min(line / lines, 1)
        speed = line / self.seconds()
        full = "█" * round(share * self.WIDTH)
        left = max(lines - line, 0) / speed
        progress = f"\r{full:·<{self.WIDTH}} {share:4.0%} · {speed:,.0f} rows/s · {left:.0f} s left "
        self.stream.write(progress, str, "")  # plain: what goes to this stream is red as a rule

    def end(self) -> None:
        if self.wanted:
            self.stream.write("")
