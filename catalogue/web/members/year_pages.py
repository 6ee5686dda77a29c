"""The report of a year, for the town hall."""

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone

from catalogue import ports
from catalogue.exporting.tables import keep_language
from catalogue.reporting import files
from catalogue.reporting.year import build_report
from catalogue.web.desk import require_permissions
from catalogue.web.members.forms import YearForm


@require_permissions("view_loan", "view_subscription")
def year_report(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    form = YearForm(request.GET if "year" in request.GET else None, initial={"year": today.year})
    number = (form.cleaned_data["year"] if form.is_valid() else None) or today.year
    context = {"form": form, "number": number, "sections": build_report(number)}
    return render(request, "catalogue/members/year.html", context)


@require_permissions("view_loan", "view_subscription")
def year_file(request: HttpRequest, number: int, kind: str) -> HttpResponse:
    if kind not in ("csv", "pdf") or not 1990 <= number <= 2200:
        raise Http404
    sections = build_report(number)
    response: HttpResponse | StreamingHttpResponse
    if kind == "csv":
        lines = keep_language(files.csv_lines(number, sections))
        response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    else:
        content = files.render_pdf(number, sections, house=ports.house_name(), today=timezone.localdate())
        response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="year-{number}.{kind}"'
    return response
