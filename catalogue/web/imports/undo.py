"""The undo of an import on its page: until when staff can request it, its progress, and what stayed."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from catalogue.exporting.tables import csv_line, keep_language
from catalogue.importing.undo import progress
from catalogue.importing.undo.requests import find_last_day
from catalogue.models import ImportJob
from catalogue.web.desk import require_permissions
from catalogue.web.desk.field_labels import describe_field

MAX_SHOWN = 100


def describe_undo(job: ImportJob) -> dict[str, Any]:
    """The facts about the undo for the page; empty if the import cannot be undone and never was."""
    if job.undo_asked_at is None:
        return {"undo_until": find_last_day(job)}
    done = progress.Progress.from_json(job.undo_progress)
    if job.undone_at is None:
        return {"undoing": True, "steps_left": job.steps.count(), "undo": done}
    return {
        "undo": done,
        "kept": [_describe_kept(entry) for entry in done.named[:MAX_SHOWN]],
        "kept_unshown": max(0, done.kept - MAX_SHOWN),
    }


def _describe_kept(entry: dict[str, Any]) -> tuple[str, str, str]:
    """The title, the box and the reason of something that stayed."""
    reasons = {
        progress.CHANGED: _("has since been changed"),
        progress.USED: _("has since been lent, reserved or counted, or belongs to something that stays"),
        progress.TAKEN: _("its former number or name has since been taken"),
        progress.GONE: _("has since been removed"),
    }
    reason = reasons[entry["reason"]]
    fields = [describe_field(name.removesuffix("_id")) for name in entry["fields"]]
    if fields:
        reason = _("%(reason)s: %(fields)s") % {"reason": reason, "fields": ", ".join(fields)}
    return entry["title"] or "—", entry["box"], reason


@require_permissions("add_importjob")
def kept_file(request: HttpRequest, pk: int) -> HttpResponse:
    """What the undo has left as it was, as CSV."""
    job = get_object_or_404(ImportJob, pk=pk)
    response = StreamingHttpResponse(keep_language(_kept_lines(job)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="kept-{job.pk}.csv"'
    return response


def _kept_lines(job: ImportJob) -> Iterator[str]:
    yield "\ufeff" + csv_line([_("Title"), _("Box"), _("Reason")])
    for entry in progress.Progress.from_json(job.undo_progress).named:
        yield csv_line(_describe_kept(entry))
