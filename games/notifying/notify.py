"""Notifies people who are not at their table that they must decide: by email, or by a signed webhook."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Exists, OuterRef, Q
from django.utils import translation
from django.utils.translation import gettext as _

from escale.common.clock import now_ms
from games.core.seat_masks import has_seat
from games.matches.storage.presence import present_seats
from games.models import MatchEvent, Seat, Status
from games.notifying import webhooks
from games.presenting import words

log = logging.getLogger(__name__)
#: Emails are sent so many milliseconds after the last move. Webhooks do not wait: programs want to know at once.
EMAIL_DELAY_MS = 60_000
MAX_SEATS = 4
MAX_NOTIFIED_SEATS = 20  # in one step


def _must_decide() -> Q:
    """A condition for seats: the bit of the seat is set in the mask `awaited_seats` of its match."""
    conditions = []
    for seat in range(MAX_SEATS):
        masks = [mask for mask in range(2**MAX_SEATS) if has_seat(mask, seat)]
        conditions.append(Q(index=seat, match__awaited_seats__in=masks))
    return Q.create(conditions, connector=Q.OR)


def due_seats() -> list[Seat]:
    """Some seats that must decide, and that were not notified since their own last event or since an undo."""
    wants_notification = Q(webhook__gt="") | Q(mail__gt="", match__moved_at__lt=now_ms() - EMAIL_DELAY_MS)
    new_events = MatchEvent.objects.filter(match=OuterRef("match"), number__gt=OuterRef("notified_number"))
    new_events = new_events.filter(Q(seat=OuterRef("index")) | Q(kind="undo"))
    seats = Seat.objects.filter(wants_notification, _must_decide(), match__status=Status.ACTIVE, match__paused=False)
    return list(seats.filter(Exists(new_events), relief_level="").select_related("match")[:MAX_NOTIFIED_SEATS])


def notify_due_seats() -> int:
    """Notifies some of the seats that are due, and returns the number of these seats."""
    seats = due_seats()
    for seat in seats:
        # The seat is marked before it is notified. Otherwise a failure would repeat the same notification for ever.
        # Another worker may have marked it first.
        is_marked_by_us = Seat.objects.filter(pk=seat.pk, notified_number=seat.notified_number).update(
            notified_number=seat.match.number
        )
        if is_marked_by_us:
            _notify(seat)
    return len(seats)


def _notify(seat: Seat) -> None:
    """Notifies by webhook and by email, if the seat has asked for them; a failure of one does not stop the other."""
    url = f"{settings.BASE_URL}/m/{seat.match_id}"
    if seat.webhook:
        _try(_call_webhook, seat, url)
    if seat.mail and not present_seats(seat.match_id, [seat.index]):
        _try(_send_email, seat, url)


def _try(send: Callable[[Seat, str], None], seat: Seat, url: str) -> None:
    try:
        send(seat, url)
    except (webhooks.Unreachable, OSError) as error:
        log.warning("match %s seat %d could not be notified: %s", seat.match_id, seat.index, error)


def _call_webhook(seat: Seat, url: str) -> None:
    content = {"match": seat.match_id, "seat": seat.index, "number": seat.match.number, "url": url}
    webhooks.post(seat.webhook, seat.webhook_secret, content)


def _send_email(seat: Seat, url: str) -> None:
    with translation.override(seat.language):
        game = words.game_name(seat.match.game)
        subject = _("%(game)s: it is your turn") % {"game": game}
        text = _(
            "Hello %(name)s,\n\nyour table waits for you: %(url)s\n\n"
            "You asked for this letter at the table; switch it off there."
        )
        send_mail(subject, text % {"name": words.seat_name(seat), "url": url}, None, [seat.mail])
