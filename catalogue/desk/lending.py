"""Lends boxes and takes them back. Staff look at the contents of a box that comes back, and may undo the last
step.

A box is what the models call a copy of a title. Lending, returning and undoing lock the whole catalogue
(`services.catalogue_transaction`), so two desks cannot change the same box at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from django.db.models import Q
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.contents import checking
from catalogue.desk import DeskRefusal, reserving
from catalogue.members.planning import Borrowing, Plan, plan_loans
from catalogue.models import Copy, Loan, Reservation
from catalogue.models.loans import LoanQuerySet
from escale.common import audit

MAX_COPIES_OF_BARCODE = 12


@dataclass(frozen=True, slots=True)
class ReturnedBox:
    """A box that came back, and what staff saw in it. `copy` is the id of the box."""

    copy: int
    missing: str
    condition: str


class ReturnStep(NamedTuple):
    """A loan that ended when its box came back, and what the box was recorded to lack before."""

    loan_id: int
    missing: str
    condition: str


@dataclass(slots=True)
class ReturnResult:
    """The boxes that came back, the steps for `undo_loans`, and the reservations that wait for their
    titles.
    """

    copies: list[Copy] = field(default_factory=list)
    undo_steps: dict[str, Any] = field(default_factory=lambda: {"back": []})
    waiting_reservations: list[Reservation] = field(default_factory=list)


# ── Codes ─────────────────────────────────────────────────────────────────────────────────────────


def parse_box_code(code: str) -> str:
    """The number of a box, from its label: the code itself, or the address in a QR code."""
    code = code.strip()
    if code.lower().startswith(("http://", "https://")):
        # `urlsplit` raises an error for some texts that a camera may read, so only the query is parsed.
        _path, _question_mark, query_and_fragment = code.partition("?")
        query, _hash, _fragment = query_and_fragment.partition("#")
        code = parse_qs(query).get("box", [""])[0]
    return code[:40]


def find_copies(code: str) -> list[Copy]:
    """The box with this inventory number, else the boxes with this barcode of the publisher."""
    number = parse_box_code(code)
    if not number:
        return []
    copies = Copy.objects.not_gone().with_title_and_shelf()
    copies_with_number = list(copies.with_number(number)[:1])
    if copies_with_number:
        return copies_with_number
    # A scanner may put a zero before the twelve digits of an American barcode.
    has_barcode = Q(barcode=number) | Q(barcode=number.lstrip("0"))
    return list(copies.filter(has_barcode).order_by("pk")[:MAX_COPIES_OF_BARCODE])


# ── Out and back ──────────────────────────────────────────────────────────────────────────────────


def lend_copies(*, copies: Iterable[int], who: Any = None, **details: Any) -> list[Loan]:
    """Lends all of the boxes, or none if one is refused. `details` are the fields of a `Borrowing`."""
    return _lend(set(copies), Borrowing(**details), who)


@services.catalogue_transaction()
def _lend(copy_ids: set[int], borrowing: Borrowing, who: Any) -> list[Loan]:
    if borrowing.due is not None and borrowing.due < borrowing.out:
        raise DeskRefusal(_("The return date has already passed."))
    if not borrowing.name:
        raise DeskRefusal(_("Say who is taking the boxes."))
    copies = list(Copy.objects.with_title_and_shelf().filter(pk__in=copy_ids).order_by("pk"))
    if not copies:
        raise DeskRefusal(_("Scan a box first."))
    plan = plan_loans(copies, borrowing)
    loans = []
    for copy in copies:
        reservation = plan.own_reservations.pop(copy.title_id, None)
        loans.append(_lend_one(copy, borrowing, plan, reservation, who))
        if reservation is not None:
            reserving.mark_done(reservation=reservation, who=who)
    return loans


def _lend_one(
    copy: Copy, borrowing: Borrowing, plan: Plan, reservation: Reservation | None, who: Any
) -> Loan:
    try:
        loan = services.lend_copy(
            copy,
            borrower=borrowing.name,
            borrower_kind=borrowing.borrower_kind,
            member=borrowing.member,
            out=borrowing.out,
            due=plan.due_by_copy[copy.pk],
            note=borrowing.note,
            reservation=reservation,
            breaks_promise=copy.title_id in plan.broken_titles,
            breaks_rule=plan.breaks_rule,
        )
    except services.CopyUnavailable as error:
        words = {"number": copy, "title": copy.title.name, "status": str(error)}
        text = _("%(number)s (%(title)s) cannot be lent: %(status)s. Nothing was lent.")
        raise DeskRefusal(text % words) from error
    audit.record_addition(who=who, thing=loan)
    return loan


@services.catalogue_transaction()
def return_copies(*, returned: Sequence[ReturnedBox], on: date, who: Any = None) -> ReturnResult:
    """Ends the loans of the boxes and notes what staff saw in them. A box that is not on loan is ignored."""
    result = ReturnResult()
    for box in sorted(returned, key=lambda box: box.copy):
        loan = _lock_first(Loan.objects.open().filter(copy=box.copy))
        if loan is None:
            continue
        copy_before, loan_before = (
            audit.take_snapshot(Copy.objects.get(pk=box.copy)),
            audit.take_snapshot(loan),
        )
        # A loan cannot end before it began, even if its first day was entered as a later one.
        copy = services.return_copy(loan, on=max(on, loan.out))
        checking.note_contents(copy, missing=box.missing, condition=box.condition)
        loan.refresh_from_db()
        audit.record_change(who=who, thing=loan, before=loan_before)
        audit.record_change(who=who, thing=copy, before=copy_before)
        result.copies.append(copy)
        step = ReturnStep(loan.pk, copy_before["missing"], copy_before["condition"])
        result.undo_steps["back"].append(step)
    if not result.copies:
        raise DeskRefusal(_("None of these boxes is on loan."))
    title_ids = {copy.title_id for copy in result.copies if copy.status == Copy.Status.IN}
    result.waiting_reservations = reserving.notify_waiting_guests(title_ids, today=on)
    return result


def _lock_first(loans: LoanQuerySet) -> Loan | None:
    """The first of the loans with its box.

    Both rows are locked: if two desks undo the same step, the second desk finds it undone.
    """
    return loans.select_related("copy").select_for_update(of=("self", "copy")).first()


# ── Undo ──────────────────────────────────────────────────────────────────────────────────────────


@services.catalogue_transaction()
def undo_loans(steps: dict[str, Any], *, who: Any = None) -> int:
    """Undoes a lending or a return; returns the number of boxes.

    `steps["lent"]` holds the ids of the loans that a lending made, `steps["back"]` the `ReturnStep`s of the
    loans that a return ended. Nothing is undone if one of the boxes has been lent or returned since.
    """
    lent_loan_ids = steps.get("lent", [])
    return_steps = [ReturnStep(*values) for values in steps.get("back", [])]
    for loan_id in lent_loan_ids:
        _undo_lending(loan_id, who)
    for step in return_steps:
        _undo_return(step, who)
    return len(lent_loan_ids) + len(return_steps)


def _undo_lending(loan_id: int, who: Any) -> None:
    loan = _lock_first(Loan.objects.open().filter(pk=loan_id))
    if loan is None:
        raise DeskRefusal(_("It is too late to undo this: a box has moved since."))
    audit.record_deletion(who=who, thing=loan)
    reservation = loan.reservation
    loan.delete()
    if reservation is not None:
        audit.change_fields(who=who, thing=reservation, done=False)
    _change_copy(loan.copy, who, status=Copy.Status.IN)


def _undo_return(step: ReturnStep, who: Any) -> None:
    loan = _lock_first(Loan.objects.exclude(back=None).filter(pk=step.loan_id))
    if loan is None or not _stayed_in(loan.copy) or _was_lent_after(loan):
        raise DeskRefusal(_("It is too late to undo this: a box has moved since."))
    audit.change_fields(who=who, thing=loan, back=None)
    _change_copy(loan.copy, who, status=Copy.Status.OUT, missing=step.missing, condition=step.condition)


def _stayed_in(copy: Copy) -> bool:
    """Whether the box is as its return has left it: on its shelf, or under repair if a piece is missing."""
    if copy.status == Copy.Status.REPAIR:
        return not checking.is_playable(copy)
    return copy.status == Copy.Status.IN


def _was_lent_after(loan: Loan) -> bool:
    return loan.copy.loans.filter(pk__gt=loan.pk).exists()


def _change_copy(copy: Copy, who: Any, **values: str) -> None:
    audit.change_fields(who=who, thing=copy, **values)
    services.mark_changed([copy.title_id])
