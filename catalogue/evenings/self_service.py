"""Guests of the house take boxes and put them back by themselves, with the link of their reservation.

What they do is the same loan as at the desk, in one transaction: two phones that do the same at once make one
loan, and the second is told so. The audit log holds it with the note of self-service.
"""

from datetime import date

from django.core import signing
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.members.planning import PromisesAtRisk
from catalogue.models import Copy, Loan, Reservation
from escale.common.text.folding import fold

COOKIE = "stay"  # of the phone, with the token of the reservation
NOTE = "self-service"  # in the loan, so that staff tell it from one of the desk
MAX_BOXES = 6  # that one stay has at once


def find_stay(token: str, *, today: date) -> Reservation | None:
    """The reservation whose guest is in the house today; None for all other tokens."""
    try:
        reservation = reserving.find_by_token(token) if token else None
    except signing.BadSignature:
        return None
    if reservation is None or reservation.is_queued:
        return None
    return reservation if reservation.stay_from <= today <= reservation.stay_to else None


def find_own_loan(copy: Copy, stay: Reservation) -> Loan | None:
    """The open loan by which this guest has the box."""
    loan = Loan.objects.open().filter(copy=copy).first()
    if loan is None:
        return None
    is_own = loan.reservation_id == stay.pk or fold(loan.borrower) == fold(stay.name)
    return loan if is_own else None


@services.catalogue_transaction()
def take_box(copy: Copy, stay: Reservation, *, today: date) -> Loan:
    """Lend the box to the guest until the stay ends. A second tap finds the loan that the first one made."""
    if own_loan := find_own_loan(copy, stay):
        return own_loan
    own_loans = [
        row for row in Loan.objects.open().filter(note=NOTE) if fold(row.borrower) == fold(stay.name)
    ]
    if len(own_loans) >= MAX_BOXES:
        raise DeskRefusal(_("You have %(n)s boxes already: put one back first.") % {"n": MAX_BOXES})
    fulfils = [stay.pk] if stay.title_id == copy.title_id and not stay.done else []
    try:
        [loan] = lending.lend_copies(
            copies=[copy.pk], borrower=stay.name, out=today, due=stay.stay_to, note=NOTE, fulfils=fulfils
        )
    except PromisesAtRisk as risk:
        raise DeskRefusal(_("Another guest has reserved this box: please ask at the desk.")) from risk
    return loan


@services.catalogue_transaction()
def put_back(copy: Copy, stay: Reservation, *, missing: str, today: date) -> Copy:
    """End the guest's own loan and note what is missing. A second tap finds the box back already."""
    copy = Copy.objects.select_for_update(of=("self",)).get(pk=copy.pk)
    if copy.status != Copy.Status.OUT:
        return copy
    if find_own_loan(copy, stay) is None:
        raise DeskRefusal(_("Somebody else has this box: please ask at the desk."))
    seen = lending.ReturnedBox(copy=copy.pk, missing=missing, condition=copy.condition)
    return lending.return_copies(returned=[seen], on=today).copies[0]
