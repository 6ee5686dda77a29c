"""The lending desk: scans gather in the address, so that the list survives a reload and needs no script."""

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
from catalogue.web.desk import ids, needs

DAYS = 3  # A guest's usual loan.
UNDO_SECONDS = 3600
SALT = "desk.undo"
LISTED = 30


class LendForm(forms.Form):
    borrower_kind = forms.ChoiceField(
        label=gettext_lazy("Lent to a"), choices=Loan.BorrowerKind.choices, widget=forms.RadioSelect, initial="person"
    )
    borrower = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    due = forms.DateField(label=gettext_lazy("Back on"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    note = forms.CharField(label=gettext_lazy("Note"), max_length=300, required=False)


@needs("add_loan", "change_loan")
def lending_desk(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _do(request)
    chosen = ids(request.GET.getlist("copy"))
    code = request.GET.get("code", "").strip()
    if code:
        found = lending.copies_of(code)
        if len(found) == 1:
            return _to_desk([*chosen, found[0].pk])
        if not found:
            messages.error(request, _("No box bears the code “%(code)s”.") % {"code": code[:60]})
            return _to_desk(chosen)
        return _show(request, chosen, found=found)
    return _show(request, chosen)


def _to_desk(chosen: list[int], **more: str) -> HttpResponseRedirect:
    query = urlencode({"copy": list(dict.fromkeys(chosen)), **more}, doseq=True)
    return redirect(f"{reverse('desk:lending')}{'?' if query else ''}{query}")


def _show(request: HttpRequest, chosen: list[int], *, found=(), form: LendForm | None = None) -> HttpResponse:
    today = timezone.localdate()
    loans = Prefetch("loans", Loan.objects.open(), to_attr="open_loans")
    rows = {copy.pk: copy for copy in Copy.objects.with_title_and_shelf().filter(pk__in=chosen).prefetch_related(loans)}
    boxes = [rows[pk] for pk in chosen if pk in rows]
    for box in boxes:
        box.query_of_others = "".join(f"copy={other.pk}&" for other in boxes if other.pk != box.pk)
    waiting = Reservation.objects.current(today).select_related("title").prefetch_related("title__names")
    context = {
        "boxes": boxes,
        "matching_boxes": found,
        "any_box": bool(boxes) or Copy.objects.exists(),
        "boxes_in": [box for box in boxes if box.status == Copy.Status.IN],
        "boxes_out": [box for box in boxes if box.open_loans],
        "form": form or LendForm(initial={"due": today + timedelta(days=DAYS)}),
        "undo": _undoable(request),
        "late_loans": Loan.objects.overdue(today)
        .select_related("copy__title")
        .prefetch_related("copy__title__names")[:8],
        "reservations": waiting[:LISTED],
        "conditions": Copy.Condition.choices,
        "today": today,
    }
    return render(request, "catalogue/desk/lending.html", context)


def _undoable(request: HttpRequest) -> str:
    token = request.GET.get("undo", "")
    try:
        signing.loads(token, salt=SALT, max_age=UNDO_SECONDS)
    except signing.BadSignature:
        return ""
    return token


def _do(request: HttpRequest) -> HttpResponse:
    chosen = ids(request.POST.getlist("copy"))
    action = {"lend": _lend, "back": _back, "undo": _undo}.get(request.POST.get("act", ""))
    if action is None:
        return _to_desk(chosen)
    try:
        return action(request, chosen)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
        return _to_desk(chosen)


def _lend(request: HttpRequest, chosen: list[int]) -> HttpResponse:
    form = LendForm(request.POST)
    if not form.is_valid():
        return _show(request, chosen, form=form)
    here = Copy.objects.available().filter(pk__in=chosen).values_list("pk", flat=True)
    loans = lending.lend(copies=here, out=timezone.localdate(), who=request.user, **form.cleaned_data)
    told = {"n": len(loans), "borrower": loans[0].borrower}
    text = ngettext("%(n)s box is out to %(borrower)s.", "%(n)s boxes are out to %(borrower)s.", len(loans))
    messages.success(request, text % told)
    return _to_desk([], undo=signing.dumps({"lent": [loan.pk for loan in loans]}, salt=SALT))


def _back(request: HttpRequest, chosen: list[int]) -> HttpResponse:
    conditions = set(Copy.Condition.values)
    seen = [
        lending.Seen(
            copy=pk,
            missing=request.POST.get(f"missing-{pk}", "")[:1000],
            condition=given if (given := request.POST.get(f"condition-{pk}")) in conditions else "good",
        )
        for pk in chosen
        if f"condition-{pk}" in request.POST
    ]
    returned = lending.take_in(seen=seen, on=timezone.localdate(), who=request.user)
    text = ngettext("%(n)s box is back.", "%(n)s boxes are back.", len(returned.copies))
    messages.success(request, text % {"n": len(returned.copies)})
    for one in returned.waiting:
        told = _("a letter was sent") if one.mail else _("tell the guest")
        what = {"title": one.title.name, "name": one.name, "told": told}
        messages.warning(request, _("Put “%(title)s” aside for %(name)s (%(told)s).") % what)
    return _to_desk([], undo=signing.dumps(returned.undo, salt=SALT))


def _undo(request: HttpRequest, chosen: list[int]) -> HttpResponse:
    try:
        what = signing.loads(request.POST.get("undo", ""), salt=SALT, max_age=UNDO_SECONDS)
    except signing.BadSignature:
        raise DeskRefusal(_("This can no longer be undone.")) from None
    count = lending.undo(what, who=request.user)
    text = ngettext("Undone for %(n)s box.", "Undone for %(n)s boxes.", count)
    messages.success(request, text % {"n": count})
    return _to_desk(chosen)


@needs("change_reservation")
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    reserving.settle(reservation=get_object_or_404(Reservation, pk=pk), who=request.user)
    messages.success(request, _("The reservation is settled."))
    return redirect(f"{reverse('desk:lending')}#waiting")


@needs("view_loan")
def loans(request: HttpRequest) -> HttpResponse:
    """What is out: all, only late, only due today."""
    today, show = timezone.localdate(), request.GET.get("show", "")
    wanted = Loan.objects.open().select_related("copy__shelf", "copy__title").prefetch_related("copy__title__names")
    if show == "overdue":
        wanted = wanted.overdue(today)
    elif show == "today":
        wanted = wanted.filter(due=today)
    page = Paginator(wanted.order_by("due", "pk"), 50).get_page(request.GET.get("page"))
    return render(request, "catalogue/desk/loans.html", {"loans_page": page, "show": show, "today": today})


@needs("view_loan")
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Every loan and finding of every box of a title."""
    title = get_object_or_404(GameTitle.objects.with_names(), slug=slug)
    copies = title.copies.select_related("shelf").prefetch_related(
        Prefetch("loans", Loan.objects.order_by("-out", "-pk")), "findings__seen_on", "findings__inventory_check"
    )
    return render(request, "catalogue/desk/history.html", {"title": title, "copies": copies})
