"""Plans loans: until when each box is lent, and which rules and promises that breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.desk.promises import Days, PromisesAtRisk, find_broken_promises
from catalogue.members import loan_rules
from catalogue.members.loan_rules import Allowance, Objection, RulesAtRisk
from catalogue.members.opening import load_open_days
from catalogue.models import Copy, Loan, Member, Reservation
from escale.common.text.folding import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Borrowing:
    """Who borrows boxes, and until when. If `due` is None, the rules of the member decide.

    `fulfilled_reservation_ids` are reservations of the borrower. `confirmed_reservation_ids` are promises
    that staff have confirmed to break, and `confirmed_objections` the codes of rules that staff have
    confirmed to ignore.
    """

    out: date
    due: date | None = None
    borrower: str = ""
    borrower_kind: str = Loan.BorrowerKind.PERSON
    member: Member | None = None
    note: str = ""
    fulfilled_reservation_ids: Collection[int] = ()
    confirmed_reservation_ids: Collection[int] = ()
    confirmed_objections: Collection[str] = ()

    @property
    def name(self) -> str:
        return self.member.name if self.member else self.borrower.strip()


@dataclass(frozen=True, slots=True)
class Plan:
    """Until when each box is lent, and what that breaks. The keys are ids of boxes and of titles."""

    due_by_copy: dict[int, date]
    broken_titles: set[int]
    breaks_rule: bool
    own_reservations: dict[int, Reservation]


def plan_loans(copies: list[Copy], borrowing: Borrowing) -> Plan:
    """The plan of the loans. Raises RulesAtRisk or PromisesAtRisk for what staff have not confirmed."""
    due_by_copy, objections = _apply_rules(copies, borrowing)
    if {objection.code for objection in objections} - set(borrowing.confirmed_objections):
        raise RulesAtRisk(objections)
    last_day = max(due_by_copy.values())
    own_reservations = _find_own_reservations(copies, borrowing, last_day)
    broken_titles = _check_promises(copies, borrowing, due_by_copy, own_reservations)
    return Plan(due_by_copy, broken_titles, bool(objections), own_reservations)


def _apply_rules(copies: list[Copy], borrowing: Borrowing) -> tuple[dict[int, date], list[Objection]]:
    """By box id, the day on which it is due; and the objections of the member's rules."""
    if borrowing.member is None:
        if borrowing.due is None:
            raise DeskRefusal(_("Say when the boxes are due back."))
        return {copy.pk: borrowing.due for copy in copies}, []
    allowance = loan_rules.load_allowance(borrowing.member.category)
    due_by_copy = find_due_days(copies, allowance, out=borrowing.out)
    if borrowing.due:
        due_by_copy = dict.fromkeys(due_by_copy, borrowing.due)
    member = Member.objects.select_for_update().get(pk=borrowing.member.pk)
    return due_by_copy, loan_rules.find_objections(member, copies, allowance, today=borrowing.out)


def find_due_days(copies: list[Copy], allowance: Allowance, *, out: date) -> dict[int, date]:
    """By box id, the day on which it is due by the rules."""
    open_days = load_open_days(out)
    return {copy.pk: allowance.find_due_day(copy.kind_id, out=out, open_days=open_days) for copy in copies}


def _find_own_reservations(
    copies: list[Copy], borrowing: Borrowing, last_day: date
) -> dict[int, Reservation]:
    """By title id, the borrower's reservation for these days, found by its id or its name."""
    waiting = Reservation.objects.current(borrowing.out).filter(
        title__in={copy.title_id for copy in copies}, stay_from__lte=last_day
    )
    own_reservations = {}
    for reservation in waiting.select_for_update().order_by("-stay_from", "-pk"):
        if reservation.pk in borrowing.fulfilled_reservation_ids or fold(reservation.name) == fold(
            borrowing.name
        ):
            own_reservations[reservation.title_id] = reservation
    return own_reservations


def _check_promises(
    copies: list[Copy],
    borrowing: Borrowing,
    due_by_copy: dict[int, date],
    own_reservations: dict[int, Reservation],
) -> set[int]:
    """The ids of the titles of which staff break a promise.

    Raises PromisesAtRisk unless staff have confirmed each of them.
    """
    available = [copy for copy in copies if copy.status == Copy.Status.IN]
    last_days: dict[int, date] = {}
    for copy in available:
        last_days[copy.title_id] = max(due_by_copy[copy.pk], last_days.get(copy.title_id, borrowing.out))
    broken = find_broken_promises(
        Counter(copy.title_id for copy in available),
        {title_id: Days(borrowing.out, last_day) for title_id, last_day in last_days.items()},
        today=borrowing.out,
        fulfilled={reservation.pk for reservation in own_reservations.values()},
    )
    if {promise.reservation.pk for promise in broken} - set(borrowing.confirmed_reservation_ids):
        raise PromisesAtRisk(broken)
    return {promise.reservation.title_id for promise in broken}
