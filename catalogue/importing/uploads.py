"""Files that staff upload in the browser. They are checked, previewed, and stored until the worker imports
them.
"""

import gzip
import re
import secrets
import zipfile
from collections import Counter
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
from catalogue.importing.comparing.comparison import KINDS, compare_rows
from catalogue.importing.comparing.policies import POLICIES
from catalogue.importing.converting.opening import open_table
from catalogue.importing.file.mapping import RANGES, UnknownHeader, describe_columns
from catalogue.importing.file.reading import GZIP_START, UNREADABLE, FileRow, Source
from catalogue.importing.file.report import FileProblem
from catalogue.importing.importer import ImportRun
from catalogue.models import ImportJob
from escale.common import audit

State = ImportJob.State
MAX_PREVIEW_ROWS = 20
MAX_SAMPLES = 3  # cells of a column that the preview shows
MIN_COLUMNS = 2  # A file with fewer is no table.
MAX_UNPACKED = 500_000_000
MAX_PACKING_RATIO = 200
MIN_PACKED_SIZE = 100_000  # The ratio is not limited below this size: a small file packs well.
CHUNK = 1 << 20
ENDINGS = (
    ".csv", ".tsv", ".txt", ".json", ".jsonl", ".xml", ".mrc", ".iso", ".marc", ".zip", ".gz"
)  # fmt: skip
# A cell that a spreadsheet would run as a formula. Names such as “+6 Bag” or “-(Mathul8)^2” do not match.
_FORMULA = re.compile(r"\s*(=|[+\-@]\s*(=|[A-Za-z_.]+\(|.*\|.*!))")


@dataclass(frozen=True, slots=True)
class PreviewRow:
    line: int
    cells: list[str]
    problem: str  # why the row would be refused; empty if it would be imported


