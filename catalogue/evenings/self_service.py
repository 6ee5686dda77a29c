"""Guests of the house take boxes and put them back by themselves, with the link of a reservation or of a
stay.

This makes the same loan as the desk does, in one transaction: if two phones take a box at once, one gets it,
and the other is told that the box is out. The note "self-service" marks these loans in the audit log.
"""

from datetime import date

from django.core import signing
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.evenings import stays
from catalogue.members.planning import PromisesAtRisk
from catalogue.models import Copy, Loan, Reservation, Stay
from escale.common.text.folding import fold

COOKIE = "stay"  # on the phone; it holds the token of the reservation or the stay
NOTE = "self-service"  # of the loan, so that staff can tell it from a loan of the desk
MAX_BOXES = 6  # for one stay at once


#: The proof that guests are in the house: their reservation of a title, or a stay that staff have entered.
GuestStay = Reservation | Stay


def find_stay(token: str, *, today: date) -> GuestStay | None:
    """The reservation or stay of this token if the guests are in the house today, else None."""
    stay = _find_by_token(token)
    return stay if stay and stay.stay_from <= today <= stay.stay_to else None


def _find_by_token(token: str) -> GuestStay | None:
    for find_by_token in (stays.find_by_token, reserving.find_by_token):
        try:
            stay = find_by_token(token)
        except signing.BadSignature:
            continue
        return None if isinstance(stay, Reservation) and stay.is_queued else stay
    return None


def find_own_loan(copy: Copy, stay: GuestStay) -> Loan | None:
    """The open loan by which these guests have the box."""
    loan = Loan.objects.open().filter(copy=copy).first()
    return loan if loan and _is_own(loan, stay) else None


def list_own_loans(stay: GuestStay) -> list[Loan]:
    """The boxes that these guests have, the first one that is due first."""
    loans = Loan.objects.open().select_related("copy__title").prefetch_related("copy__title__names")
    return [loan for loan in loans.order_by("due", "pk") if _is_own(loan, stay)]


def _is_own(loan: Loan, stay: GuestStay) -> bool:
    """Whether the loan is of this stay. The name is compared only for a stay, whose name staff have entered:
    a guest can type any name into a reservation, so it proves nothing.
    """
    if isinstance(stay, Reservation):
        return loan.reservation_id == stay.pk
    return fold(loan.borrower) == fold(stay.name)


@services.catalogue_transaction()
def take_box(copy: Copy, stay: GuestStay, *, today: date) -> Loan:
    """Lends the box to the guest until the stay ends. A second tap returns the same loan."""
    if own_loan := find_own_loan(copy, stay):
        return own_loan
    own_loans = [
        row for row in Loan.objects.open().filter(note=NOTE) if fold(row.borrower) == fold(stay.name)
    ]
    if len(own_loans) >= MAX_BOXES:
        raise DeskRefusal(_("You have %(n)s boxes already: put one back first.") % {"n": MAX_BOXES})
    reservations = Reservation.objects.current(today).filter(title=copy.title_id, stay_from__lte=today)
    own_reservation_ids = [
        reservation.pk for reservation in reservations if fold(reservation.name) == fold(stay.name)
    ]
    try:
        [loan] = lending.lend_copies(
            copies=[copy.pk],
            borrower=stay.name,
            out=today,
            due=stay.stay_to,
            note=NOTE,
            fulfilled_reservation_ids=own_reservation_ids,
        )
    except PromisesAtRisk as risk:
        raise DeskRefusal(_("Another guest has reserved this box: please ask at the desk.")) from risk
    if isinstance(stay, Reservation):
        # The link of this reservation puts the box back, even if the loan has fulfilled another one.
        loan.reservation = stay
        loan.save(update_fields=["reservation"])
    return loan


@services.catalogue_transaction()
def put_back(copy: Copy, stay: GuestStay, *, missing: str, today: date) -> Copy:
    """Ends the guest's own loan and notes what is missing. A second tap finds the box on its shelf."""
    copy = Copy.objects.select_for_update(of=("self",)).get(pk=copy.pk)
    if copy.status != Copy.Status.OUT:
        return copy
    if find_own_loan(copy, stay) is None:
        raise DeskRefusal(_("Somebody else has this box: please ask at the desk."))
    seen = lending.ReturnedBox(copy=copy.pk, missing=missing, condition=copy.condition)
    return lending.return_copies(returned=[seen], on=today).copies[0]
