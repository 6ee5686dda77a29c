"""Staff request the undo of an import. The worker undoes it step by step, the last step first."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.importing.undo.progress import Progress
from catalogue.importing.undo.taking_back import take_back
from catalogue.models import ImportJob, ImportStep
from catalogue.services import lock_catalogue
from escale.common import audit

State = ImportJob.State
UNDO_DAYS = 30
ENDED = (State.DONE, State.FAILED, State.CANCELLED)


def find_last_day(job: ImportJob) -> datetime | None:
    """The time until which the import can be undone; None if it cannot."""
    if job.state not in ENDED or job.ended_at is None or job.undo_asked_at is not None:
        return None
    last_day = job.ended_at + timedelta(days=UNDO_DAYS)
    return last_day if timezone.now() < last_day and job.steps.exists() else None


@transaction.atomic
def ask_for_undo(*, job: ImportJob, who: Any) -> None:
    """Lets the worker undo the import. A second request changes nothing."""
    job = ImportJob.objects.select_for_update().get(pk=job.pk)
    if job.undo_asked_at is not None:
        return
    if find_last_day(job) is None:
        raise DeskRefusal(_("This import can no longer be undone."))
    progress = Progress(versions=list(job.steps.values_list("version", flat=True)))
    audit.change_fields(
        who=who,
        thing=job,
        undo_asked_at=timezone.now(),
        undo_asked_by=who.get_username(),
        undo_progress=progress.to_json(),
    )


def undo_next_step() -> bool:
    """Undoes one step; returns False if there is nothing to do.

    Each step is one transaction, so any worker may continue the undo.
    """
    if not ImportJob.objects.being_undone().exists() or ImportJob.objects.unfinished().exists():
        return False
    with transaction.atomic():
        job = ImportJob.objects.being_undone().select_for_update().order_by("pk").first()
        if job is None:
            return False
        lock_catalogue()
        step = job.steps.order_by("-pk").first()
        progress = Progress.from_json(job.undo_progress)
        if step is None:
            _finish(job, progress)
            return True
        take_back(step, progress)
        step.delete()
        job.undo_progress = progress.to_json()
        job.save(update_fields=["undo_progress"])
    return True


def _finish(job: ImportJob, progress: Progress) -> None:
    job.undone_at = timezone.now()
    job.save(update_fields=["undone_at"])
    counts = {
        "undone_at": job.undone_at,
        "titles_removed": progress.titles_removed,
        "boxes_removed": progress.boxes_removed,
        "rows_restored": progress.rows_restored,
        "kept": progress.kept,
    }
    who = SimpleNamespace(username=job.undo_asked_by)
    audit.record(who=who, action=audit.CHANGE, thing=job, before={}, after=counts)


def erase_old_steps(now: datetime) -> int:
    """Deletes the steps of imports that can no longer be undone; returns their number."""
    ended_before = now - timedelta(days=UNDO_DAYS)
    steps = ImportStep.objects.filter(job__ended_at__lt=ended_before, job__undo_asked_at=None)
    return steps.delete()[0]