@dataclass(frozen=True, slots=True)
class PreviewColumn:
    """A column of the file, the field that it is read as, and some of its cells."""

    header: str
    field: str
    policy: str  # who wins where the file and the catalogue differ; empty if staff chose nothing
    samples: list[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """The first rows of a file, and what an import would do with them."""

    format: str
    header: list[str]
    read_columns: set[int]  # the indexes of the columns that the importer reads
    rows: list[PreviewRow]
    lines: int
    columns: list[PreviewColumn]
    is_reference: bool | None = None  # what the format proposes for new titles; None for a file with boxes
    problem: str = ""  # why the file cannot be read until staff say what its columns mean


def folder() -> Path:
    return Path(settings.IMPORTS_ROOT)


def file_of(job: ImportJob) -> Path:
    return folder() / job.stored


def accept(*, upload: UploadedFile, who: Any) -> ImportJob:
    """Stores the file with a new job. A file that cannot be read as a whole is not stored."""
    name = Path(upload.name or "").name[-120:]
    if not name.lower().endswith(ENDINGS):
        raise DeskRefusal(_("Send a file in CSV, JSON, XML or UNIMARC, as it is or as .zip or .gz."))
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        raise DeskRefusal(_("The file is larger than %(n)s MB.") % {"n": settings.UPLOAD_LIMIT // 1_000_000})
    folder().mkdir(parents=True, exist_ok=True)
    job = ImportJob(name=name, stored=secrets.token_hex(16), by=who.get_username())
    try:
        _store(upload, file_of(job))
        _check_unpacked_size(file_of(job))
        job.mapping = _find_last_mapping(job)
        job.lines = preview(job).lines
        with transaction.atomic():
            job.save()
            audit.record_addition(who=who, thing=job)
    except BaseException:
        file_of(job).unlink(missing_ok=True)
        raise
    return job


def _find_last_mapping(job: ImportJob) -> dict[str, str] | None:
    """The meaning of the columns that staff chose for the last file with the same header."""
    try:
        with open_table(file_of(job)) as source:
            job.header = "\t".join(source.header)
    except FileProblem as problem:
        raise DeskRefusal(problem.text(_)) from problem
    earlier = ImportJob.objects.filter(header=job.header, mapping__isnull=False)
    return earlier.order_by("-pk").values_list("mapping", flat=True).first()


@transaction.atomic
def map_columns(*, job: ImportJob, fields: dict[str, str], policies: dict[str, str], who: Any) -> None:
    """Saves what the columns of the file mean: header -> field; an empty field leaves the column out.

    `policies` says by field who wins where the file and the catalogue differ. The comparison starts anew.
    """
    job = ImportJob.objects.select_for_update().get(pk=job.pk)
    if job.state != State.LOOKED_AT:
        return
    recognised = describe_columns(job.header.split("\t"))
    changes = {name: field for name, field in fields.items() if recognised.get(name) != field}
    targets = [
        name for field in fields.values() for name in RANGES.get(field, (field,)) if name not in ("", "*")
    ]
    if doubled := [target for target, count in Counter(targets).items() if count > 1]:
        columns = ", ".join(
            name for name, field in fields.items() if doubled[0] in RANGES.get(field, (field,))
        )
        message = _("Only one of these columns can have this meaning: %(columns)s.")
        raise DeskRefusal(message % {"columns": columns})
    chosen_policies = {
        name: policy
        for field, policy in policies.items()
        if policy in POLICIES
        for name in RANGES.get(field, (field,))
    }
    audit.change_fields(who=who, thing=job, mapping=changes or None, policies=chosen_policies or None)
    ImportJob.objects.filter(pk=job.pk).update(comparison=None)


def _store(upload: UploadedFile, path: Path) -> None:
    with path.open("wb") as file:
        for chunk in upload.chunks():
            file.write(chunk)


@transaction.atomic
def start(*, job: ImportJob, who: Any, as_reference: bool | None = None) -> None:
    """Hands the file over to the worker, after staff have seen the preview."""
    job = ImportJob.objects.select_for_update().get(pk=job.pk)
    if job.state == State.LOOKED_AT:
        audit.change_fields(who=who, thing=job, state=State.WAITING, as_reference=as_reference)


@transaction.atomic
def cancel(*, job: ImportJob, who: Any) -> None:
    """Cancels an import. The worker rolls back the batch that it is writing; finished batches stay."""
    # The lock keeps the worker from starting the job between reading and changing its state.
    job = ImportJob.objects.select_for_update().get(pk=job.pk)
    if job.state == State.RUNNING:
        audit.change_fields(who=who, thing=job, stop=True)
    elif job.state in (State.LOOKED_AT, State.WAITING):
        audit.change_fields(who=who, thing=job, state=State.CANCELLED, ended_at=timezone.now())
        transaction.on_commit(lambda: _delete_files(job))


def _delete_files(job: ImportJob) -> None:
    file_of(job).unlink(missing_ok=True)
    delete_comparison(job)


def compared_file(job: ImportJob, kind: str) -> Path:
    """The file with the compared rows of one kind, as lines of JSON."""
    return folder() / f"{job.stored}.compared-{kind}"


def delete_comparison(job: ImportJob) -> None:
    for kind in KINDS:
        compared_file(job, kind).unlink(missing_ok=True)


def _check_unpacked_size(path: Path) -> None:
    """Refuses a packed file that would fill the memory or the disk when it is unpacked."""
    max_size = min(MAX_UNPACKED, MAX_PACKING_RATIO * max(path.stat().st_size, MIN_PACKED_SIZE))
    try:
        if _exceeds_unpacked(path, max_size):
            raise DeskRefusal(_("Unpacked, this file is far larger than any collection."))
    except UNREADABLE as error:
        raise DeskRefusal(_("The file is damaged: %(error)s.") % {"error": error}) from error


def _exceeds_unpacked(path: Path, max_size: int) -> bool:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return sum(info.file_size for info in archive.infolist()) > max_size
    with path.open("rb") as file:
        is_gzip = file.read(len(GZIP_START)) == GZIP_START
    return is_gzip and _exceeds_gunzipped(path, max_size)


def _exceeds_gunzipped(path: Path, max_size: int) -> bool:
    """Whether the unpacked file is larger. Gzip does not state the size, so the file is unpacked."""
    size = 0
    with gzip.open(path) as stream:
        while chunk := stream.read(CHUNK):
            size += len(chunk)
            if size > max_size:
                return True
    return False


def refuse_formulas(source: Source) -> Source:
    """Returns the source. Rows with a formula get a problem, so that the importer refuses them."""
    source.rows = (_check_formulas(row, source.header) for row in source.rows)
    return source


def _check_formulas(row: FileRow, header: list[str]) -> FileRow:
    for index, cell in enumerate(row.cells):
        # Compared first, because it is fast and excludes nearly all cells.
        if cell[:1] in "=+-@ \t" and _FORMULA.match(cell):
            column = header[index] if index < len(header) else str(index + 1)
            message = N_("There is a formula in “{column}”; begin the text with an apostrophe.")
            return row._replace(problem=FileProblem(message, column=column))
    return row


def preview(job: ImportJob) -> Preview:
    """The first rows, what their columns mean, and which of the rows would be refused. Writes nothing."""
    try:
        with open_table(file_of(job)) as source:
            rows = list(islice(source.rows, MAX_PREVIEW_ROWS))
            columns = _describe_columns(source, rows, job)
            try:
                run = ImportRun.of_source(source, dry_run=True, mapping=job.mapping)
            except UnknownHeader as problem:
                if len(source.header) < MIN_COLUMNS:
                    raise
                return Preview("", source.header, set(), [], source.lines, columns, problem=problem.text(_))
            compare_rows(run, [_check_formulas(row, source.header) for row in rows])
    except FileProblem as problem:
        raise DeskRefusal(problem.text(_)) from problem
    problem_by_line = {line: problem.text(_) for line, problem in run.report.refusals}
    unread_headers = run.sheet.unread_headers
    # The columns that the importer reads come first: an export may have dozens of others.
    order = sorted(range(len(source.header)), key=lambda index: source.header[index] in unread_headers)
    return Preview(
        format=run.sheet.format.name,
        header=[source.header[index] for index in order],
        read_columns=set(range(len(source.header) - len(unread_headers))),
        rows=[
            PreviewRow(row.line, _put_in_order(row.cells, order), problem_by_line.get(row.line, ""))
            for row in rows
        ],
        lines=source.lines,
        columns=columns,
        is_reference=None if run.sheet.box_fields else run.sheet.format.is_reference,
    )


def _put_in_order(cells: list[str], order: list[int]) -> list[str]:
    """The cells in this order of the columns. A damaged row may have fewer or more cells than the header."""
    return [cells[index] if index < len(cells) else "" for index in order] + cells[len(order) :]


def _describe_columns(source: Source, rows: list[FileRow], job: ImportJob) -> list[PreviewColumn]:
    columns = []
    for header, field in describe_columns(source.header, job.mapping).items():
        position = source.header.index(header)
        cells = (row.cells[position].strip() for row in rows if position < len(row.cells))
        samples = list(dict.fromkeys(cell for cell in cells if cell))[:MAX_SAMPLES]
        policy = (job.policies or {}).get(RANGES.get(field, (field,))[0], "")
        columns.append(PreviewColumn(header, field, policy, samples))
    return columns
