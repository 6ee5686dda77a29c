"""Notifies people who are not at their table that they must decide, by email or by a signed webhook."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Exists, OuterRef, Q
from django.utils import translation
from django.utils.translation import gettext as _

from escale.common import limits
from escale.common.clock import now_ms
from games.core.seat_masks import has_seat
from games.matches.limits import EMAIL_TURNS
from games.matches.storage.presence import present_seats
from games.models import MailState, MatchEvent, Seat, Status
from games.notifying import contacts, deliveries, webhooks
from games.presenting import words

log = logging.getLogger(__name__)
#: Emails are sent this many milliseconds after the last move. Webhooks are sent at once, because they go to
#: programs.
EMAIL_DELAY_MS = 60_000
MAX_SEATS = 4
# Quotation marks would allow spaces, commas and control characters before the @.
_PLAIN_ADDRESS = re.compile(r'[^\s"(),:;<>@\[\]\\\x00-\x1f\x7f]+@[^\s"(),:;<>@\\\x00-\x1f\x7f]+')
MAX_NOTIFIED_SEATS = 20  # how many are notified in one step


def _must_decide() -> Q:
    """A condition for seats: the bit of the seat is set in the mask `awaited_seats` of its match."""
    conditions = []
    for seat in range(MAX_SEATS):
        masks = [mask for mask in range(2**MAX_SEATS) if has_seat(mask, seat)]
        conditions.append(Q(index=seat, match__awaited_seats__in=masks))
    return Q.create(conditions, connector=Q.OR)


def load_due_seats() -> list[Seat]:
    """Some seats that must decide, and that were not notified since their own last event or since an undo."""
    wants_notification = Q(webhook__gt="") | Q(
        mail__gt="", mail_state=MailState.CONFIRMED, match__moved_at__lt=now_ms() - EMAIL_DELAY_MS
    )
    new_events = MatchEvent.objects.filter(match=OuterRef("match"), number__gt=OuterRef("notified_number"))
    new_events = new_events.filter(Q(seat=OuterRef("index")) | Q(kind="undo"))
    seats = Seat.objects.filter(
        wants_notification, _must_decide(), match__status=Status.ACTIVE, match__paused=False
    )
    return list(
        seats.filter(Exists(new_events), relief_level="").select_related("match")[:MAX_NOTIFIED_SEATS]
    )


def notify_due_seats() -> int:
    """Notifies some of the seats that are due, and returns the number of these seats."""
    seats = load_due_seats()
    for seat in seats:
        # The seat is marked before it is notified. Otherwise a failure would repeat the same notification for
        # ever. Another worker may have marked it first.
        is_marked_by_us = Seat.objects.filter(pk=seat.pk, notified_number=seat.notified_number).update(
            notified_number=seat.match.number
        )
        if is_marked_by_us:
            _notify(seat)
    return len(seats)


def _notify(seat: Seat) -> None:
    """Notifies by webhook and by email, if the seat wants them; a failure of one does not stop the other."""
    url = f"{settings.BASE_URL}/m/{seat.match_id}"
    if seat.webhook:
        _try(_call_webhook, seat, url)
    wants_email = seat.mail and seat.mail_state == MailState.CONFIRMED
    if wants_email and not present_seats(seat.match_id, [seat.index]):
        _try(_send_email, seat, url)


def _try(send: Callable[[Seat, str], None], seat: Seat, url: str) -> None:
    try:
        send(seat, url)
    except webhooks.Unreachable as error:
        log.warning("match %s seat %d could not be notified: %s", seat.match_id, seat.index, error)
    except (OSError, ValueError) as error:
        # A mail server repeats the address in its refusal, so only the kind of the error is logged.
        kind = type(error).__name__
        log.warning("match %s seat %d could not be notified: %s", seat.match_id, seat.index, kind)


def _call_webhook(seat: Seat, url: str) -> None:
    facts = {"match": seat.match_id, "seat": seat.index, "number": seat.match.number, "url": url}
    deliveries.send(seat.webhook, seat.webhook_secret, "turn", facts)


def _send_email(seat: Seat, url: str) -> None:
    if limits.count_request(EMAIL_TURNS, receiver_key(seat.mail)) is not None:
        log.warning("match %s seat %d: its address has got enough emails today", seat.match_id, seat.index)
        return
    with translation.override(seat.language):
        game = words.game_name(seat.match.game)
        subject = _("%(game)s: it is your turn") % {"game": game}
        text = _(
            "Hello %(name)s,\n\nYour table is waiting for you: %(url)s\n\nYou asked for these emails at the "
            "table; you can switch them off there."
        )
        send_mail(subject, text % {"name": words.seat_name(seat), "url": url}, None, [seat.mail])


def ask_new_receivers() -> int:
    """Asks the owners of some new addresses whether they want emails; returns the number of these seats."""
    new = Seat.objects.filter(mail__gt="", mail_state=MailState.NEW).exclude(match__status=Status.FINISHED)
    seats = list(new.order_by()[:MAX_NOTIFIED_SEATS])
    for seat in seats:
        is_marked_by_us = Seat.objects.filter(pk=seat.pk, mail=seat.mail, mail_state=MailState.NEW).update(
            mail_state=MailState.ASKED
        )
        if is_marked_by_us:
            _try(_send_question, seat, f"{settings.BASE_URL}/email/?token={contacts.make_token(seat)}")
    return len(seats)


def _send_question(seat: Seat, url: str) -> None:
    """Sends the question, without anything that people have typed: nobody knows yet who receives it."""
    with translation.override(seat.language):
        subject = _("Do you want emails from Escale à jeux?")
        text = _(
            "Hello,\n\n"
            "At a table on Escale à jeux, somebody entered this address to be told when it is their turn.\n\n"
            "If it was you, confirm it here: %(url)s\n\n"
            "If it was not, you can delete the address there or do nothing: you will get no further email "
            "from this table, and the address will be deleted when the match ends."
        )
        send_mail(subject, text % {"url": url}, None, [seat.mail])


def is_plain_address(mail: str) -> bool:
    """Whether the address can be in the header of an email as it is."""
    return not mail or _PLAIN_ADDRESS.fullmatch(mail) is not None


def receiver_key(mail: str) -> str:
    """One text for all addresses of one mailbox, by which its emails are counted."""
    name, _at, domain = mail.casefold().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"
