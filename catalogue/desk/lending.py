"""Boxes over the desk: out, back in with a look at the contents, and the last of it undone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from urllib.parse import parse_qs

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal, reserving
from catalogue.models import Copy, Loan, Reservation
from catalogue.models.copies import LoanQuerySet
from escale.common import audit

FORGOTTEN = "—"
MOST_FOUND = 12


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found in a box that came back."""

    copy: int
    missing: str
    condition: str


@dataclass(slots=True)
class Returned:
    copies: list[Copy]
    undo: dict[str, Any]
    waiting: list[Reservation] = field(default_factory=list)


def written_on(code: str) -> str:
    """The number of a box: the code itself, or what the address in a label's QR code says."""
    code = code.strip()
    if code.lower().startswith(("http://", "https://")):
        # Whatever a camera reads may be no address at all; what stands behind the question mark is enough.
        code = parse_qs(code.partition("?")[2].partition("#")[0]).get("box", [""])[0]
    return code[:40]


def copies_of(code: str) -> list[Copy]:
    """The boxes that bear the code: one by its own number, perhaps several by the maker's barcode."""
    number = written_on(code)
    if not number:
        return []
    kept = Copy.objects.not_gone().with_title_and_shelf()
    own = list(kept.with_number(number)[:1])
    return own or list(kept.filter(Q(barcode=number) | Q(barcode=number.lstrip("0"))).order_by("pk")[:MOST_FOUND])


@services.catalogue_transaction()
def lend(
    *, copies: Iterable[int], borrower: str, borrower_kind: str, out: date, due: date, note: str = "", who: Any = None
) -> list[Loan]:
    """All of them or none."""
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
            what = {"number": copy, "title": copy.title.name, "status": error}
            raise DeskRefusal(
                _("%(number)s (%(title)s) cannot go out: %(status)s. Nothing was lent.") % what
            ) from error
        audit.record_addition(who=who, thing=loan)
        loans.append(loan)
    if not loans:
        raise DeskRefusal(_("Scan a box first."))
    return loans


@services.catalogue_transaction()
def take_in(*, seen: Sequence[Seen], on: date, who: Any = None) -> Returned:
    """The boxes are back on the desk, with what was found in them. One that is not out is left as it is."""
    returned = Returned([], {"back": []})
    for one in sorted(seen, key=lambda one: one.copy):
        loan = _locked(Loan.objects.open().filter(copy=one.copy))
        if loan is not None:
            before, before_loan = audit.take_snapshot(Copy.objects.get(pk=one.copy)), audit.take_snapshot(loan)
            copy = services.return_copy(loan, on=max(on, loan.out))
            _note_contents(copy, one)
            loan.refresh_from_db()
            audit.record_change(who=who, thing=loan, before=before_loan)
            audit.record_change(who=who, thing=copy, before=before)
            returned.copies.append(copy)
            returned.undo["back"].append([loan.pk, before["missing"], before["condition"]])
    if not returned.copies:
        raise DeskRefusal(_("None of these boxes is out."))
    returned.waiting = reserving.tell({copy.title_id for copy in returned.copies}, today=on)
    return returned


def _locked(loans: LoanQuerySet) -> Loan | None:
    """With its box: of two desks that do the same at once, the second one finds that it is done."""
    return loans.select_related("copy").select_for_update().first()


def _note_contents(copy: Copy, seen: Seen) -> None:
    if (copy.missing, copy.condition) == (seen.missing.strip(), seen.condition):
        return
    copy.missing, copy.condition = seen.missing.strip(), seen.condition
    copy.save(update_fields=["missing", "condition"])
    services.mark_changed([copy.title_id])


@services.catalogue_transaction()
def undo(what: dict[str, Any], *, who: Any = None) -> int:
    """Takes the last lending or return back, wholly; refused as soon as one of the boxes has moved on."""
    steps = [_unlend(loan, who) for loan in what.get("lent", [])]
    steps += [_send_out_again(*entry, who) for entry in what.get("back", [])]
    return len(steps)


def _unlend(loan_id: int, who: Any) -> None:
    loan = _locked(Loan.objects.open().filter(pk=loan_id))
    if loan is None:
        raise DeskRefusal(_("It is too late to undo this: a box has moved since."))
    audit.record_deletion(who=who, thing=loan)
    loan.delete()
    _set(loan.copy, who, status=Copy.Status.IN)


def _send_out_again(loan_id: int, missing: str, condition: str, who: Any) -> None:
    loan = _locked(Loan.objects.exclude(back=None).filter(pk=loan_id))
    if loan is None or loan.copy.status != Copy.Status.IN or loan.copy.loans.filter(pk__gt=loan_id).exists():
        raise DeskRefusal(_("It is too late to undo this: a box has moved since."))
    audit.change_fields(who=who, thing=loan, back=None)
    _set(loan.copy, who, status=Copy.Status.OUT, missing=missing, condition=condition)


def _set(copy: Copy, who: Any, **values: str) -> None:
    audit.change_fields(who=who, thing=copy, **values)
    services.mark_changed([copy.title_id])


@transaction.atomic
def forget_guests(*, today: date, days: int) -> tuple[int, int]:
    """Erase names of guests from loans that ended, and stays that ended, that many days ago: how many of each."""
    last = today - timedelta(days=days)
    ended = Loan.objects.filter(borrower_kind=Loan.BorrowerKind.PERSON, back__lte=last).exclude(borrower=FORGOTTEN)
    loans = ended.update(borrower=FORGOTTEN, note="")
    stays = Reservation.objects.filter(stay_to__lte=last).delete()[0]
    return loans, stays
