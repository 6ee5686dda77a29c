"""Imports that staff began in the browser: `import_next_batch()` imports one batch and returns.

The generator of the running import lives in this process. If the process dies, the heartbeat of the job ends and the
next worker begins it again: what finished batches wrote is compared and left.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as N_

from catalogue.importing import uploads
from catalogue.importing.file.reading import FileRow, open_source
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.importer import ImportRun
from catalogue.models import ImportJob

log = logging.getLogger(__name__)
BATCH_SIZE = 1000  # Short enough that on SQLite other writers do not wait long for an import.
TIMEOUT = timedelta(seconds=60)  # A job without a heartbeat for so long has lost its worker.
COUNTS = ("rows", "created", "updated", "unchanged", "passed_over", "refused", "copies_created")


class Cancelled(Exception):
    """Staff cancelled the import: the running batch is rolled back."""


class Overtaken(Exception):
    """This worker was silent for so long that another began the file again: the running batch is rolled back."""


@dataclass(slots=True)
class RunningImport:
    job_id: int
    batches: Iterator[None]


_running: RunningImport | None = None


def import_next_batch() -> int:
    """Import one batch of one file; 0 when there is nothing to do."""
    global _running
    if _running is None:
        job = _claim_job()
        if job is None:
            return 0
        _running = RunningImport(job.pk, _import_batches(job))
    job_id, State = _running.job_id, ImportJob.State
    try:
        next(_running.batches)
    except Overtaken:
        _running = None
    except StopIteration:
        _end(job_id, State.DONE)
    except Cancelled:
        _end(job_id, State.CANCELLED)
    except FileProblem as problem:
        _end(job_id, State.FAILED, {"message": problem.message, "params": _json_params(problem)})
    except Exception:
        log.exception("import %s", job_id)
        _end(job_id, State.FAILED, {"message": N_("Something broke on our side."), "params": {}})
    return 1


def _claim_job() -> ImportJob | None:
    """The oldest job, for this worker alone; one import at a time, so that two files never enter one title twice."""
    if not ImportJob.objects.unfinished().exists():
        return None
    now, State = timezone.now(), ImportJob.State
    with transaction.atomic():
        # All of them are locked: two workers at once do not take two.
        jobs = list(ImportJob.objects.unfinished().select_for_update().order_by("pk"))
        if any(job.state == State.RUNNING and job.beat_at and job.beat_at >= now - TIMEOUT for job in jobs):
            return None
        if not jobs:
            return None
        job = jobs[0]
        job.state, job.beat_at, job.line = State.RUNNING, now, 0
        job.save(update_fields=["state", "beat_at", "line"])
    return job


def _end(job_id: int, state: str, problem: dict[str, object] | None = None) -> None:
    global _running
    _running = None
    job = ImportJob.objects.get(pk=job_id)
    job.state, job.ended_at = state, timezone.now()
    job.problem = json.dumps(problem) if problem else ""
    if state == ImportJob.State.DONE:
        job.line = job.lines
    job.save(update_fields=["state", "problem", "ended_at", "line"])
    uploads.file_of(job).unlink(missing_ok=True)


def _import_batches(job: ImportJob) -> Iterator[None]:
    """Imports the file of the job, a batch at each step."""
    refused_file(job).unlink(missing_ok=True)
    with open_source(uploads.file_of(job)) as source:
        run = ImportRun.of_source(uploads.refuse_formulas(source))
        _write(refused_file(job), {"header": source.header})
        written_refusals = 0
        for rows in run.import_batches(BATCH_SIZE, confirm=partial(_beat, job)):
            _write_refusals(job, rows, run.report.refusals[written_refusals:])
            written_refusals = len(run.report.refusals)
            _save_report(job, run.report)
            yield


def _beat(job: ImportJob, line: int) -> None:
    """The line and the heartbeat, in the transaction of the batch: both are written, or neither."""
    stored = ImportJob.objects.select_for_update().get(pk=job.pk)
    if stored.beat_at != job.beat_at:
        raise Overtaken
    if stored.stop:
        raise Cancelled
    job.line, job.beat_at = line, timezone.now()
    job.save(update_fields=["line", "beat_at"])


def _write_refusals(job: ImportJob, rows: list[FileRow], refusals: list[tuple[int, FileProblem]]) -> None:
    """The refused rows of a batch with their cells, so that staff can correct them."""
    cells_by_line = {row.line: row.cells for row in rows}
    for line, problem in sorted(refusals, key=lambda refusal: refusal[0]):
        entry = {"line": line, "message": problem.message, "params": _json_params(problem)}
        _write(refused_file(job), entry | {"cells": cells_by_line.get(line, [])})


def _save_report(job: ImportJob, report: Report) -> None:
    counts = {name: getattr(report, name) for name in COUNTS}
    ImportJob.objects.filter(pk=job.pk).update(report=counts | {"format": report.format, "unread": report.unread})


def _json_params(problem: FileProblem) -> dict[str, object]:
    return {
        name: value if isinstance(value, int | float | str) else str(value) for name, value in problem.params.items()
    }


def refused_file(job: ImportJob) -> Path:
    return uploads.folder() / f"{job.stored}.refused"


def _write(path: Path, entry: dict[str, object]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def read_refusals(job: ImportJob) -> Iterator[dict[str, object]]:
    """The header of the file, then every refused row with its line, its reason and its cells."""
    path = refused_file(job)
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)
