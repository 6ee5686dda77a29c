"""Renews loans, at the desk or by the member's own link, unless somebody has reserved the box."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal, promises
from catalogue.desk.promises import PromisesAtRisk
from catalogue.members import accounts
from catalogue.members.loan_rules import list_objections_to_member, load_allowance
from catalogue.members.opening import load_open_days, write_new_due_days
from catalogue.models import Loan, Member
from escale.common import dates, languages
from escale.common.text.elision import apply_elisions

GUEST_DAYS = 3  # by which the loan of a guest, who is no member, is renewed


@services.catalogue_transaction()
def renew_at_desk(
    loan_id: int, *, today: date, who: Any, confirmed_reservation_ids: Collection[int] = ()
) -> Loan:
    """Renews a loan.

    Staff may ignore rules, but must confirm each reservation whose promised day this breaks.
    """
    loan = _lock_loan(loan_id)
    due = _find_new_due_day(loan, today)
    broken = promises.find_promises_broken_by_moves([(loan, due)], today=today)
    if {promise.reservation.pk for promise in broken} - set(confirmed_reservation_ids):
        raise PromisesAtRisk(broken)
    write_new_due_days([(loan, due)], broken, who)
    _count_renewal(loan)
    return loan


@services.catalogue_transaction()
def renew_by_link(loan_id: int, member_id: int, *, today: date) -> Loan:
    """Renews a loan of the member. Raises DeskRefusal if a rule or a reservation is against it."""
    loan = _lock_loan(loan_id, member_id)
    assert loan.member is not None  # The query asked for the loans of a member.
    if objection := find_objections(loan.member, [loan], today=today)[loan.pk]:
        raise DeskRefusal(objection)
    due = _find_new_due_day(loan, today)
    if promises.find_promises_broken_by_moves([(loan, due)], today=today):
        raise DeskRefusal(_("Somebody has reserved it: please bring it back on time."))
    write_new_due_days([(loan, due)], [], None)
    _count_renewal(loan)
    return loan


def find_objections(member: Member, loans: Iterable[Loan], *, today: date) -> dict[int, str]:
    """By loan id, why the member cannot renew it by the link.

    The reason is empty if nothing but a reservation can prevent it.
    """
    can_renew = accounts.load_settings().renew_by_link
    has_objections_to_member = bool(list_objections_to_member(member, today=today))
    allowance, open_days = load_allowance(member.category), load_open_days(today)
    objections = {}
    for loan in loans:
        objection = ""
        if not can_renew:
            objection = _("Only the desk can renew loans.")
        elif loan.due < today:
            objection = _("It is overdue: please bring it back, or ask at the desk.")
        elif loan.renewals >= member.category.renewals:
            objection = _("It cannot be renewed again.")
        elif has_objections_to_member:
            objection = _("The desk has to check it first: please ask there.")
        else:
            # `kind_id` is that of a kind of box with loan rules of its own.
            new_due_day = allowance.find_due_day(loan.copy.kind_id, out=today, open_days=open_days)
            if new_due_day <= loan.due:
                objection = _describe_useless_renewal(loan)
        objections[loan.pk] = objection
    return objections


def _lock_loan(loan_id: int, member_id: int | None = None) -> Loan:
    loans = Loan.objects.open().select_related("copy", "member__category").filter(pk=loan_id)
    if member_id is not None:
        loans = loans.filter(member=member_id)
    loan = loans.select_for_update(of=("self",)).first()
    if loan is None:
        raise DeskRefusal(_("The box is back already."))
    return loan


def _find_new_due_day(loan: Loan, today: date) -> date:
    """The due day after a whole period from today. Raises DeskRefusal if it is not a later one."""
    open_days = load_open_days(today)
    if loan.member is None:
        due = open_days.find_open_day(max(loan.due, today) + timedelta(days=GUEST_DAYS))
    else:
        allowance = load_allowance(loan.member.category)
        due = allowance.find_due_day(loan.copy.kind_id, out=today, open_days=open_days)
    if due <= loan.due:
        raise DeskRefusal(_describe_useless_renewal(loan))
    return due


def _describe_useless_renewal(loan: Loan) -> str:
    text = _("It is already due on %(day)s; renewing it today would not extend it.")
    return apply_elisions(text % {"day": dates.day(loan.due, "j F Y")}, languages.current())


def _count_renewal(loan: Loan) -> None:
    loan.renewals += 1
    loan.save(update_fields=["renewals"])
