"""Members at the desk: the list, the page of an account, and the actions on it."""

import json

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from catalogue.desk import DeskRefusal, labels
from catalogue.desk.promises import PromisesAtRisk
from catalogue.members import accounts, finding, loan_rules, personal_data, renewals
from catalogue.models import Category, Loan, Member, Subscription
from catalogue.models.members import MemberQuerySet
from catalogue.web.desk import load_staff_page, parse_ids, require_permissions
from catalogue.web.members.forms import MemberForm, SubscriptionForm
from escale.common import dates, languages
from escale.common.cursors import Order
from escale.common.text.elision import apply_elisions

BY_NAME = Order("members", ("sort_key", "pk"))
CARD_SHEET = "L7163"
MAX_PAST_LOANS = 30


@require_permissions("view_member")
def member_list(request: HttpRequest) -> HttpResponse:
    today, show = timezone.localdate(), request.GET.get("show", "")
    text = request.GET.get("q", "").replace("\0", "").strip()[:100]
    if text and (card_owner := finding.find_by_card(text)):
        return redirect("desk:member", card_owner.pk)
    members = finding.filter_by_name(_filter_members(show, today), text)
    page = load_staff_page(request, members.select_related("category"), BY_NAME)
    subscribed = set(
        Member.objects.subscribed(today)
        .filter(pk__in=[row.pk for row in page.rows])
        .values_list("pk", flat=True)
    )
    context = {
        "members_page": page,
        "subscribed": subscribed,
        "show": show,
        "query": text,
        "members_are_enabled": accounts.members_are_enabled(),
    }
    return render(request, "catalogue/members/list.html", context)


def _filter_members(show: str, today) -> MemberQuerySet:
    members = Member.objects.all()
    if show == "late":
        late_loans = Loan.objects.overdue(today).filter(member__isnull=False)
        return members.filter(pk__in=late_loans.values("member"))
    if show == "ended":
        return members.exclude(pk__in=Member.objects.subscribed(today).values("pk"))
    if show == "blocked":
        return members.exclude(blocked="")
    return members


@require_permissions("add_member")
def add_member(request: HttpRequest) -> HttpResponse:
    category = Category.objects.first()
    initial = {"card": accounts.next_card(), "language": languages.default(), "category": category}
    return _edit(request, Member(), initial)


@require_permissions("change_member")
def edit_member(request: HttpRequest, pk: int) -> HttpResponse:
    return _edit(request, get_object_or_404(Member, pk=pk), {})


