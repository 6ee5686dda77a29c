"""Pages of imports: upload a file, see what it would change, follow the import, download the refused rows."""

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.exporting.tables import csv_line, in_language
from catalogue.importing import staff_imports, uploads
from catalogue.importing.file.report import FileProblem
from catalogue.models import ImportJob
from catalogue.web.desk import require_permissions

State = ImportJob.State
SHOWN, SILENT = 20, timedelta(seconds=15)


@require_permissions("add_importjob")
def overview(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        upload = request.FILES.get("file")
        try:
            if upload is None:
                raise DeskRefusal(_("Choose a file first."))
            return redirect("desk:job", uploads.accept(upload=upload, who=request.user).pk)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
            return redirect("desk:imports")
    context = {"jobs": ImportJob.objects.all()[:30], "limit": settings.UPLOAD_LIMIT // 1_000_000}
    return render(request, "catalogue/desk/imports.html", context)


@require_permissions("add_importjob")
def job(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(ImportJob, pk=pk)
    if request.method == "POST":
        (uploads.start if "start" in request.POST else uploads.give_up)(job=found, who=request.user)
        return redirect("desk:job", found.pk)
    context = {"job": found, "running": found.state in (State.WAITING, State.RUNNING)}
    if context["running"]:
        context["ahead"] = ImportJob.objects.unfinished().filter(pk__lt=found.pk).count()
        context["silent"] = found.state == State.RUNNING and found.beat_at < timezone.now() - SILENT
    if found.state == State.LOOKED_AT:
        try:
            context["preview"] = uploads.preview(found)
        except DeskRefusal as refusal:
            context["refused"] = str(refusal)
    else:
        context["counts"] = [(label, found.report.get(name, 0)) for name, label in _labels()]
        context["rows"] = list(_first_refusals(found))
        context["problem"] = _sentence(json.loads(found.problem)) if found.problem else ""
    return render(request, "catalogue/desk/job.html", context)


def _labels() -> list[tuple[str, str]]:
    return [
        ("created", _("titles created")),
        ("updated", _("titles updated")),
        ("unchanged", _("titles unchanged")),
        ("copies_created", _("boxes created")),
        ("passed_over", _("rows passed over")),
        ("refused", _("rows refused")),
    ]


def _sentence(entry: dict) -> str:
    return FileProblem(entry["message"], **entry["params"]).text(_)


def _first_refusals(found: ImportJob) -> Iterator[tuple[int, str]]:
    for entry in islice((entry for entry in staff_imports.read_refusals(found) if "line" in entry), SHOWN):
        yield entry["line"], _sentence(entry)


@require_permissions("add_importjob")
def refused_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The refused rows as they came, behind their line and the reason: to be corrected and sent again."""
    found = get_object_or_404(ImportJob, pk=pk)
    response = StreamingHttpResponse(in_language(_refused_lines(found)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="refused-{found.pk}.csv"'
    return response


def _refused_lines(found: ImportJob) -> Iterator[str]:
    yield "\ufeff"
    for entry in staff_imports.read_refusals(found):
        if "header" in entry:
            yield csv_line([_("line"), _("reason"), *entry["header"]])
        else:
            yield csv_line([entry["line"], _sentence(entry), *entry["cells"]])
