"""Renews loans: at the desk, or by the member's own link, unless somebody has reserved the box."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal, promises
from catalogue.desk.promises import PromisesAtRisk
from catalogue.members import accounts
from catalogue.members.loan_rules import list_standing_objections, load_allowance
from catalogue.members.opening import load_open_days, write_new_due_days
from catalogue.models import Loan
from escale.common import dates, languages
from escale.common.text.elision import elide

GUEST_DAYS = 3  # by which the loan of somebody who is no member is renewed


@services.catalogue_transaction()
def renew_at_desk(loan_id: int, *, today: date, who: Any, confirmed: Collection[int] = ()) -> Loan:
    """Renew a loan. Staff know more than the rules: only what is promised to others must be confirmed."""
    loan = _lock_loan(loan_id)
    due = _find_new_due_day(loan, today)
    broken = promises.find_promises_broken_by_moves([(loan, due)], today=today)
    if {promise.reservation.pk for promise in broken} - set(confirmed):
        raise PromisesAtRisk(broken)
    write_new_due_days([(loan, due)], broken, who)
    _count_renewal(loan)
    return loan


@services.catalogue_transaction()
def renew_by_link(loan_id: int, member_id: int, *, today: date) -> Loan:
    """Renew a loan of the member. Raises DeskRefusal unless the rules allow it and nobody has reserved."""
    loan = _lock_loan(loan_id, member_id)
    if objection := find_objection(loan, today=today):
        raise DeskRefusal(objection)
    due = _find_new_due_day(loan, today)
    if promises.find_promises_broken_by_moves([(loan, due)], today=today):
        raise DeskRefusal(_("Somebody has reserved it: please bring it back on time."))
    write_new_due_days([(loan, due)], [], None)
    _count_renewal(loan)
    return loan


def find_objection(loan: Loan, *, today: date) -> str:
    """Why the member cannot renew the loan without the desk; empty when only a reservation could be in the way."""
    if not accounts.load_settings().renew_by_link:
        return _("Only the desk renews loans.")
    if loan.due < today:
        return _("It is late: please bring it back, or ask the desk.")
    member = loan.member
    if member is None or loan.renewals >= member.category.renewals:
        return _("It cannot be renewed again.")
    objections = list_standing_objections(member, today=today)
    if objections:
        return _("The desk has to check it first: please ask there.")
    return ""


def _lock_loan(loan_id: int, member_id: int | None = None) -> Loan:
    loans = Loan.objects.open().select_related("copy", "member__category").filter(pk=loan_id)
    if member_id is not None:
        loans = loans.filter(member=member_id)
    loan = loans.select_for_update(of=("self",)).first()
    if loan is None:
        raise DeskRefusal(_("The box is back already."))
    return loan


def _find_new_due_day(loan: Loan, today: date) -> date:
    """A whole period from the day of the renewal. Refused where the box would be due no later than now."""
    open_days = load_open_days(today)
    if loan.member is None:
        due = open_days.find_open_day(max(loan.due, today) + timedelta(days=GUEST_DAYS))
    else:
        allowance = load_allowance(loan.member.category)
        due = allowance.find_due_day(loan.copy.kind_id, out=today, open_days=open_days)
    if due <= loan.due:
        text = _("It is already due on %(day)s; renewing it today would not extend it.")
        raise DeskRefusal(elide(text % {"day": dates.day(loan.due, "j F Y")}, languages.current()))
    return due


def _count_renewal(loan: Loan) -> None:
    loan.renewals += 1
    loan.save(update_fields=["renewals"])
