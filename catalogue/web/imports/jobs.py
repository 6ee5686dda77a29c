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
from django.utils.translation import ngettext

from catalogue.desk import DeskRefusal
from catalogue.exporting.tables import csv_line, keep_language
from catalogue.importing import staff_imports, uploads
from catalogue.importing.file.mapping import MAPPABLE_FIELDS, describe_columns
from catalogue.importing.reference import keeping
from catalogue.importing.undo.requests import ask_for_undo
from catalogue.models import ImportJob
from catalogue.web.desk import require_permissions
from catalogue.web.desk.field_labels import list_field_labels
from catalogue.web.imports.comparison import describe_comparison, describe_problem, list_policy_labels
from catalogue.web.imports.report import describe_cells
from catalogue.web.imports.undo import describe_undo

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
    """One import: a preview before its start, then its progress, finally its report."""
    job = get_object_or_404(ImportJob, pk=pk)
    if request.method == "POST":
        if "start" in request.POST:
            uploads.start(job=job, who=request.user, as_reference="reference" in request.POST)
        elif "map" in request.POST:
            _map_columns(request, job)
        elif "undo" in request.POST:
            _ask_for_undo(request, job)
        else:
            uploads.cancel(job=job, who=request.user)
        return redirect("desk:job", job.pk)
    is_running = job.state in (State.WAITING, State.RUNNING)
    context = {"job": job, "running": is_running} | describe_undo(job)
    if is_running:
        context |= _describe_progress(job)
    if job.state == State.LOOKED_AT:
        try:
            preview = uploads.preview(job)
            context |= {"preview": preview, "field_labels": list_field_labels()}
            if not preview.problem:
                context |= describe_comparison(request, job)
            context["policy_labels"] = list_policy_labels()
        except DeskRefusal as refusal:
            context["refused"] = str(refusal)
    else:
        context |= _describe_result(job)
    return render(request, "catalogue/desk/job.html", context)


def _ask_for_undo(request: HttpRequest, job: ImportJob) -> None:
    try:
        ask_for_undo(job=job, who=request.user)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))


def _map_columns(request: HttpRequest, job: ImportJob) -> None:
    """Saves what staff chose for each column. The fields of the form have the numbers of the columns."""
    fields, policies = {}, {}
    for index, header in enumerate(describe_columns(job.header.split("\t"))):
        chosen_field = request.POST.get(f"column-{index}", "*")
        if chosen_field in ("", "*", *MAPPABLE_FIELDS):
            fields[header] = chosen_field
        if chosen_field in MAPPABLE_FIELDS:
            policies[chosen_field] = request.POST.get(f"policy-{index}", "")
    try:
        uploads.map_columns(job=job, fields=fields, policies=policies, who=request.user)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))


def _describe_progress(job: ImportJob) -> dict:
    return {
        "ahead": ImportJob.objects.unfinished().filter(pk__lt=job.pk).count(),
        "silent": job.state == State.RUNNING and job.beat_at < timezone.now() - SILENT_AFTER,
    }


def _describe_result(job: ImportJob) -> dict:
    boxes = job.copies.not_gone()
    causes = [(describe_problem(entry), count) for entry, count in job.report.get("causes", [])]
    causes = [(reason, count) for reason, count in causes if count > MAX_REFUSALS]
    return {
        "boxes_created": boxes.exists(),
        "without_box": _brought_titles_only(job) and keeping.find_titles().exists(),
        "boxes_without_number": boxes.filter(inventory_number=None).count(),
        "counts": _count_rows(job.report),
        # If hundreds of rows have the same cause, the page shows the cause instead of the first rows.
        "rows": list(_first_entries(staff_imports.read_refusals(job))),
        "causes": causes,
        "noted": job.report.get("noted", 0),
        "notes": list(_first_entries(staff_imports.read_notes(job))),
        "unread": job.report.get("unread", []),
        "cells": describe_cells(job.report),
        "problem": describe_problem(json.loads(job.problem)) if job.problem else "",
    }


def _brought_titles_only(job: ImportJob) -> bool:
    return bool(job.report.get("created")) and not job.report.get("copies_created")


def _count_rows(report: dict) -> list[tuple[str, int]]:
    """The labels of what the import did, each with its number."""
    count = report.get
    labelled_counts = [
        (ngettext("title created", "titles created", count("created", 0)), "created"),
        (ngettext("title updated", "titles updated", count("updated", 0)), "updated"),
        (ngettext("title unchanged", "titles unchanged", count("unchanged", 0)), "unchanged"),
        (ngettext("box created", "boxes created", count("copies_created", 0)), "copies_created"),
        (ngettext("row skipped", "rows skipped", count("passed_over", 0)), "passed_over"),
        (ngettext("row refused", "rows refused", count("refused", 0)), "refused"),
    ]
    return [(label, count(name, 0)) for label, name in labelled_counts]


def _first_entries(entries: Iterator[dict]) -> Iterator[tuple[int, str]]:
    """The line and the reason of the first entries of a report."""
    for entry in islice((entry for entry in entries if "line" in entry), MAX_REFUSALS):
        yield entry["line"], describe_problem(entry)


@require_permissions("add_importjob")
def refused_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The refused rows as CSV, each after its line and the reason. Staff can correct and send it again."""
    job = get_object_or_404(ImportJob, pk=pk)
    response = StreamingHttpResponse(
        keep_language(_refused_lines(job)), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="refused-{job.pk}.csv"'
    return response


@require_permissions("add_importjob")
def noted_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The cells that were ignored and the facts of staff that were kept, as CSV."""
    job = get_object_or_404(ImportJob, pk=pk)
    response = StreamingHttpResponse(keep_language(_noted_lines(job)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="notes-{job.pk}.csv"'
    return response


def _noted_lines(job: ImportJob) -> Iterator[str]:
    yield "\ufeff" + csv_line([_("line"), _("reason")])
    for entry in staff_imports.read_notes(job):
        yield csv_line([entry["line"], describe_problem(entry)])


def _refused_lines(job: ImportJob) -> Iterator[str]:
    yield "\ufeff"
    for entry in staff_imports.read_refusals(job):
        if "header" in entry:
            yield csv_line([_("line"), _("reason"), *entry["header"]])
        else:
            yield csv_line([entry["line"], describe_problem(entry), *entry["cells"]])
