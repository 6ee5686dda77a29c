"""Files of collections that staff send in: weighed, looked at, kept until they are taken in."""

import gzip
import re
import secrets
import zipfile
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N_

from catalogue.desk import DeskRefusal
from catalogue.importing.file.reading import UNREADABLE, FileRow, Source, open_source
from catalogue.importing.file.report import FileProblem
from catalogue.importing.importer import ImportRun
from catalogue.models import ImportJob
from escale.common import audit

State = ImportJob.State
SHOWN = 20
MOST_UNPACKED, MOST_RATIO = 500_000_000, 200
ENDINGS = (".csv", ".tsv", ".txt", ".zip", ".gz")
# A cell that a spreadsheet would run: names like “+6 Bag” or “-(Mathul8)^2” are none.
_FORMULA = re.compile(r"\s*(=|[+\-@]\s*(=|[A-Za-z_.]+\(|.*\|.*!))")


@dataclass(frozen=True, slots=True)
class Preview:
    """The first rows as they would be taken in."""

    form: str
    header: list[str]
    read: set[int]  # places of the columns that say something to the catalogue
    rows: list[tuple[int, list[str], str]]  # line, cells, what is wrong with it
    lines: int


def folder() -> Path:
    return Path(settings.IMPORTS_ROOT)


def file_of(job: ImportJob) -> Path:
    return folder() / job.stored


def accept(*, upload: UploadedFile, who: Any) -> ImportJob:
    """Keeps the file if it can be read as a whole, and else nothing of it."""
    name = Path(upload.name or "").name[-120:]
    if not name.lower().endswith(ENDINGS):
        raise DeskRefusal(_("Send a CSV file, as it is or as .zip or .gz."))
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        raise DeskRefusal(_("The file is larger than %(n)s MB.") % {"n": settings.UPLOAD_LIMIT // 1_000_000})
    folder().mkdir(parents=True, exist_ok=True)
    job = ImportJob(name=name, stored=secrets.token_hex(16), by=who.get_username())
    try:
        with file_of(job).open("wb") as kept:
            for chunk in upload.chunks():
                kept.write(chunk)
        _weigh(file_of(job))
        job.lines = preview(job).lines
        with transaction.atomic():
            job.save()
            audit.record_addition(who=who, thing=job)
    except BaseException:
        file_of(job).unlink(missing_ok=True)
        raise
    return job


@transaction.atomic
def start(*, job: ImportJob, who: Any) -> None:
    """The worker may take it in, once somebody has looked at it."""
    job = ImportJob.objects.select_for_update().get(pk=job.pk)
    if job.state == State.LOOKED_AT:
        audit.change_fields(who=who, thing=job, state=State.WAITING)


@transaction.atomic
def give_up(*, job: ImportJob, who: Any) -> None:
    """Nothing of it is taken in; where it runs already, the worker takes its batch back. What is over stays so."""
    # Locked, so that the worker does not take it between the look and the decision.
    job = ImportJob.objects.select_for_update().get(pk=job.pk)
    if job.state == State.RUNNING:
        audit.change_fields(who=who, thing=job, stop=True)
    elif job.state in (State.LOOKED_AT, State.WAITING):
        audit.change_fields(who=who, thing=job, state=State.CANCELLED, ended_at=timezone.now())
        transaction.on_commit(lambda: file_of(job).unlink(missing_ok=True))


def _weigh(path: Path) -> None:
    """A packed file says how large it becomes; one that would not end is not opened."""
    bomb = _("Unpacked, this file is far larger than any collection.")
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                unpacked = sum(info.file_size for info in archive.infolist())
            if unpacked > MOST_UNPACKED or unpacked > MOST_RATIO * max(path.stat().st_size, 100_000):
                raise DeskRefusal(bomb)
            return
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        if packed:
            with gzip.open(path) as stream:
                size, limit = 0, min(MOST_UNPACKED, MOST_RATIO * max(path.stat().st_size, 100_000))
                while chunk := stream.read(1 << 20):
                    size += len(chunk)
                    if size > limit:
                        raise DeskRefusal(bomb)
    except UNREADABLE as error:
        raise DeskRefusal(_("The file is damaged: %(error)s.") % {"error": error}) from error


def refuse_formulas(source: Source) -> Source:
    """The same source; rows with a formula in them are refused one by one."""
    source.rows = (_check_formulas(row, source.header) for row in source.rows)
    return source


def _check_formulas(row: FileRow, header: list[str]) -> FileRow:
    for index, cell in enumerate(row.cells):
        if cell[:1] in "=+-@ \t" and _FORMULA.match(cell):
            column = header[index] if index < len(header) else str(index + 1)
            problem = FileProblem(
                N_("There is a formula in “{column}”; begin a text with an apostrophe."), column=column
            )
            return row._replace(problem=problem)
    return row


def preview(job: ImportJob) -> Preview:
    """Imports the first rows, notes which are refused, and rolls everything back."""
    try:
        with open_source(file_of(job)) as source, transaction.atomic():
            run = ImportRun.of_source(refuse_formulas(source), dry_run=True)
            rows = list(islice(source.rows, SHOWN))
            run.import_batch(rows)
            transaction.set_rollback(True)
    except FileProblem as problem:
        raise DeskRefusal(problem.text(_)) from problem
    reasons = {line: problem.text(_) for line, problem in run.report.refusals}
    shown = [(row.line, row.cells, reasons.get(row.line, "")) for row in rows]
    unread = run.sheet.unread_headers
    read = {index for index, header in enumerate(source.header) if header not in unread}
    return Preview(run.sheet.format.name, source.header, read, shown, source.lines)
