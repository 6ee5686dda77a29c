"""Everything the house knows, to take away."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from catalogue import exporter
from catalogue.desk import exporting
from catalogue.desk.pages import needs
from catalogue.models import Copy, Loan

FILES = {
    ("library", "csv"): exporter.csv_lines,
    ("library", "jsonl"): exporter.json_lines,
    ("loans", "csv"): exporting.loans_csv,
    ("loans", "jsonl"): exporting.loans_json,
}
KINDS = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}


@needs("view_copy")
def overview(request: HttpRequest) -> HttpResponse:
    context = {"boxes": Copy.objects.count(), "loans": Loan.objects.count()}
    return render(request, "catalogue/desk/exports.html", context)


@needs("view_copy")
def file(request: HttpRequest, what: str, kind: str) -> HttpResponse:
    lines = FILES.get((what, kind))
    if lines is None:
        raise Http404
    if what == "loans" and not request.user.has_perm("catalogue.view_loan"):
        raise PermissionDenied
    response = StreamingHttpResponse(lines(), content_type=KINDS[kind])
    response["Content-Disposition"] = f'attachment; filename="{what}.{kind}"'
    return response
