"""Imports that staff have started in the browser. `import_next_batch()` imports one batch and returns.

The running import is a generator in this process. It writes the time into its job as a heartbeat. If the
process dies, the heartbeat stops, and the next worker starts the file again: the rows that were imported are
unchanged then.
"""

import json
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as N_

from catalogue.importing import uploads
from catalogue.importing.converting.opening import open_table
from catalogue.importing.file.reading import FileRow
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.importer import ImportRun
from catalogue.models import ImportJob

log = logging.getLogger(__name__)
BATCH_SIZE = 1000  # so small that other writers on SQLite do not wait long
TIMEOUT = timedelta(seconds=60)  # If the heartbeat of a job is older, its worker has died.
MAX_CAUSES = 10
State = ImportJob.State
# The counts of the report that are stored with the job.
COUNTS = ("rows", "created", "updated", "unchanged", "passed_over", "refused", "copies_created", "kept")


class ImportCancelled(Exception):
    """Staff have cancelled the import. The running batch is rolled back."""


class ImportTakenOver(Exception):
    """Another worker has started the file again, because this one gave no heartbeat for too long. The running
    batch is rolled back.
    """


@dataclass(slots=True)
class RunningImport:
    job_id: int
    batches: Iterator[None]  # Each step imports one batch.


_running: RunningImport | None = None


def import_next_batch() -> int:
    """Imports one batch of one file. Returns 0 if there is nothing to do, else 1."""
    global _running
    if _running is None:
        job = _claim_job()
        if job is None:
            return 0
        _running = RunningImport(job.pk, _import_batches(job))
    job_id = _running.job_id
    try:
        next(_running.batches)
    except ImportTakenOver:
        _running = None
    except StopIteration:
        _end(job_id, State.DONE)
    except ImportCancelled:
        _end(job_id, State.CANCELLED)
    except FileProblem as problem:
        _end(job_id, State.FAILED, problem.to_json())
    except Exception:
        log.exception("import %s", job_id)
        _end(job_id, State.FAILED, FileProblem(N_("Something went wrong on our side.")).to_json())
    return 1


def _claim_job() -> ImportJob | None:
    """Claims the oldest unfinished job for this worker. Returns None while another worker imports.

    Only one import runs at a time, so two files never create the same title twice.
    """
    if not ImportJob.objects.unfinished().exists():
        return None  # The usual case needs no transaction.
    now = timezone.now()
    with transaction.atomic():
        # Locks all jobs, so that two workers cannot claim two of them at once.
        jobs = list(ImportJob.objects.unfinished().select_for_update().order_by("pk"))
        if not jobs or any(_has_worker(job, now) for job in jobs):
            return None
        job = jobs[0]
        job.state, job.beat_at, job.line = State.RUNNING, now, 0
        job.save(update_fields=["state", "beat_at", "line"])
    return job


def _has_worker(job: ImportJob, now: datetime) -> bool:
    return bool(job.state == State.RUNNING and job.beat_at and job.beat_at >= now - TIMEOUT)


def _end(job_id: int, state: str, problem: dict[str, object] | None = None) -> None:
    global _running
    _running = None
    job = ImportJob.objects.get(pk=job_id)
    job.state, job.ended_at = state, timezone.now()
    job.problem = json.dumps(problem) if problem else ""
    if state == State.DONE:
        job.line = job.lines
    job.save(update_fields=["state", "problem", "ended_at", "line"])
    if job.stored:
        uploads.file_of(job).unlink(missing_ok=True)
        uploads.delete_comparison(job)


