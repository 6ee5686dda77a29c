"""The member whose card was scanned at the desk, with the facts that staff need before they lend."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue.members import accounts, loan_rules
from catalogue.members.loan_rules import Objection
from catalogue.members.planning import find_due_days
from catalogue.models import Copy, Loan, Member, Subscription
from catalogue.web.desk import parse_ids
from escale.common import dates


@dataclass(frozen=True, slots=True)
class DeskMember:
    member: Member
    subscription: Subscription | None  # the one that ends last
    loans: list[Loan]  # the open ones
    objections: list[Objection]

    @property
    def pk(self) -> int:
        return self.member.pk


class LendToMemberForm(forms.Form):
    """Lends to a member: the card gives the name, and the rules give the due day."""

    due = forms.DateField(
        label=gettext_lazy("Due back"),
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
        required=False,
        help_text=gettext_lazy("Leave empty to follow the rules."),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=300, required=False)

    def show_due_days(self, member: Member, boxes: list[Copy], today: date) -> None:
        """Says below the field until when the rules lend these boxes."""
        if boxes:
            due_days = find_due_days(boxes, loan_rules.load_allowance(member.category), out=today)
            text = _("Leave empty to follow the rules: %(days)s.")
            self.fields["due"].help_text = text % {"days": write_days(due_days.values())}


def write_days(days: Iterable[date]) -> str:
    return ", ".join(dates.day(day, "j F") for day in sorted(set(days)))


def read_member_id(request: HttpRequest) -> int | None:
    """The id of the member, from the address or from the form."""
    parameters = request.POST if request.method == "POST" else request.GET
    return next(iter(parse_ids(parameters.getlist("member"))), None)


def load_desk_member(request: HttpRequest, today: date) -> DeskMember | None:
    """The member at the desk; None if no card was scanned, or if the house has no members."""
    pk = read_member_id(request)
    if pk is None or not accounts.members_are_enabled():
        return None
    member = Member.objects.select_related("category").filter(pk=pk).first()
    if member is None:
        return None
    loans = Loan.objects.open().filter(member=member).select_related("copy__title")
    return DeskMember(
        member,
        member.subscriptions.order_by("-last").first(),
        list(loans.prefetch_related("copy__title__names").order_by("due", "pk")[:60]),
        loan_rules.list_objections_to_member(member, today=today),
    )
