"""Lists of loans: open ones, late ones, and the history of a box."""

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from catalogue.exporting import calendar_files
from catalogue.models import GameTitle, Loan, Reminder, Reservation
from catalogue.web.desk import load_staff_page, parse_ids, require_permissions
from escale.common.cursors import Order

MAX_EVENTS = 500  # in a calendar file
MAX_FINDINGS = 12  # in the history of a box
FIRST_DUE_FIRST = Order("loans", ("due", "pk"))
NEWEST_LOAN_FIRST = Order("loans of a box", ("-out", "-pk"))


@require_permissions("view_loan")
def loans(request: HttpRequest) -> HttpResponse:
    """Lists the open loans: all, only late ones, or those that are due today."""
    today, show = timezone.localdate(), request.GET.get("show", "")
    open_loans = Loan.objects.open().select_related("copy__shelf", "copy__title", "member")
    newest_reminders = Prefetch("reminders", Reminder.objects.order_by("-days"), to_attr="newest_reminders")
    open_loans = open_loans.prefetch_related("copy__title__names", newest_reminders)
    if show == "overdue":
        open_loans = open_loans.overdue(today)
    elif show == "today":
        open_loans = open_loans.filter(due=today)
    page = load_staff_page(request, open_loans, FIRST_DUE_FIRST)
    return render(request, "catalogue/desk/loans.html", {"loans_page": page, "show": show, "today": today})


@require_permissions("view_loan")
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Lists the boxes of a title; and for one of them, its loans and its newest inventory findings."""
    title = get_object_or_404(GameTitle.objects.with_names(), slug=slug)
    copies = list(title.copies.select_related("shelf").order_by("pk"))
    chosen_ids = parse_ids(request.GET.getlist("copy"))
    chosen_copy = next((copy for copy in copies if copy.pk in chosen_ids), copies[0] if copies else None)
    context = {"title": title, "copies": copies, "chosen": chosen_copy}
    if chosen_copy:
        context["page"] = load_staff_page(request, chosen_copy.loans.all(), NEWEST_LOAN_FIRST)
        findings = chosen_copy.findings.select_related("seen_on").order_by("-seen_at")
        context["findings"] = findings[:MAX_FINDINGS]
    return render(request, "catalogue/desk/history.html", context)


@require_permissions("view_reservation")
def reservations_calendar(request: HttpRequest) -> HttpResponse:
    """Sends the reservations as a calendar file."""
    waiting = Reservation.objects.current(timezone.localdate()).select_related("title")
    rows = waiting.prefetch_related("title__names").order_by("stay_from", "pk")[:MAX_EVENTS]
    content = calendar_files.write_desk_calendar(rows)
    headers = {"Content-Disposition": 'attachment; filename="reservations.ics"'}
    return HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)
