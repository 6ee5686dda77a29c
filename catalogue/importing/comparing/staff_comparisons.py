"""Comparisons of uploaded files. The worker writes them, and the page of the import shows them."""

import json
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from catalogue.importing import uploads
from catalogue.importing.comparing.comparison import KINDS, ComparedRow, compare_batches
from catalogue.importing.converting.opening import open_table
from catalogue.importing.file.reading import UNREADABLE
from catalogue.importing.file.report import FileProblem
from catalogue.importing.importer import ImportRun, pause_garbage_collector
from catalogue.models import ImportJob

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """Some of the compared rows of one kind."""

    rows: list[dict[str, Any]]
    has_next: bool


def compare_next_file() -> bool:
    """Compares one file on which staff have not decided yet; returns False if there is none."""
    job = (
        ImportJob.objects.filter(state=ImportJob.State.LOOKED_AT, comparison__isnull=True)
        .order_by("pk")
        .first()
    )
    if job is None:
        return False
    started = {"started_at": timezone.now().isoformat(), "line": 0}
    if not ImportJob.objects.filter(pk=job.pk, comparison__isnull=True).update(comparison=started):
        return True  # Another worker was faster.
    try:
        result = _compare(job, started)
    except FileProblem as problem:
        result = {"problem": problem.to_json()}
    except UNREADABLE:
        result = {"problem": FileProblem(_("The file is no longer there.")).to_json()}
    except Exception:
        log.exception("comparison of import %s", job.pk)
        result = {"problem": FileProblem(_("Something went wrong on our side.")).to_json()}
    # If staff have chosen other columns meanwhile, another comparison has begun and is not overwritten.
    unfinished = ImportJob.objects.filter(pk=job.pk, comparison__started_at=started["started_at"])
    unfinished.update(comparison=result)
    return True


def _compare(job: ImportJob, started: dict[str, Any]) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    files = {kind: uploads.compared_file(job, kind).open("w", encoding="utf-8") for kind in KINDS}
    try:
        with pause_garbage_collector(), open_table(uploads.file_of(job)) as source:
            run = ImportRun.of_source(
                uploads.refuse_formulas(source), dry_run=True, mapping=job.mapping, policies=job.policies
            )
            for rows in compare_batches(run):
                _write_rows(rows, files, counts)
                progress = started | {"line": rows[-1].line if rows else 0}
                ImportJob.objects.filter(pk=job.pk, comparison__started_at=started["started_at"]).update(
                    comparison=progress
                )
    finally:
        for file in files.values():
            file.close()
    passed_over = {"passed_over": run.report.passed_over, "because": run.report.passed_over_because}
    return {"done": True, "counts": {kind: counts[kind] for kind in KINDS}, **passed_over}


def _write_rows(rows: list[ComparedRow], files: dict[str, TextIO], counts: Counter[str]) -> None:
    for row in rows:
        entry = {"line": row.line, "name": row.name, "fields": [asdict(change) for change in row.fields]}
        entry["problems"] = [problem.to_json() for problem in row.problems]
        text = json.dumps(entry, ensure_ascii=False) + "\n"
        for kind in row.kinds:
            files[kind].write(text)
            counts[kind] += 1


def read_page(job: ImportJob, kind: str, *, number: int, size: int) -> ComparisonPage:
    """One page of the rows of this kind. The first page has number 1."""
    first = (number - 1) * size
    lines = list(islice(_read_lines(uploads.compared_file(job, kind)), first, first + size + 1))
    return ComparisonPage([json.loads(line) for line in lines[:size]], has_next=len(lines) > size)


def _read_lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from file
