"""Reservations: guests ask for a title before their stay, with a name and no account."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.models import GameTitle, Reservation
from escale.common import audit, languages
from escale.common.text.folding import fold

log = logging.getLogger(__name__)
MAX_PER_GUEST = 4
MAX_PER_BOX = 3
LONGEST_STAY = timedelta(days=31)
LONGEST_AHEAD = timedelta(days=366)
NOTICE = timedelta(days=7)  # A guest is notified when the stay begins in this time.


@dataclass(frozen=True, slots=True)
class ReservationRequest:
    name: str
    stay_from: date
    stay_to: date
    mail: str = ""
    language: str = ""
    note: str = ""


def find_objection(title: GameTitle, request: ReservationRequest, *, today: date) -> str:
    """Why the title cannot be reserved; empty when it can."""
    if objection := _find_objection_to_stay(request, today):
        return objection
    boxes = title.copies.not_gone().count()
    if not boxes:
        return _("The house has no box of this title.")
    current = list(Reservation.objects.current(today).only("title_id", "name", "stay_from", "stay_to"))
    of_guest = [reservation for reservation in current if fold(reservation.name) == fold(request.name)]
    if any(reservation.title_id == title.pk for reservation in of_guest):
        return _("This title is already put aside in this name.")
    if len(of_guest) >= MAX_PER_GUEST:
        return _("At most %(n)s titles can be put aside in one name.") % {"n": MAX_PER_GUEST}
    of_title = [reservation for reservation in current if reservation.title_id == title.pk]
    at_same_time = [reservation for reservation in of_title if _overlaps(reservation, request)]
    if len(at_same_time) >= MAX_PER_BOX * boxes:
        return _("Others wait for this title during your stay already.")
    return ""


def _find_objection_to_stay(request: ReservationRequest, today: date) -> str:
    if request.stay_to < request.stay_from:
        return _("The stay ends before it begins.")
    if request.stay_to < today or request.stay_from > today + LONGEST_AHEAD:
        return _("The stay must lie within the next twelve months.")
    if request.stay_to - request.stay_from > LONGEST_STAY:
        return _("A stay of more than a month: please write to us.")
    return ""


def _overlaps(reservation: Reservation, request: ReservationRequest) -> bool:
    return reservation.stay_from <= request.stay_to and request.stay_from <= reservation.stay_to


@transaction.atomic
def reserve_title(*, title: GameTitle, request: ReservationRequest, today: date) -> Reservation:
    # The row of the title is locked: otherwise two guests at the same time could exceed the limits together.
    title = GameTitle.objects.select_for_update().get(pk=title.pk)
    if objection := find_objection(title, request, today=today):
        raise DeskRefusal(objection)
    reservation = Reservation.objects.create(
        title=title,
        name=request.name.strip(),
        stay_from=request.stay_from,
        stay_to=request.stay_to,
        mail=request.mail,
        language=request.language,
        note=request.note,
    )
    audit.record_addition(who=None, thing=reservation)
    return reservation


def notify_waiting_guests(title_ids: Collection[int], *, today: date) -> list[Reservation]:
    """Send each waiting guest one mail, if the reservation has an address.

    Returns for each of the titles its first reservation whose stay begins within NOTICE.
    """
    # The rows are locked: otherwise two boxes of a title that come back at two desks would cause two mails.
    reservations = (
        Reservation.objects.current(today)
        .filter(title__in=title_ids, stay_from__lte=today + NOTICE)
        .select_for_update(of=("self",))
        .select_related("title")
        .prefetch_related("title__names")
        .order_by("stay_from", "pk")
    )
    first_by_title: dict[int, Reservation] = {}
    for reservation in reservations:
        first_by_title.setdefault(reservation.title_id, reservation)
    for reservation in first_by_title.values():
        if reservation.mail and reservation.told_at is None:
            reservation.told_at = timezone.now()
            reservation.save(update_fields=["told_at"])
            transaction.on_commit(lambda reservation=reservation: _send_notice(reservation))
    return list(first_by_title.values())


def _send_notice(reservation: Reservation) -> None:
    language = reservation.language or languages.default()
    with translation.override(language):
        title = reservation.title.name_in(language)
        day = date_format(reservation.stay_from, "DATE_FORMAT")
        text = _("Hello %(name)s,\n\n“%(title)s” is back in the house and waits for your stay from %(day)s.\n") % {
            "name": reservation.name,
            "title": title,
            "day": day,
        }
        subject = _("%(title)s waits for you") % {"title": title}
        try:
            send_mail(subject, text, None, [reservation.mail])
        except OSError as error:  # The box was returned all the same.
            log.warning("reservation %s: no letter was sent: %s", reservation.pk, error)


@transaction.atomic
def mark_done(*, reservation: Reservation, who) -> None:
    """Note that the guest has the box, or does not want it any more."""
    audit.change_fields(who=who, thing=reservation, done=True)
