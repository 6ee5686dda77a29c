"""Guests of the house take boxes and put them back by themselves, with the link of a reservation or a stay.

What they do is the same loan as at the desk, in one transaction: two phones that do the same at once make one
loan, and the second is told so. The audit log holds it with the note of self-service.
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

COOKIE = "stay"  # of the phone, with the token of the reservation or of the stay
NOTE = "self-service"  # in the loan, so that staff tell it from one of the desk
MAX_BOXES = 6  # that one stay has at once


#: what says that guests are in the house: their reservation of a title, or the stay that staff wrote down
GuestStay = Reservation | Stay


def find_stay(token: str, *, today: date) -> GuestStay | None:
    """The stay of guests who are in the house today; None for all other tokens."""
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
    """Staff have written the name of a stay. The name of a reservation proves nothing: anybody types one."""
    if isinstance(stay, Reservation):
        return loan.reservation_id == stay.pk
    return fold(loan.borrower) == fold(stay.name)


@services.catalogue_transaction()
def take_box(copy: Copy, stay: GuestStay, *, today: date) -> Loan:
    """Lend the box to the guest until the stay ends. A second tap finds the loan that the first one made."""
    if own_loan := find_own_loan(copy, stay):
        return own_loan
    own_loans = [
        row for row in Loan.objects.open().filter(note=NOTE) if fold(row.borrower) == fold(stay.name)
    ]
    if len(own_loans) >= MAX_BOXES:
        raise DeskRefusal(_("You have %(n)s boxes already: put one back first.") % {"n": MAX_BOXES})
    promises = Reservation.objects.current(today).filter(title=copy.title_id, stay_from__lte=today)
    fulfils = [promise.pk for promise in promises if fold(promise.name) == fold(stay.name)]
    try:
        [loan] = lending.lend_copies(
            copies=[copy.pk], borrower=stay.name, out=today, due=stay.stay_to, note=NOTE, fulfils=fulfils
        )
    except PromisesAtRisk as risk:
        raise DeskRefusal(_("Another guest has reserved this box: please ask at the desk.")) from risk
    if isinstance(stay, Reservation):
        loan.reservation = stay  # whose link puts the box back, also where the loan has settled another one
        loan.save(update_fields=["reservation"])
    return loan


@services.catalogue_transaction()
def put_back(copy: Copy, stay: GuestStay, *, missing: str, today: date) -> Copy:
    """End the guest's own loan and note what is missing. A second tap finds the box back already."""
    copy = Copy.objects.select_for_update(of=("self",)).get(pk=copy.pk)
    if copy.status != Copy.Status.OUT:
        return copy
    if find_own_loan(copy, stay) is None:
        raise DeskRefusal(_("Somebody else has this box: please ask at the desk."))
    seen = lending.ReturnedBox(copy=copy.pk, missing=missing, condition=copy.condition)
    return lending.return_copies(returned=[seen], on=today).copies[0]
