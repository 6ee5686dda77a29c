"""Lends boxes and takes them back. Staff look at the contents of a box that
comes back, and may undo the last step.

A box is what the models call a copy of a title. Lending, returning and undoing lock the whole catalogue
(`services.catalogue_transaction`), so two desks cannot change the same box at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal, reserving
from catalogue.models import Copy, Loan, Reservation
from catalogue.models.copies import LoanQuerySet
from escale.common import audit

ERASED_NAME = "—"
MAX_COPIES_OF_BARCODE = 12


@dataclass(frozen=True, slots=True)
class ReturnedBox:
    """A box that came back, and what staff saw in it; `copy` is the id of the box."""

    copy: int
    missing: str
    condition: str


class ReturnStep(NamedTuple):
    """A loan that a return has ended, and what was known of the contents of its box before."""

    loan_id: int
    missing: str
    condition: str


@dataclass(slots=True)
class ReturnResult:
    """The boxes that came back, the steps that `undo_loans` takes, and the
    reservations that wait for the titles.
    """

    copies: list[Copy] = field(default_factory=list)
    undo_steps: dict[str, Any] = field(default_factory=lambda: {"back": []})
    waiting_reservations: list[Reservation] = field(default_factory=list)


# ── Codes ─────────────────────────────────────────────────────────────────────────────────────────


def parse_box_code(code: str) -> str:
    """The number of a box: the code itself, or the number in the address that is the QR code of a label."""
    code = code.strip()
    if code.lower().startswith(("http://", "https://")):
        # `urlsplit` raises an error for some addresses that a camera may read, so only the query is parsed.
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


@services.catalogue_transaction()
def lend_copies(
    *, copies: Iterable[int], borrower: str, borrower_kind: str, out: date, due: date, note: str = "", who: Any = None
) -> list[Loan]:
    """Lend all of the boxes, or none when one of them is refused."""
    if due < out:
        raise DeskRefusal(_("The day of return lies before today."))
    if not borrower.strip():
        raise DeskRefusal(_("Say who takes the boxes."))
    loans = []
    for copy in Copy.objects.with_title_and_shelf().filter(pk__in=set(copies)).order_by("pk"):
        try:
            loan = services.lend_copy(
                copy, borrower=borrower.strip(), borrower_kind=borrower_kind, out=out, due=due, note=note
            )
        except services.CopyUnavailable as error:
            status = str(error)
            words = {"number": copy, "title": copy.title.name, "status": status}
            text = _("%(number)s (%(title)s) cannot go out: %(status)s. Nothing was lent.")
            raise DeskRefusal(text % words) from error
        audit.record_addition(who=who, thing=loan)
        loans.append(loan)
    if not loans:
        raise DeskRefusal(_("Scan a box first."))
    return loans


@services.catalogue_transaction()
def return_copies(*, returned: Sequence[ReturnedBox], on: date, who: Any = None) -> ReturnResult:
    """End the loans of the boxes and note what was seen in them. A box that is not out is left as it is."""
    result = ReturnResult()
    for box in sorted(returned, key=lambda box: box.copy):
        loan = _lock_first(Loan.objects.open().filter(copy=box.copy))
        if loan is None:
            continue
        copy_before, loan_before = audit.take_snapshot(Copy.objects.get(pk=box.copy)), audit.take_snapshot(loan)
        # A loan cannot end before it began, even if its first day was entered as a later one.
        copy = services.return_copy(loan, on=max(on, loan.out))
        _note_contents(copy, box)
        loan.refresh_from_db()
        audit.record_change(who=who, thing=loan, before=loan_before)
        audit.record_change(who=who, thing=copy, before=copy_before)
        result.copies.append(copy)
        step = ReturnStep(loan.pk, copy_before["missing"], copy_before["condition"])
        result.undo_steps["back"].append(step)
    if not result.copies:
        raise DeskRefusal(_("None of these boxes is out."))
    title_ids = {copy.title_id for copy in result.copies}
    result.waiting_reservations = reserving.notify_waiting_guests(title_ids, today=on)
    return result


def _lock_first(loans: LoanQuerySet) -> Loan | None:
    """The first loan with its box.

    Both are locked: if two desks do the same at once, the second finds it done.
    """
    return loans.select_related("copy").select_for_update().first()


def _note_contents(copy: Copy, box: ReturnedBox) -> None:
    missing = box.missing.strip()
    if (copy.missing, copy.condition) == (missing, box.condition):
        return
    copy.missing, copy.condition = missing, box.condition
    copy.save(update_fields=["missing", "condition"])
    services.mark_changed([copy.title_id])


# ── Undo ──────────────────────────────────────────────────────────────────────────────────────────


@services.catalogue_transaction()
def undo_loans(steps: dict[str, Any], *, who: Any = None) -> int:
    """Undo a lending or a return; returns how many boxes it concerned.

    `steps` holds the ids of the loans that were made under "lent", and the `ReturnStep` of each loan that was
    ended under "back". Nothing is undone when one of the boxes has been lent or returned since.
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
    loan.delete()
    _change_copy(loan.copy, who, status=Copy.Status.IN)


def _undo_return(step: ReturnStep, who: Any) -> None:
    loan = _lock_first(Loan.objects.exclude(back=None).filter(pk=step.loan_id))
    if loan is None or loan.copy.status != Copy.Status.IN or _was_lent_after(loan):
        raise DeskRefusal(_("It is too late to undo this: a box has moved since."))
    audit.change_fields(who=who, thing=loan, back=None)
    _change_copy(loan.copy, who, status=Copy.Status.OUT, missing=step.missing, condition=step.condition)


def _was_lent_after(loan: Loan) -> bool:
    return loan.copy.loans.filter(pk__gt=loan.pk).exists()


def _change_copy(copy: Copy, who: Any, **values: str) -> None:
    audit.change_fields(who=who, thing=copy, **values)
    services.mark_changed([copy.title_id])


# ── Privacy ───────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def forget_guests(*, today: date, days: int) -> tuple[int, int]:
    """Erase the names of guests in loans that ended at least so many days ago, and delete such reservations.

    Returns the number of these loans and the number of these reservations.
    """
    last_day = today - timedelta(days=days)
    loans_of_guests = Loan.objects.filter(borrower_kind=Loan.BorrowerKind.PERSON, back__lte=last_day)
    erased_loans = loans_of_guests.exclude(borrower=ERASED_NAME).update(borrower=ERASED_NAME, note="")
    deleted_reservations, _by_model = Reservation.objects.filter(stay_to__lte=last_day).delete()
    return erased_loans, deleted_reservations
