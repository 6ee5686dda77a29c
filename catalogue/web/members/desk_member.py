"""The member whose card was scanned at the desk, with what the desk must know before it lends."""

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest

from catalogue.members import accounts, loan_rules
from catalogue.members.loan_rules import Objection
from catalogue.models import Loan, Member, Subscription
from catalogue.web.desk import parse_ids


@dataclass(frozen=True, slots=True)
class DeskMember:
    member: Member
    subscription: Subscription | None  # the one that ends last
    loans: list[Loan]  # open ones
    objections: list[Objection]

    @property
    def pk(self) -> int:
        return self.member.pk


def read_member_id(request: HttpRequest) -> int | None:
    """The member in the address or in the form."""
    parameters = request.POST if request.method == "POST" else request.GET
    return next(iter(parse_ids(parameters.getlist("member"))), None)


def load_desk_member(request: HttpRequest, today: date) -> DeskMember | None:
    """None without a card, and in a house without members."""
    pk = read_member_id(request)
    if pk is None or not accounts.load_settings().is_on:
        return None
    member = Member.objects.select_related("category").filter(pk=pk).first()
    if member is None:
        return None
    loans = Loan.objects.open().filter(member=member).select_related("copy__title")
    return DeskMember(
        member,
        member.subscriptions.order_by("-last").first(),
        list(loans.prefetch_related("copy__title__names").order_by("due", "pk")[:60]),
        loan_rules.list_standing_objections(member, today=today),
    )
