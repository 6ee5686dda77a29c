"""Downloads of the whole library and of the loans."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from catalogue.exporting import tables, titles
from catalogue.exporting.unimarc import unimarc_records
from catalogue.models import Copy, Loan
from catalogue.web.desk import require_permissions

FILES = {
    ("library", "csv"): titles.csv_lines,
    ("library", "jsonl"): titles.json_lines,
    ("library", "mrc"): unimarc_records,
    ("loans", "csv"): tables.loans_csv,
    ("loans", "jsonl"): tables.loans_json,
}
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "mrc": "application/marc",
}


@require_permissions("view_copy")
def overview(request: HttpRequest) -> HttpResponse:
    context = {"boxes": Copy.objects.count(), "loans": Loan.objects.count()}
    return render(request, "catalogue/desk/exports.html", context)


@require_permissions("view_copy")
def file(request: HttpRequest, what: str, kind: str) -> HttpResponse:
    lines = FILES.get((what, kind))
    if lines is None:
        raise Http404
    if what == "loans" and not request.user.has_perm("catalogue.view_loan"):
        raise PermissionDenied
    response = StreamingHttpResponse(lines(), content_type=CONTENT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{what}.{kind}"'
    return response
