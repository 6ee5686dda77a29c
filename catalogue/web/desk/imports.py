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
MAX_REFUSALS = 20
SILENT_AFTER = timedelta(seconds=15)


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
    """One import: before its start the preview, then the progress, in the end the report."""
    job = get_object_or_404(ImportJob, pk=pk)
    if request.method == "POST":
        if "start" in request.POST:
            uploads.start(job=job, who=request.user)
        else:
            uploads.cancel(job=job, who=request.user)
        return redirect("desk:job", job.pk)
    is_running = job.state in (State.WAITING, State.RUNNING)
    context = {"job": job, "running": is_running}
    if is_running:
        context |= _describe_progress(job)
    if job.state == State.LOOKED_AT:
        try:
            context["preview"] = uploads.preview(job)
        except DeskRefusal as refusal:
            context["refused"] = str(refusal)
    else:
        context |= _describe_result(job)
    return render(request, "catalogue/desk/job.html", context)


def _describe_progress(job: ImportJob) -> dict:
    return {
        "ahead": ImportJob.objects.unfinished().filter(pk__lt=job.pk).count(),
        "silent": job.state == State.RUNNING and job.beat_at < timezone.now() - SILENT_AFTER,
    }


def _describe_result(job: ImportJob) -> dict:
    return {
        "counts": [(label, job.report.get(name, 0)) for name, label in _labels()],
        "rows": list(_first_refusals(job)),
        "problem": _describe_problem(json.loads(job.problem)) if job.problem else "",
    }


def _labels() -> list[tuple[str, str]]:
    return [
        ("created", _("titles created")),
        ("updated", _("titles updated")),
        ("unchanged", _("titles unchanged")),
        ("copies_created", _("boxes created")),
        ("passed_over", _("rows passed over")),
        ("refused", _("rows refused")),
    ]


def _describe_problem(entry: dict) -> str:
    return FileProblem(entry["message"], **entry["params"]).text(_)


def _first_refusals(job: ImportJob) -> Iterator[tuple[int, str]]:
    """The line and the reason of the first refused rows."""
    refusals = (entry for entry in staff_imports.read_refusals(job) if "line" in entry)
    for entry in islice(refusals, MAX_REFUSALS):
        yield entry["line"], _describe_problem(entry)


@require_permissions("add_importjob")
def refused_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The refused rows as CSV, each with its line and the reason before its cells.

    Corrected, it can be sent again.
    """
    job = get_object_or_404(ImportJob, pk=pk)
    response = StreamingHttpResponse(in_language(_refused_lines(job)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="refused-{job.pk}.csv"'
    return response


def _refused_lines(job: ImportJob) -> Iterator[str]:
    yield "\ufeff"
    for entry in staff_imports.read_refusals(job):
        if "header" in entry:
            yield csv_line([_("line"), _("reason"), *entry["header"]])
        else:
            yield csv_line([entry["line"], _describe_problem(entry), *entry["cells"]])