def _edit(request: HttpRequest, member: Member, initial: dict) -> HttpResponse:
    form = MemberForm(request.POST or None, instance=member, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.save_member(form.instance, form.cleaned_data["persons"], who=request.user)
        except DeskRefusal as refusal:
            form.add_error("card", str(refusal))
        else:
            messages.success(request, _("The member has been saved."))
            return redirect("desk:member", form.instance.pk)
    return render(request, "catalogue/members/edit.html", {"form": form, "is_new": member.pk is None})


@require_permissions("view_member")
def member_page(request: HttpRequest, pk: int) -> HttpResponse:
    member = get_object_or_404(Member.objects.select_related("category"), pk=pk)
    if request.method == "POST":
        return _handle_action(request, member)
    return _render_member(request, member)


def _render_member(
    request: HttpRequest, member: Member, form: forms.Form | None = None, **more
) -> HttpResponse:
    today = timezone.localdate()
    loans = member.loans.select_related("copy__title", "copy__shelf").prefetch_related("copy__title__names")
    first, last = accounts.propose_days(member, today)
    initial = {"first": first, "last": last, "fee": member.category.fee, "deposit": member.category.deposit}
    context = {
        "member": member,
        "persons": member.persons.all(),
        "subscriptions": member.subscriptions.select_related("category"),
        "loans": loans.filter(back=None).order_by("due", "pk"),
        "past_loans": loans.exclude(back=None).order_by("-back", "-pk")[:MAX_PAST_LOANS],
        "objections": loan_rules.list_objections_to_member(member, today=today),
        "form": form or SubscriptionForm(initial=initial),
        "paid_by": [choice for choice in Subscription.PaidBy.choices if choice[0]],
        "today": today,
    }
    return render(request, "catalogue/members/member.html", context | more)


# ── Actions ───────────────────────────────────────────────────────────────────────────────────────


def _handle_action(request: HttpRequest, member: Member) -> HttpResponse:
    actions = {
        "subscribe": _subscribe,
        "settle": _settle_subscription,
        "block": _block,
        "renew": _renew,
        "export": _export,
        "erase": _erase,
    }
    action = actions.get(request.POST.get("act", ""))
    if action is None:
        return redirect("desk:member", member.pk)
    if not request.user.has_perm("catalogue.change_member"):
        raise PermissionDenied
    try:
        return action(request, member) or redirect("desk:member", member.pk)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
        return redirect("desk:member", member.pk)


def _subscribe(request: HttpRequest, member: Member) -> HttpResponse | None:
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        return _render_member(request, member, form)
    accounts.subscribe(member, accounts.Payment(**form.cleaned_data), who=request.user)
    messages.success(request, _("The subscription has been entered."))
    return None


def _settle_subscription(request: HttpRequest, member: Member) -> None:
    pks = parse_ids(request.POST.getlist("subscription"))
    subscription = get_object_or_404(member.subscriptions, pk__in=pks[:1])
    paid_by = request.POST.get("paid_by", "")
    accounts.settle_subscription(
        subscription,
        today=timezone.localdate(),
        who=request.user,
        paid_by=paid_by if paid_by in Subscription.PaidBy.values else "",
        returns_deposit="deposit" in request.POST,
    )
    messages.success(request, _("The subscription has been changed."))


def _block(request: HttpRequest, member: Member) -> None:
    reason = request.POST.get("reason", "").strip()
    if "unblock" not in request.POST and not reason:
        raise DeskRefusal(_("Give the reason, for whoever is at the desk next."))
    accounts.block_member(member, "" if "unblock" in request.POST else reason, who=request.user)
    text = _("The card is blocked.") if member.blocked else _("The card is no longer blocked.")
    messages.success(request, text)


def _renew(request: HttpRequest, member: Member) -> HttpResponse | None:
    pks = parse_ids(request.POST.getlist("loan"))
    confirmed_reservation_ids = parse_ids(request.POST.getlist("confirmed"))
    if not pks:
        raise DeskRefusal(_("Tick the boxes to renew."))
    for loan in member.loans.filter(pk__in=pks, back=None):
        try:
            renewed = renewals.renew_at_desk(
                loan.pk,
                today=timezone.localdate(),
                who=request.user,
                confirmed_reservation_ids=confirmed_reservation_ids,
            )
        except PromisesAtRisk as risk:
            return _render_member(request, member, broken_promises=risk.promises, renewing=loan)
        messages.success(request, _describe_renewal(renewed))
    return None


def _export(request: HttpRequest, member: Member) -> HttpResponse:
    values = personal_data.export(personal_data.Subject.of_member(member), who=request.user)
    content = json.dumps(values, cls=personal_data.JSON_ENCODER, ensure_ascii=False, indent=2)
    headers = {"Content-Disposition": f'attachment; filename="member-{member.pk}.json"'}
    return HttpResponse(content, content_type="application/json", headers=headers)


def _erase(request: HttpRequest, member: Member) -> HttpResponse:
    if not request.user.has_perm("catalogue.delete_member"):
        raise PermissionDenied
    if "confirmed" not in request.POST:
        raise DeskRefusal(_("Tick the box to confirm that you want to erase this member permanently."))
    personal_data.erase(personal_data.Subject.of_member(member), who=request.user)
    messages.success(request, _("The member has been erased. Their loans are kept without a name."))
    return redirect("desk:members")


@require_permissions("change_loan")
@require_POST
def renew(request: HttpRequest, pk: int) -> HttpResponse:
    """Renews a loan of somebody who is no member."""
    loan = get_object_or_404(Loan.objects.open(), pk=pk)
    try:
        renewed = renewals.renew_at_desk(loan.pk, today=timezone.localdate(), who=request.user)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _describe_renewal(renewed))
    return redirect("desk:loans")


def _describe_renewal(loan: Loan) -> str:
    words = {"box": loan.copy, "day": dates.day(loan.due, "j F Y")}
    return apply_elisions(_("%(box)s is now due on %(day)s.") % words, languages.current())


# ── Printing ──────────────────────────────────────────────────────────────────────────────────────


@require_permissions("view_member")
def receipt(request: HttpRequest, pk: int) -> HttpResponse:
    """A receipt with the boxes that the member has now, for a narrow strip of paper."""
    member = get_object_or_404(Member, pk=pk)
    loans = Loan.objects.open().filter(member=member).select_related("copy__title").order_by("due", "pk")
    context = {
        "member": member,
        "loans": loans.prefetch_related("copy__title__names"),
        "now": timezone.localtime(),
    }
    return render(request, "catalogue/members/receipt.html", context)


@require_permissions("view_member")
def cards(request: HttpRequest) -> HttpResponse:
    """Member cards with barcodes: of the members who were ticked, else of those who joined last."""
    pks = parse_ids(request.GET.getlist("member"))
    members = Member.objects.select_related("category")
    chosen = members.filter(pk__in=pks).order_by("sort_key", "pk") if pks else members.order_by("-pk")[:14]
    try:
        if not chosen:
            raise DeskRefusal(_("There is no member to print a card for."))
        content = labels.render_pdf(labels.make_member_cards(chosen), sheet=CARD_SHEET)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
        return redirect("desk:members")
    headers = {"Content-Disposition": 'inline; filename="cards.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)