def _import_batches(job: ImportJob) -> Iterator[None]:
    """Imports one batch of the job's file at each step, and stores the refused rows of the batch."""
    refused_file(job).unlink(missing_ok=True)
    noted_file(job).unlink(missing_ok=True)
    with open_table(uploads.file_of(job)) as source:
        run = ImportRun.of_source(
            uploads.refuse_formulas(source), job=job, mapping=job.mapping, policies=job.policies
        )
        _append_line(refused_file(job), {"header": source.header})
        written_refusals = written_notes = 0
        for rows in run.import_batches(BATCH_SIZE, confirm=partial(_write_heartbeat, job)):
            _write_refusals(job, rows, run.report.refusals[written_refusals:])
            written_refusals = len(run.report.refusals)
            for line, problem in run.report.notes[written_notes:]:
                _append_line(noted_file(job), {"line": line, **problem.to_json()})
            written_notes = len(run.report.notes)
            _save_report(job, run.report)
            yield


def _write_heartbeat(job: ImportJob, line: int) -> None:
    """Saves the time and the line, in the transaction of the batch.

    Raises an exception if the batch must be rolled back.
    """
    stored = ImportJob.objects.select_for_update().get(pk=job.pk)
    if stored.beat_at != job.beat_at:
        raise ImportTakenOver
    if stored.stop:
        raise ImportCancelled
    job.line, job.beat_at = line, timezone.now()
    job.save(update_fields=["line", "beat_at"])


def _write_refusals(job: ImportJob, rows: list[FileRow], refusals: list[tuple[int, FileProblem]]) -> None:
    """Stores the refused rows of a batch with their cells, so that staff can correct them."""
    cells_by_line = {row.line: row.cells for row in rows}
    for line, problem in sorted(refusals, key=lambda refusal: refusal[0]):
        entry = {"line": line, **problem.to_json(), "cells": cells_by_line.get(line, [])}
        _append_line(refused_file(job), entry)


# ── Imports of the command ────────────────────────────────────────────────────────────────────────


def create_command_job(name: str, *, as_reference: bool | None = None) -> ImportJob:
    """Creates the job of a file that the command imports, so that staff can see and undo the import.

    The job counts as failed until it has ended, because a command that is killed cannot say so.
    """
    interrupted = FileProblem(N_("The command was interrupted."))
    return ImportJob.objects.create(
        name=name[-120:],
        as_reference=as_reference,
        state=State.FAILED,
        problem=json.dumps(interrupted.to_json()),
        ended_at=timezone.now(),
    )


def end_command_job(job: ImportJob, report: Report) -> None:
    _save_report(job, report)
    _end(job.pk, State.DONE)


def fail_command_job(job: ImportJob, problem: FileProblem) -> None:
    _end(job.pk, State.FAILED, problem.to_json())


# ── Reports ───────────────────────────────────────────────────────────────────────────────────────


def _save_report(job: ImportJob, report: Report) -> None:
    stored_report = {name: getattr(report, name) for name in COUNTS}
    stored_report |= {"format": report.format, "unread": report.unread, "noted": len(report.notes)}
    stored_report["causes"] = _count_causes(report)
    stored_report["cells"] = report.cells.to_json()
    ImportJob.objects.filter(pk=job.pk).update(report=stored_report)


def _count_causes(report: Report) -> list[tuple[dict[str, object], int]]:
    """The most frequent problems of the refused rows, each with its number of rows."""
    causes = {problem.text_without_values(): problem for _line, problem in report.refusals}
    counts = Counter(problem.text_without_values() for _line, problem in report.refusals)
    return [
        (causes[text].without_values().to_json(), count) for text, count in counts.most_common(MAX_CAUSES)
    ]


def refused_file(job: ImportJob) -> Path:
    return uploads.folder() / f"{job.stored}.refused"


def noted_file(job: ImportJob) -> Path:
    return uploads.folder() / f"{job.stored}.noted"


def _append_line(path: Path, entry: dict[str, object]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def read_refusals(job: ImportJob) -> Iterator[dict[str, object]]:
    """Yields the header of the file, then each refused row with its line, reason and cells."""
    return _read_lines(refused_file(job))


def read_notes(job: ImportJob) -> Iterator[dict[str, object]]:
    """Yields the cells that were ignored and the facts of staff that were kept, with line and reason."""
    return _read_lines(noted_file(job))


def _read_lines(path: Path) -> Iterator[dict[str, object]]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)
