"""Pages of an inventory check: begin it, scan boxes, read the report and correct the boxes."""

from collections import Counter

from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogue.desk import DeskRefusal, inventory
from catalogue.desk.inventory import BoxState
from catalogue.exporting.tables import csv_lines, keep_language
from catalogue.models import Copy, InventoryCheck, InventoryFinding, Shelf, StrayCode
from catalogue.web.desk import parse_ids, require_permissions

MAX_RECENT_SCANS = 15
SHOWN_CHECKS = 30
MAX_CORRECTIONS = 5000
STATES_WITHOUT_PROBLEM = (BoxState.RIGHT, BoxState.OUT, BoxState.SHELF_NOT_COUNTED)


@require_permissions("add_inventorycheck")
def overview(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        shelf = Shelf.objects.filter(pk__in=parse_ids([request.POST.get("shelf", "")])).first()
        check = inventory.begin_check(shelf=shelf, note=request.POST.get("note", "")[:300], who=request.user)
        return redirect("desk:check", check.pk)
    context = {
        "checks": _load_newest_checks(),
        "shelves": Shelf.objects.all(),
        "any_box": Copy.objects.exists(),
    }
    return render(request, "catalogue/desk/inventory.html", context)


def _load_newest_checks() -> list[InventoryCheck]:
    """The newest checks, each with its number of findings as `seen`."""
    checks = list(InventoryCheck.objects.select_related("shelf")[:SHOWN_CHECKS])
    findings = InventoryFinding.objects.filter(inventory_check__in=checks)
    counts = dict(findings.values_list("inventory_check").annotate(n=Count("pk")))
    for check in checks:
        check.seen = counts.get(check.pk, 0)
    return checks


def _load_check(pk: int) -> InventoryCheck:
    return get_object_or_404(InventoryCheck.objects.select_related("shelf"), pk=pk)


@require_permissions("add_inventorycheck")
def check(request: HttpRequest, pk: int) -> HttpResponse:
    """The page on which staff scan boxes, shelf by shelf."""
    check = _load_check(pk)
    code = request.POST.get("shelf") or request.GET.get("shelf") or (check.shelf.code if check.shelf else "")
    shelf = Shelf.objects.filter(code__iexact=code).first() if code else None
    if request.method == "POST":
        return _handle_scan(request, check, shelf)
    seen_by_shelf = _count_by_shelf(check.findings, "seen_on")
    boxes_by_shelf = _count_by_shelf(Copy.objects.not_gone(), "shelf")
    shelves = list(Shelf.objects.all())
    for listed_shelf in shelves:
        listed_shelf.seen = seen_by_shelf[listed_shelf.pk]
        listed_shelf.boxes = boxes_by_shelf[listed_shelf.pk]
    findings = check.findings.select_related("copy__shelf", "copy__title", "seen_on")
    context = {
        "check": check,
        "shelf": shelf,
        "shelves": [check.shelf] if check.shelf else shelves,
        "is_whole_house": check.shelf is None,
        "recent_findings": findings.prefetch_related("copy__title__names").order_by("-seen_at")[
            :MAX_RECENT_SCANS
        ],
        "strays": check.strays.order_by("-seen_at")[:MAX_RECENT_SCANS],
        "seen": inventory.count_seen(check),
        "expected": inventory.expected_copies(check).count(),
    }
    return render(request, "catalogue/desk/check.html", context)


def _count_by_shelf(rows: QuerySet, shelf_field: str) -> Counter:
    """The number of rows by shelf id; the key None is for rows without a shelf."""
    return Counter(dict(rows.order_by().values_list(shelf_field).annotate(n=Count("pk"))))


def _handle_scan(request: HttpRequest, check: InventoryCheck, shelf: Shelf | None) -> HttpResponse:
    """Records a scanned box. The code of a shelf selects the shelf for the next scans."""
    code = request.POST.get("code", "").strip()
    try:
        if "take_away" in request.POST:
            inventory.remove_findings(check=check, copies=parse_ids([request.POST["take_away"]]))
        elif scanned_shelf := _find_shelf(code):
            shelf = scanned_shelf
        elif code:
            finding = inventory.record_scan(
                check=check, code=code, shelf=shelf, who=request.user.get_username()
            )
            _warn_of_problem(request, finding, shelf)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
    query = f"?{urlencode({'shelf': shelf.code})}" if shelf else ""
    return redirect(f"{reverse('desk:check', args=[check.pk])}{query}")


def _find_shelf(code: str) -> Shelf | None:
    """The shelf with this code. The code may be the address on the shelf's label."""
    shelf_code = code.rstrip("/").rsplit("/", 1)[-1] if "/s/" in code else code
    return Shelf.objects.filter(code__iexact=shelf_code).first() if shelf_code else None


def _warn_of_problem(
    request: HttpRequest, finding: InventoryFinding | StrayCode, shelf: Shelf | None
) -> None:
    if isinstance(finding, StrayCode):
        messages.error(
            request, _("No box has the code “%(code)s”; the code has been noted.") % {"code": finding.code}
        )
    elif shelf and finding.copy.shelf_id != shelf.pk:
        own_shelf = finding.copy.shelf
        text = _("%(title)s belongs on shelf %(shelf)s.") if own_shelf else _("%(title)s has no shelf yet.")
        messages.warning(request, text % {"title": finding.copy.title.name, "shelf": own_shelf})


@require_permissions("add_inventorycheck")
def report(request: HttpRequest, pk: int) -> HttpResponse:
    check = _load_check(pk)
    if request.method == "POST":
        return _handle_corrections(request, check)
    lines = list(inventory.list_report_lines(check))
    counts = Counter(line.state for line in lines)
    context = {
        "check": check,
        "counts": [(inventory.label_count(state, counts[state]), counts[state]) for state in BoxState],
        "lines": [line for line in lines if line.state not in STATES_WITHOUT_PROBLEM],
        "total": len(lines),
    }
    return render(request, "catalogue/desk/report.html", context)


def _handle_corrections(request: HttpRequest, check: InventoryCheck) -> HttpResponse:
    misplaced_ids = parse_ids(request.POST.getlist("move"), MAX_CORRECTIONS)
    lost_ids = parse_ids(request.POST.getlist("lost"), MAX_CORRECTIONS)
    returned_ids = parse_ids(request.POST.getlist("back"), MAX_CORRECTIONS)
    if misplaced_ids or lost_ids or returned_ids:
        count = inventory.correct_boxes(
            check=check, move=misplaced_ids, lost=lost_ids, back=returned_ids, who=request.user
        )
        text = ngettext("%(n)s box was corrected.", "%(n)s boxes were corrected.", count)
        messages.success(request, text % {"n": count})
    if "close" in request.POST:
        inventory.close_check(check=check, who=request.user)
        messages.success(request, _("The inventory has been closed; its report remains."))
    return redirect("desk:report", check.pk)


@require_permissions("add_inventorycheck")
def report_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole report as CSV."""
    check = _load_check(pk)
    header = [_("State"), _("Code"), _("Title"), _("Belongs on"), _("Seen on")]
    lines = inventory.list_report_lines(check)
    rows = ([line.label, line.code, line.name, line.expected, line.seen] for line in lines)
    csv = keep_language(csv_lines(header, rows))
    response = StreamingHttpResponse(csv, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="inventory-{check.pk}.csv"'
    return response
