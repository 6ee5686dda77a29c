"""Inventory: begin, walk, scan, report. What was scanned is kept at once; a check is left and taken up as one likes."""

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
from catalogue.desk.inventory import State
from catalogue.exporting.tables import csv_lines, in_language
from catalogue.models import Copy, InventoryCheck, InventoryFinding, Shelf
from catalogue.web.desk import ids, needs

RECENT = 15


@needs("add_inventorycheck")
def overview(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        shelf = Shelf.objects.filter(pk__in=ids([request.POST.get("shelf", "")])).first()
        check = inventory.begin(shelf=shelf, note=request.POST.get("note", "")[:300], who=request.user)
        return redirect("desk:check", check.pk)
    checks = InventoryCheck.objects.select_related("shelf").annotate(seen=Count("findings"))
    context = {"checks": checks[:30], "shelves": Shelf.objects.all(), "any_box": Copy.objects.exists()}
    return render(request, "catalogue/desk/inventory.html", context)


def _check(pk: int) -> InventoryCheck:
    return get_object_or_404(InventoryCheck.objects.select_related("shelf"), pk=pk)


@needs("add_inventorycheck")
def check(request: HttpRequest, pk: int) -> HttpResponse:
    found = _check(pk)
    code = request.POST.get("shelf") or request.GET.get("shelf") or (found.shelf.code if found.shelf else "")
    shelf = Shelf.objects.filter(code__iexact=code).first() if code else None
    if request.method == "POST":
        return _scanned(request, found, shelf)
    seen, boxes = _counted(found.findings, "seen_on"), _counted(Copy.objects.not_gone(), "shelf")
    shelves = list(Shelf.objects.all())
    for one in shelves:
        one.seen, one.boxes = seen[one.pk], boxes[one.pk]
    recent = found.findings.select_related("copy__shelf", "copy__title", "seen_on").prefetch_related(
        "copy__title__names"
    )
    context = {
        "check": found,
        "shelf": shelf,
        "shelves": [found.shelf] if found.shelf else shelves,
        "is_whole_house": found.shelf is None,
        "recent_findings": recent.order_by("-seen_at")[:RECENT],
        "strays": found.strays.order_by("-seen_at")[:RECENT],
        "seen": sum(seen.values()),
        "expected": inventory.expected(found).count(),
    }
    return render(request, "catalogue/desk/check.html", context)


def _counted(rows: QuerySet, shelf: str) -> Counter:
    """How many of them there are for each shelf, or for none."""
    return Counter(dict(rows.order_by().values_list(shelf).annotate(n=Count("pk"))))


def _scanned(request: HttpRequest, found: InventoryCheck, shelf: Shelf | None) -> HttpResponse:
    """A box, or a shelf: the code of a shelf says where the walk goes on."""
    code = request.POST.get("code", "").strip()
    try:
        if "take_away" in request.POST:
            inventory.unscan(check=found, copies=ids([request.POST["take_away"]]))
        elif next_shelf := _shelf_of(code):
            shelf = next_shelf
        elif code:
            seen = inventory.scan(check=found, code=code, shelf=shelf, who=request.user.get_username())
            _say(request, seen, shelf)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
    query = f"?{urlencode({'shelf': shelf.code})}" if shelf else ""
    return redirect(f"{reverse('desk:check', args=[found.pk])}{query}")


def _shelf_of(code: str) -> Shelf | None:
    name = code.rstrip("/").rsplit("/", 1)[-1] if "/s/" in code else code
    return Shelf.objects.filter(code__iexact=name).first() if name else None


def _say(request: HttpRequest, seen, shelf: Shelf | None) -> None:
    if not isinstance(seen, InventoryFinding):
        messages.error(request, _("No box bears the code “%(code)s”; it is noted.") % {"code": seen.code})
    elif shelf and seen.copy.shelf_id != shelf.pk:
        place = seen.copy.shelf.code if seen.copy.shelf else "—"
        what = {"title": seen.copy.title.name, "shelf": place}
        messages.warning(request, _("%(title)s belongs on shelf %(shelf)s.") % what)


@needs("add_inventorycheck")
def report(request: HttpRequest, pk: int) -> HttpResponse:
    found = _check(pk)
    if request.method == "POST":
        return _settled(request, found)
    lines = list(inventory.lines(found))
    counts = Counter(line.state for line in lines)
    context = {
        "check": found,
        "counts": [(state, inventory.LABELS[state], counts[state]) for state in State],
        "lines": [line for line in lines if line.state not in (State.RIGHT, State.OUT, State.UNCOUNTED)],
        "total": len(lines),
    }
    return render(request, "catalogue/desk/report.html", context)


def _settled(request: HttpRequest, found: InventoryCheck) -> HttpResponse:
    move, lost = ids(request.POST.getlist("move"), 5000), ids(request.POST.getlist("lost"), 5000)
    if move or lost:
        count = inventory.settle(check=found, move=move, lost=lost, who=request.user)
        text = ngettext("%(n)s box was set right.", "%(n)s boxes were set right.", count)
        messages.success(request, text % {"n": count})
    if "close" in request.POST:
        inventory.close(check=found, who=request.user)
        messages.success(request, _("The inventory is closed; the report stays."))
    return redirect("desk:report", found.pk)


@needs("add_inventorycheck")
def report_file(request: HttpRequest, pk: int) -> HttpResponse:
    found = _check(pk)
    header = [_("State"), _("Code"), _("Title"), _("Belongs on"), _("Seen on")]
    rows = ([line.label, line.code, line.name, line.expected, line.seen] for line in inventory.lines(found))
    response = StreamingHttpResponse(in_language(csv_lines(header, rows)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="inventory-{found.pk}.csv"'
    return response
