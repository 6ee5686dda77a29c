"""Imports that staff began in the browser, worked off batch by batch: `once()` does one and returns.

The generator of the running import lives in this process. If the process dies, the job gives no sign of life and the
next worker begins it again: what finished batches wrote is compared and left.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as N_

from catalogue.desk import lending
from catalogue.importing import uploads
from catalogue.importing.file.formats import recognise
from catalogue.importing.file.reading import Row, opened
from catalogue.importing.file.report import Report, Wrong
from catalogue.importing.importer import Run
from catalogue.models import ImportJob

log = logging.getLogger(__name__)
BATCH = 1000  # Short enough that a table never waits for an import.
DEAD = timedelta(seconds=60)
COUNTS = ("rows", "created", "updated", "unchanged", "passed_over", "refused", "copies_created")


class Cancelled(Exception):
    """Staff asked for the end: the running batch is taken back."""


class Overtaken(Exception):
    """This worker was silent for so long that another began the file again: the running batch is taken back."""


@dataclass(slots=True)
class _Running:
    job: int
    steps: Iterator[None]


_running: _Running | None = None
_forgotten: date | None = None  # the day on which this process last did it


def chores() -> int:
    """What the worker does for the catalogue between two rounds: guests are forgotten once a day, files taken in."""
    global _forgotten
    today = timezone.localdate()
    if _forgotten != today:
        lending.forget_guests(today=today, days=settings.GUEST_DAYS)
        _forgotten = today
    return once()


def once() -> int:
    """One batch of one import; 0 when there is nothing to do."""
    global _running
    if _running is None:
        job = _taken()
        if job is None:
            return 0
        _running = _Running(job.pk, _steps(job))
    job_id, State = _running.job, ImportJob.State
    try:
        next(_running.steps)
    except Overtaken:
        _running = None
        return 1
    except StopIteration:
        return _end(job_id, State.DONE)
    except Cancelled:
        return _end(job_id, State.CANCELLED)
    except Wrong as wrong:
        return _end(job_id, State.FAILED, json.dumps({"message": wrong.message, "params": _plain(wrong)}))
    except Exception:
        log.exception("import %s", job_id)
        return _end(job_id, State.FAILED, json.dumps({"message": N_("Something broke on our side."), "params": {}}))
    return 1


def _taken() -> ImportJob | None:
    """The oldest job, for this worker alone; one import at a time, so that two files never enter one title twice."""
    if not ImportJob.objects.unfinished().exists():
        return None
    now, State = timezone.now(), ImportJob.State
    with transaction.atomic():
        # All of them are locked: two workers at once do not take two.
        jobs = list(ImportJob.objects.unfinished().select_for_update().order_by("pk"))
        if any(job.state == State.RUNNING and job.beat_at and job.beat_at >= now - DEAD for job in jobs):
            return None
        for job in jobs[:1]:
            job.state, job.beat_at, job.line = State.RUNNING, now, 0
            job.save(update_fields=["state", "beat_at", "line"])
    return next(iter(jobs), None)


def _end(job_id: int, state: str, problem: str = "") -> int:
    global _running
    _running = None
    job = ImportJob.objects.get(pk=job_id)
    job.state, job.problem, job.ended_at = state, problem, timezone.now()
    job.line = job.lines if state == ImportJob.State.DONE else job.line
    job.save(update_fields=["state", "problem", "ended_at", "line"])
    uploads.file_of(job).unlink(missing_ok=True)
    return 1


def _steps(job: ImportJob) -> Iterator[None]:
    """Takes the file in, a batch at each step."""
    refused = refused_file(job)
    refused.unlink(missing_ok=True)
    with opened(uploads.file_of(job)) as source:
        run = Run.over(uploads.guarded(source), recognise(source.header), False)
        _write(refused, {"header": source.header})
        while rows := list(islice(source.rows, BATCH)):
            told = len(run.report.refusals)
            with transaction.atomic():
                run.take(rows)
                _go_on(job, line=rows[-1][0])
            _keep(job, run.report, rows, told)
            yield
        with transaction.atomic():
            run.link_bases()
            _go_on(job, line=job.line)
        run.settle()


def _go_on(job: ImportJob, *, line: int) -> None:
    """The line and the sign of life, in the batch's own transaction: both stand, or neither does."""
    now = ImportJob.objects.select_for_update().get(pk=job.pk)
    if now.beat_at != job.beat_at:
        raise Overtaken
    if now.stop:
        raise Cancelled
    job.line, job.beat_at = line, timezone.now()
    job.save(update_fields=["line", "beat_at"])


def _keep(job: ImportJob, report: Report, rows: list[Row | tuple[int, Wrong]], told: int) -> None:
    """What the batch did, beside the rows that were refused, for their correction."""
    cells = {line: uploads.cells_of(row) for line, row in rows}
    for line, wrong in sorted(report.refusals[told:], key=lambda refusal: refusal[0]):
        _write(
            refused_file(job),
            {"line": line, "message": wrong.message, "params": _plain(wrong), "cells": cells.get(line, [])},
        )
    ImportJob.objects.filter(pk=job.pk).update(
        report={name: getattr(report, name) for name in COUNTS} | {"format": report.format, "unread": report.unread}
    )


def _plain(wrong: Wrong) -> dict[str, object]:
    return {name: value if isinstance(value, int | float | str) else str(value) for name, value in wrong.params.items()}


def refused_file(job: ImportJob) -> Path:
    return uploads.folder() / f"{job.stored}.refused"


def _write(path: Path, entry: dict[str, object]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def refusals(job: ImportJob) -> Iterator[dict[str, object]]:
    """The header of the file, then every refused row with its line, its reason and its cells."""
    path = refused_file(job)
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)
