"""Pages of the lending desk. The address holds the boxes that were scanned, so that a reload keeps them."""

from collections.abc import Sequence
from datetime import timedelta

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.models import Copy, GameTitle, Loan, Reservation
from catalogue.web.desk import parse_ids, require_permissions

USUAL_DAYS = 3  # of a loan to a guest
UNDO_SECONDS = 3600
UNDO_SALT = "desk.undo"
MAX_WAITING = 30
MAX_OVERDUE = 8


class LendForm(forms.Form):
    borrower_kind = forms.ChoiceField(
        label=gettext_lazy("Lent to a"), choices=Loan.BorrowerKind.choices, widget=forms.RadioSelect, initial="person"
    )
    borrower = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    due = forms.DateField(label=gettext_lazy("Back on"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    note = forms.CharField(label=gettext_lazy("Note"), max_length=300, required=False)


@require_permissions("add_loan", "change_loan")
def lending_desk(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _handle_action(request)
    scanned_ids = parse_ids(request.GET.getlist("copy"))
    code = request.GET.get("code", "").strip()
    if not code:
        return _render_desk(request, scanned_ids)
    copies = lending.find_copies(code)
    if len(copies) > 1:
        return _render_desk(request, scanned_ids, found=copies)
    if copies:
        return _redirect_to_desk([*scanned_ids, copies[0].pk])
    messages.error(request, _("No box bears the code “%(code)s”.") % {"code": code[:60]})
    return _redirect_to_desk(scanned_ids)


def _redirect_to_desk(scanned_ids: list[int], **parameters: str) -> HttpResponseRedirect:
    query = urlencode({"copy": list(dict.fromkeys(scanned_ids)), **parameters}, doseq=True)
    return redirect(f"{reverse('desk:lending')}{'?' if query else ''}{query}")


def _render_desk(
    request: HttpRequest, scanned_ids: list[int], *, found: Sequence[Copy] = (), form: LendForm | None = None
) -> HttpResponse:
    """The desk with the boxes that were scanned.

    `found` are the boxes that share a barcode, to choose one of them.
    """
    today = timezone.localdate()
    boxes = _load_boxes(scanned_ids)
    for box in boxes:
        box.query_of_others = "".join(f"copy={other.pk}&" for other in boxes if other.pk != box.pk)
    waiting = Reservation.objects.current(today).select_related("title").prefetch_related("title__names")
    overdue = Loan.objects.overdue(today).select_related("copy__title").prefetch_related("copy__title__names")
    context = {
        "boxes": boxes,
        "matching_boxes": found,
        "any_box": bool(boxes) or Copy.objects.exists(),
        "boxes_in": [box for box in boxes if box.status == Copy.Status.IN],
        "boxes_out": [box for box in boxes if box.open_loans],
        "form": form or LendForm(initial={"due": today + timedelta(days=USUAL_DAYS)}),
        "undo": _valid_undo_token(request),
        "late_loans": overdue[:MAX_OVERDUE],
        "reservations": waiting[:MAX_WAITING],
        "conditions": Copy.Condition.choices,
        "today": today,
    }
    return render(request, "catalogue/desk/lending.html", context)


def _load_boxes(ids: list[int]) -> list[Copy]:
    """The boxes in the order of the ids, each with its open loan."""
    open_loans = Prefetch("loans", Loan.objects.open(), to_attr="open_loans")
    copies = Copy.objects.with_title_and_shelf().prefetch_related(open_loans).in_bulk(ids)
    return [copies[id] for id in ids if id in copies]


# ── Actions ───────────────────────────────────────────────────────────────────────────────────────


def _handle_action(request: HttpRequest) -> HttpResponse:
    scanned_ids = parse_ids(request.POST.getlist("copy"))
    actions = {"lend": _lend, "back": _return, "undo": _undo}
    action = actions.get(request.POST.get("act", ""))
    if action is None:
        return _redirect_to_desk(scanned_ids)
    try:
        return action(request, scanned_ids)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
        return _redirect_to_desk(scanned_ids)


def _lend(request: HttpRequest, scanned_ids: list[int]) -> HttpResponse:
    form = LendForm(request.POST)
    if not form.is_valid():
        return _render_desk(request, scanned_ids, form=form)
    available_ids = Copy.objects.available().filter(pk__in=scanned_ids).values_list("pk", flat=True)
    loans = lending.lend_copies(copies=available_ids, out=timezone.localdate(), who=request.user, **form.cleaned_data)
    text = ngettext("%(n)s box is out to %(borrower)s.", "%(n)s boxes are out to %(borrower)s.", len(loans))
    messages.success(request, text % {"n": len(loans), "borrower": loans[0].borrower})
    return _redirect_to_desk([], undo=_sign_undo({"lent": [loan.pk for loan in loans]}))


def _return(request: HttpRequest, scanned_ids: list[int]) -> HttpResponse:
    # Boxes that were scanned and are not out have no fields in the form.
    returned = [_parse_returned_box(request, pk) for pk in scanned_ids if f"condition-{pk}" in request.POST]
    result = lending.return_copies(returned=returned, on=timezone.localdate(), who=request.user)
    text = ngettext("%(n)s box is back.", "%(n)s boxes are back.", len(result.copies))
    messages.success(request, text % {"n": len(result.copies)})
    for reservation in result.waiting_reservations:
        notice = _("a letter was sent") if reservation.mail else _("tell the guest")
        words = {"title": reservation.title.name, "name": reservation.name, "told": notice}
        messages.warning(request, _("Put “%(title)s” aside for %(name)s (%(told)s).") % words)
    return _redirect_to_desk([], undo=_sign_undo(result.undo_steps))


def _parse_returned_box(request: HttpRequest, pk: int) -> lending.ReturnedBox:
    condition = request.POST.get(f"condition-{pk}")
    return lending.ReturnedBox(
        copy=pk,
        missing=request.POST.get(f"missing-{pk}", "")[:1000],
        condition=condition if condition in Copy.Condition.values else Copy.Condition.GOOD.value,
    )


def _undo(request: HttpRequest, scanned_ids: list[int]) -> HttpResponse:
    try:
        steps = _load_undo(request.POST.get("undo", ""))
    except signing.BadSignature:
        raise DeskRefusal(_("This can no longer be undone.")) from None
    count = lending.undo_loans(steps, who=request.user)
    text = ngettext("Undone for %(n)s box.", "Undone for %(n)s boxes.", count)
    messages.success(request, text % {"n": count})
    return _redirect_to_desk(scanned_ids)


def _sign_undo(steps: dict) -> str:
    """The steps that `lending.undo_loans` takes, signed, because the address carries them to the next page."""
    return signing.dumps(steps, salt=UNDO_SALT)


def _load_undo(token: str) -> dict:
    return signing.loads(token, salt=UNDO_SALT, max_age=UNDO_SECONDS)


def _valid_undo_token(request: HttpRequest) -> str:
    token = request.GET.get("undo", "")
    try:
        _load_undo(token)
    except signing.BadSignature:
        return ""
    return token


@require_permissions("change_reservation")
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    reserving.mark_done(reservation=get_object_or_404(Reservation, pk=pk), who=request.user)
    messages.success(request, _("The reservation is settled."))
    return redirect(f"{reverse('desk:lending')}#waiting")


# ── Lists ─────────────────────────────────────────────────────────────────────────────────────────


@require_permissions("view_loan")
def loans(request: HttpRequest) -> HttpResponse:
    """The open loans: all of them, those that are overdue, or those that are due today."""
    today, show = timezone.localdate(), request.GET.get("show", "")
    open_loans = Loan.objects.open().select_related("copy__shelf", "copy__title")
    open_loans = open_loans.prefetch_related("copy__title__names").order_by("due", "pk")
    if show == "overdue":
        open_loans = open_loans.overdue(today)
    elif show == "today":
        open_loans = open_loans.filter(due=today)
    page = Paginator(open_loans, 50).get_page(request.GET.get("page"))
    return render(request, "catalogue/desk/loans.html", {"loans_page": page, "show": show, "today": today})


@require_permissions("view_loan")
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """All loans and inventory findings of the boxes of a title."""
    title = get_object_or_404(GameTitle.objects.with_names(), slug=slug)
    copies = title.copies.select_related("shelf").prefetch_related(
        Prefetch("loans", Loan.objects.order_by("-out", "-pk")), "findings__seen_on", "findings__inventory_check"
    )
    return render(request, "catalogue/desk/history.html", {"title": title, "copies": copies})
