"""Members see and renew their loans by a link that is sent to them. They have no password."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from catalogue.desk import DeskRefusal
from catalogue.members import accounts, links, renewals
from catalogue.models import Loan, Member
from escale.common import dates, languages, limits
from escale.common.text.elision import apply_elisions

LINK_REQUESTS = limits.Limit("link to loans", 5, 3600)
LINKS_OF_ADDRESS = limits.Limit("links of an address", 3, 3600)
LINK_USES = limits.Limit("use of a link to loans", 120, 3600)
RENEWALS = limits.Limit("renewal", 30, 3600)
MAX_DIGITS = 15


class LinkForm(forms.Form):
    mail = forms.EmailField(
        label=gettext_lazy("Your email address"),
        max_length=254,
        # Our translation replaces Django’s in all forms, because Django’s uses other terms.
        error_messages={"invalid": gettext_lazy("Enter a valid email address.")},
    )


@never_cache
def ask_link(request: HttpRequest) -> HttpResponse:
    """Requests a link. The response is the same whether a member has the address or not."""
    if not accounts.members_are_enabled():
        raise Http404
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        mail = form.cleaned_data["mail"]
        is_too_much = limits.count_request(LINK_REQUESTS, limits.client_key(request)) or limits.count_request(
            LINKS_OF_ADDRESS, mail.casefold()
        )
        if is_too_much:
            form.add_error(None, _("That is a lot of links; please try again in an hour."))
        else:
            links.request_link(mail, languages.current())
            text = _("If a member has this address, the link is on its way. Check your inbox.")
            messages.success(request, text)
            return redirect("catalogue:ask_link")
    request.canonical = ""  # type: ignore[attr-defined]
    return render(request, "catalogue/members/ask_link.html", {"form": form})


@never_cache
def my_loans(request: HttpRequest, token: str) -> HttpResponse:
    request.canonical = ""  # type: ignore[attr-defined]
    if wait := limits.count_request(LINK_USES, limits.client_key(request)):
        response = render(request, "catalogue/members/my_loans.html", {"is_too_much": True}, status=429)
        response["Retry-After"] = str(wait)
        return response
    today = timezone.localdate()
    member = links.find_member(token, today=today)
    if member is None:
        return render(request, "catalogue/members/my_loans.html", {"member": None}, status=410)
    if request.method == "POST":
        _renew(request, member)
        return redirect("catalogue:my_loans", token)
    loans = list(
        member.loans.filter(back=None)
        .select_related("copy__title", "member__category")
        .prefetch_related("copy__title__names")
        .order_by("due", "pk")
    )
    objections = renewals.find_objections(member, loans, today=today)
    context = {
        "member": member,
        "loans": [(loan, objections[loan.pk]) for loan in loans],
        "subscription": member.subscriptions.first(),
        "today": today,
    }
    return render(request, "catalogue/members/my_loans.html", context)


def _renew(request: HttpRequest, member: Member) -> None:
    loan_id = request.POST.get("loan", "")
    if not (loan_id.isascii() and loan_id.isdecimal() and len(loan_id) <= MAX_DIGITS):
        raise Http404
    if limits.count_request(RENEWALS, f"member {member.pk}"):
        messages.error(request, _("That is a lot of renewals; please try again in an hour."))
        return
    try:
        loan: Loan = renewals.renew_by_link(int(loan_id), member.pk, today=timezone.localdate())
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
    else:
        text = _("Renewed: please bring it back by %(day)s.") % {"day": dates.day(loan.due, "j F Y")}
        messages.success(request, apply_elisions(text, languages.current()))
