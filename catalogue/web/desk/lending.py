"""Pages of the lending desk. The address holds the ids of the scanned boxes, so a reload keeps them.

A reservation is a promise to a guest. Staff confirm a loan that breaks one.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from catalogue.desk import DeskRefusal, finding, lending, promises, reserving
from catalogue.desk.finding import Findings
from catalogue.desk.promises import BrokenPromise, PromisesAtRisk
from catalogue.members.loan_rules import Objection, RulesAtRisk
from catalogue.members.opening import load_open_days
from catalogue.models import Copy, Loan, Reservation
from catalogue.web.contents import piece_fields
from catalogue.web.desk import parse_ids, require_permissions
from catalogue.web.desk.barcodes import read_barcode
from catalogue.web.members.desk_member import (
    DeskMember,
    LendToMemberForm,
    load_desk_member,
    read_member_id,
    write_days,
)
from catalogue.web.name_field import NameField

USUAL_DAYS = 3  # of a loan to a guest
UNDO_SECONDS = 3600
UNDO_SALT = "desk.undo"
MAX_WAITING = 30
MAX_OVERDUE = 8


class LendForm(forms.Form):
    borrower_kind = forms.ChoiceField(
        label=gettext_lazy("Kind of borrower"),
        choices=Loan.BorrowerKind.choices,
        widget=forms.RadioSelect,
        initial="person",
    )
    borrower = NameField(label=gettext_lazy("Name"), max_length=120)
    due = forms.DateField(
        label=gettext_lazy("Due back"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=300, required=False)


@require_permissions("add_loan", "change_loan")
def lending_desk(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _handle_action(request)
    scanned_ids = parse_ids(request.GET.getlist("copy"))
    code = request.GET.get("code", "").replace("\0", "").strip()
    if not code:
        return _render_desk(request, scanned_ids)
    findings = finding.find_everything(
        code, today=timezone.localdate(), with_people=request.user.has_perm("catalogue.view_loan")
    )
    if findings.was_scanned and findings.members:
        return _redirect_to_desk(request, scanned_ids, member=findings.members[0].pk)
    if findings.was_scanned and len(findings.boxes) == 1:
        return _redirect_to_desk(request, [*scanned_ids, findings.boxes[0].pk])
    if findings.is_empty:
        messages.error(request, _("Nothing here matches “%(code)s”.") % {"code": code[:60]})
        return _redirect_to_desk(request, scanned_ids, unknown=read_barcode(code))
    return _render_desk(request, scanned_ids, findings=findings)


def _redirect_to_desk(request: HttpRequest, scanned_ids: list[int], **parameters: Any) -> HttpResponse:
    """Redirects to the desk with these boxes and with the same member, unless `parameters` name another."""
    parameters = {"member": read_member_id(request)} | parameters
    given_parameters = {name: value for name, value in parameters.items() if value}
    query = urlencode({"copy": list(dict.fromkeys(scanned_ids)), **given_parameters}, doseq=True)
    return redirect(f"{reverse('desk:lending')}{'?' if query else ''}{query}")


def _render_desk(
    request: HttpRequest,
    scanned_ids: list[int],
    *,
    findings: Findings | None = None,
    form: forms.Form | None = None,
    broken: Sequence[BrokenPromise] = (),
    objections: Sequence[Objection] = (),
) -> HttpResponse:
    """Renders the desk with the boxes that were scanned.

    `findings` are what the entered text can mean; staff choose one. `broken` are the promises and
    `objections` the rules that the loan in the form would break.
    """
    today = timezone.localdate()
    desk_member = load_desk_member(request, today)
    boxes = _load_boxes(scanned_ids)
    member_pairs = [("member", desk_member.pk)] if desk_member else []
    for box in boxes:
        piece_fields.attach_piece_rows(box)
        other_boxes = [("copy", other.pk) for other in boxes if other.pk != box.pk]
        box.query_without_box = urlencode([*member_pairs, *other_boxes])
    desk_state = [*member_pairs, *[("copy", box.pk) for box in boxes]]
    context = {
        "boxes": boxes,
        "desk_member": desk_member,
        "findings": findings,
        "desk_query": f"{urlencode(desk_state)}&" if desk_state else "",
        "any_box": bool(boxes) or Copy.objects.exists(),
        "boxes_in": _select_available(boxes),
        "boxes_out": [box for box in boxes if box.open_loans],
        "form": form or _empty_form(desk_member, boxes, today),
        "undo": _valid_undo_token(request),
        "receipt_member": next(iter(parse_ids(request.GET.getlist("receipt_member"))), None),
        "broken_promises": broken,
        "objections": objections,
        "confirmed_objections": request.POST.getlist("despite"),
        "lend_until": promises.find_lend_until(broken),
    }
    return render(request, "catalogue/desk/lending.html", context | _load_day(today))


def _load_day(today: date) -> dict[str, Any]:
    """The parts of the page that do not depend on the boxes at the desk."""
    overdue = Loan.objects.overdue(today).select_related("copy__title").prefetch_related("copy__title__names")
    return {
        "late_loans": overdue[:MAX_OVERDUE],
        "reservations": _load_reservations(today),
        "queue": Reservation.objects.queued(today)
        .select_related("title")
        .prefetch_related("title__names")
        .order_by("made_at", "pk")[:MAX_WAITING],
        "soon": today + reserving.NOTICE_PERIOD,
        "conditions": Copy.Condition.choices,
        "today": today,
    }


def _select_available(boxes: list[Copy]) -> list[Copy]:
    return [box for box in boxes if box.status == Copy.Status.IN]


def _empty_form(desk_member: DeskMember | None, boxes: list[Copy], today: date) -> forms.Form:
    if desk_member:
        form = LendToMemberForm()
        form.show_due_days(desk_member.member, _select_available(boxes), today)
        return form
    due = load_open_days(today).find_open_day(today + timedelta(days=USUAL_DAYS))
    return LendForm(initial={"due": due})


def _load_reservations(today: date) -> list[Reservation]:
    """The next reservations, each with `box`: the box that can be put aside for it."""
    waiting = Reservation.objects.current(today).select_related("title").prefetch_related("title__names")
    reservations = list(waiting[:MAX_WAITING])
    promises.assign_boxes(reservations)
    return reservations


def _load_boxes(ids: list[int]) -> list[Copy]:
    """The boxes in the order of the ids, each with its open loan."""
    open_loans = Prefetch("loans", Loan.objects.open(), to_attr="open_loans")
    copies = Copy.objects.with_title_and_shelf().prefetch_related(open_loans).in_bulk(ids)
    return [copies[id] for id in ids if id in copies]


# ── Actions ───────────────────────────────────────────────────────────────────────────────────────


def _handle_action(request: HttpRequest) -> HttpResponse:
    scanned_ids = parse_ids(request.POST.getlist("copy"))
    actions = {"lend": _lend, "back": _return, "undo": _undo}
    action_name = request.POST.get("act")
    if not action_name and "until" in request.POST:
        # The button *Lend until …* lends until the last day before the next reservation.
        action_name = "lend"
    action = actions.get(action_name)
    if action is None:
        return _redirect_to_desk(request, scanned_ids)
    try:
        return action(request, scanned_ids)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
        return _redirect_to_desk(request, scanned_ids)


def _lend(request: HttpRequest, scanned_ids: list[int]) -> HttpResponse:
    data = request.POST.copy()
    if data.get("until"):
        data["due"] = data["until"]
    desk_member = load_desk_member(request, timezone.localdate())
    form = LendToMemberForm(data) if desk_member else LendForm(data)
    if not form.is_valid():
        return _render_desk(request, scanned_ids, form=form)
    available_ids = Copy.objects.available().filter(pk__in=scanned_ids).values_list("pk", flat=True)
    try:
        loans = lending.lend_copies(
            copies=available_ids,
            out=timezone.localdate(),
            member=desk_member.member if desk_member else None,
            fulfilled_reservation_ids=parse_ids(data.getlist("fulfils")),
            confirmed_reservation_ids=parse_ids(data.getlist("confirmed")),
            confirmed_objections=data.getlist("despite"),
            who=request.user,
            **form.cleaned_data,
        )
    except PromisesAtRisk as risk:
        return _render_desk(request, scanned_ids, form=form, broken=risk.promises)
    except RulesAtRisk as risk:
        return _render_desk(request, scanned_ids, form=form, objections=risk.objections)
    text = ngettext("%(n)s box lent to %(borrower)s.", "%(n)s boxes lent to %(borrower)s.", len(loans))
    due_words = _("Due back: %(days)s.") % {"days": write_days(loan.due for loan in loans)}
    messages.success(request, f"{text % {'n': len(loans), 'borrower': loans[0].borrower}} {due_words}")
    undo = _sign_undo({"lent": [loan.pk for loan in loans]})
    return _redirect_to_desk(request, [], undo=undo, member=None, receipt_member=loans[0].member_id)


def _return(request: HttpRequest, scanned_ids: list[int]) -> HttpResponse:
    # A scanned box that is not on loan has no fields in the form.
    returned = [_parse_returned_box(request, pk) for pk in scanned_ids if f"condition-{pk}" in request.POST]
    result = lending.return_copies(returned=returned, on=timezone.localdate(), who=request.user)
    text = ngettext("%(n)s box is back.", "%(n)s boxes are back.", len(result.copies))
    messages.success(request, text % {"n": len(result.copies)})
    _warn_about_contents(request, result.copies)
    for reservation in result.waiting_reservations:
        notice = _("an email was sent") if reservation.mail else _("tell the guest")
        words = {"title": reservation.title.name, "name": reservation.name, "told": notice}
        messages.warning(request, _("Put “%(title)s” aside for %(name)s (%(told)s).") % words)
    return _redirect_to_desk(request, [], undo=_sign_undo(result.undo_steps))


def _warn_about_contents(request: HttpRequest, copies: list[Copy]) -> None:
    """Warns about returned boxes that are under repair, and about lines that staff have not ticked."""
    for copy in copies:
        if copy.status == Copy.Status.REPAIR:
            text = _("%(number)s lacks an essential piece: it is under repair and cannot be lent.")
            messages.warning(request, text % {"number": copy})
        elif unseen := piece_fields.count_unseen(request.POST, copy.pk):
            text = ngettext(
                "%(number)s: %(n)s line of its contents was not ticked.",
                "%(number)s: %(n)s lines of its contents were not ticked.",
                unseen,
            )
            messages.info(request, text % {"number": copy, "n": unseen})


def _parse_returned_box(request: HttpRequest, pk: int) -> lending.ReturnedBox:
    condition = request.POST.get(f"condition-{pk}")
    return lending.ReturnedBox(
        copy=pk,
        missing=piece_fields.read_missing(request.POST, pk),
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
    return _redirect_to_desk(request, scanned_ids)


def _sign_undo(steps: dict) -> str:
    """Signs the steps that `lending.undo_loans` takes, because the address carries them to the next page."""
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
def close_reservation(request: HttpRequest, pk: int) -> HttpResponse:
    reserving.mark_done(reservation=get_object_or_404(Reservation, pk=pk), who=request.user)
    messages.success(request, _("The reservation has been closed."))
    return redirect(f"{reverse('desk:lending')}#waiting")
