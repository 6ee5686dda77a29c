"""Reservations: a guest asks for a title before a stay, with a name and without an account.

A reservation promises a box of the title for each day of the stay. A guest may also wait in the queue of the
title for days on which all boxes are lent or promised.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal
from catalogue.desk.promises import Calendar, Days, days_of, load_calendars
from catalogue.models import Copy, GameTitle, Reservation
from escale.common import audit, dates, languages, limits
from escale.common.text.elision import apply_elisions
from escale.common.text.folding import fold

log = logging.getLogger(__name__)
MAX_PER_GUEST = 4
TOKEN_SALT = "reservation"
LONGEST_STAY = timedelta(days=31)
LONGEST_AHEAD = timedelta(days=366)
TITLES_PER_STEP, MAX_QUEUE = 100, 50
MAILED = limits.Limit("mail about reservations", 8, 24 * 3600)  # emails to one address in a day
NOTICE_PERIOD = timedelta(days=7)  # A guest hears that a box is back if the stay begins in this time.


@dataclass(frozen=True, slots=True)
class ReservationRequest:
    name: str
    stay_from: date
    stay_to: date
    mail: str = ""
    language: str = ""
    note: str = ""


def find_objection(
    title: GameTitle, request: ReservationRequest, *, today: date, ignored_id: int | None = None
) -> str:
    """The reason why the title cannot be reserved; empty if it can.

    A reservation that the guest changes must not count against itself: its id is `ignored_id`.
    """
    calendar = load_calendars([title.pk], today=today)[title.pk]
    return _find_objection_to_request(
        title, calendar, request, today=today, ignored_id=ignored_id
    ) or _find_objection_to_days(calendar, Days(request.stay_from, request.stay_to), ignored_id)


def _find_objection_to_request(
    title: GameTitle, calendar: Calendar, request: ReservationRequest, *, today: date, ignored_id: int | None
) -> str:
    """The reason why the guest cannot even wait for the title; empty if only the days may be a problem."""
    if objection := _find_objection_to_stay(request, today):
        return objection
    if not calendar.boxes:
        if title.copies.filter(status=Copy.Status.REPAIR).exists():
            return _("The box is under repair: nobody knows yet when it can be lent.")
        return _("The house has no box of this title.")
    waiting = Reservation.objects.current(today) | Reservation.objects.queued(today)
    of_guest = [
        reservation
        for reservation in waiting.only("title_id", "name")
        if reservation.pk != ignored_id and fold(reservation.name) == fold(request.name)
    ]
    if any(reservation.title_id == title.pk for reservation in of_guest):
        return _("This title is already put aside under this name.")
    if len(of_guest) >= MAX_PER_GUEST:
        return _("At most %(n)s titles can be put aside under one name.") % {"n": MAX_PER_GUEST}
    return ""


def _find_objection_to_days(calendar: Calendar, days: Days, ignored_id: int | None) -> str:
    """The reason why no box can be promised for these days; empty if one can."""
    if calendar.find_full_day(days, ignored_ids=[ignored_id] if ignored_id else []) is None:
        return ""
    if free_from := calendar.find_free_stay(days):
        words = {"day": dates.day(free_from, "j F Y")}
        text = _("No box is free on all of these days. One is free for a stay of this length from %(day)s.")
        return apply_elisions(text % words, languages.current())
    return _("No box is free on these days, and nobody knows yet when one will be back.")


def _find_objection_to_stay(request: ReservationRequest, today: date) -> str:
    if request.stay_to < request.stay_from:
        return _("The stay ends before it begins.")
    if request.stay_to < today or request.stay_from > today + LONGEST_AHEAD:
        return _("The stay must be within the next twelve months.")
    if request.stay_to - request.stay_from > LONGEST_STAY:
        return _("For a stay of more than a month, please write to us.")
    return ""


class NoBoxFree(DeskRefusal):
    """No box is free on these days. The guest may choose other days, or wait in the queue."""


@services.catalogue_transaction()
def reserve_title(
    *, title: GameTitle, request: ReservationRequest, today: date, may_queue: bool = False
) -> Reservation:
    """Promises the guest a box.

    Lending and reserving lock the catalogue, so no other desk or guest can take the box in the same moment.
    Raises NoBoxFree if all boxes are lent or promised, unless the guest may wait in the queue.
    """
    calendar = load_calendars([title.pk], today=today)[title.pk]
    if objection := _find_objection_to_request(title, calendar, request, today=today, ignored_id=None):
        raise DeskRefusal(objection)
    is_full = _find_objection_to_days(calendar, Days(request.stay_from, request.stay_to), None)
    if is_full and not may_queue:
        raise NoBoxFree(is_full)
    reservation = Reservation.objects.create(
        title=title,
        name=request.name.strip(),
        stay_from=request.stay_from,
        stay_to=request.stay_to,
        mail=request.mail,
        language=request.language,
        note=request.note,
        is_queued=bool(is_full),
    )
    audit.record_addition(who=None, thing=reservation)
    return reservation


@services.catalogue_transaction()
def change_stay(reservation: Reservation, *, stay_from: date, stay_to: date, today: date) -> Reservation:
    """Promises the guest other days.

    A refusal leaves the old days as they are. A guest in the queue may go on waiting, for the new days.
    """
    reservation = (
        Reservation.objects.select_related("title").select_for_update(of=("self",)).get(pk=reservation.pk)
    )
    request = ReservationRequest(reservation.name, stay_from, stay_to)
    calendar = load_calendars([reservation.title_id], today=today)[reservation.title_id]
    objection = _find_objection_to_request(
        reservation.title, calendar, request, today=today, ignored_id=reservation.pk
    )
    if objection or reservation.done:
        raise DeskRefusal(objection or _("This reservation is already closed."))
    is_full = _find_objection_to_days(calendar, Days(stay_from, stay_to), reservation.pk)
    if is_full and not reservation.is_queued:
        raise NoBoxFree(is_full)
    values = {"stay_from": stay_from, "stay_to": stay_to, "is_queued": bool(is_full), "told_at": None}
    audit.change_fields(who=None, thing=reservation, **values)
    return reservation


def serve_queue(*, today: date) -> int:
    """Promises free boxes to guests in the queue; whoever asked first comes first.

    Returns how many guests got a promise.
    """
    title_ids = Reservation.objects.queued(today).order_by().values_list("title", flat=True).distinct()
    return sum(_serve_queue_of(title_id, today) for title_id in list(title_ids[:TITLES_PER_STEP]))


@services.catalogue_transaction()
def _serve_queue_of(title_id: int, today: date) -> int:
    calendar = load_calendars([title_id], today=today)[title_id]
    queue = Reservation.objects.queued(today).filter(title=title_id).order_by("made_at", "pk")
    served_count = 0
    for reservation in queue.select_related("title").prefetch_related("title__names")[:MAX_QUEUE]:
        if calendar.find_full_day(days_of(reservation)) is None:
            audit.change_fields(who=None, thing=reservation, is_queued=False)
            calendar.reservations.append(reservation)
            served_count += 1
            if reservation.mail:
                transaction.on_commit(lambda reservation=reservation: _send_promise(reservation))
    return served_count


def notify_waiting_guests(title_ids: Collection[int], *, today: date) -> list[Reservation]:
    """Sends each guest who waits for one of the titles at most one email, if the reservation has an address.

    Returns for each title its first reservation whose stay begins within NOTICE_PERIOD.
    """
    # The rows are locked: otherwise two boxes of a title that come back at two desks would cause two emails.
    reservations = (
        Reservation.objects.current(today)
        .filter(title__in=title_ids, stay_from__lte=today + NOTICE_PERIOD)
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
    with translation.override(reservation.language or languages.default()):
        text = _(
            "Hello,\n\n“%(title)s” is back and is waiting for your stay from %(day)s.\n\nNot "
            "coming after all? Change or cancel here: %(address)s\n"
        )
        _send(reservation, _("%(title)s is waiting for you"), text)


def _send_promise(reservation: Reservation) -> None:
    """Tells a guest who has waited in the queue that a box is reserved now."""
    with translation.override(reservation.language or languages.default()):
        text = _(
            "Hello,\n\nA box of “%(title)s” is free for your stay from %(day)s: it is "
            "reserved for you.\n\nNot coming after all? Change or cancel here: %(address)s\n"
        )
        _send(reservation, _("%(title)s is reserved for you"), text)


def _send(reservation: Reservation, subject: str, text: str) -> None:
    """Sends the email, which repeats no word that the guest wrote.

    Whoever reserves chooses the name and the address, and the address may be another person's.
    """
    if limits.count_request(MAILED, reservation.mail.lower()):
        return
    title = reservation.title.name_in(languages.current())
    words = {
        "title": title,
        "day": dates.day(reservation.stay_from, "j F Y"),
        "address": settings.BASE_URL + reverse("catalogue:reservation", args=[sign_token(reservation)]),
    }
    one_line = " ".join((subject % {"title": title}).split())
    try:
        send_mail(one_line, apply_elisions(text % words, languages.current()), None, [reservation.mail])
    except OSError as error:  # The reservation is as the email says, even if nobody reads it.
        # A mail server repeats the address in its refusal, so only the kind of the error is logged.
        log.warning("reservation %s: no email was sent: %s", reservation.pk, type(error).__name__)


def sign_token(reservation: Reservation) -> str:
    """The last part of the address of the guest's own page. It is signed: only the site can make it."""
    return signing.dumps(reservation.pk, salt=TOKEN_SALT)


def find_by_token(token: str) -> Reservation | None:
    """The reservation of this token; None if it was cancelled or erased. Raises BadSignature."""
    pk = signing.loads(token, salt=TOKEN_SALT)
    return Reservation.objects.select_related("title").prefetch_related("title__names").filter(pk=pk).first()


@services.catalogue_transaction()
def cancel(reservation: Reservation) -> None:
    """Erases the reservation of a guest who does not come. Its days are free again."""
    audit.record_deletion(who=None, thing=reservation)
    reservation.delete()


@transaction.atomic
def mark_done(*, reservation: Reservation, who) -> None:
    """Notes that the guest has the box, or does not want it any more."""
    audit.change_fields(who=who, thing=reservation, done=True)
