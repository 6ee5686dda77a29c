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
#: Milliseconds after the last move. Only emails wait: programs that get webhooks want to know at once.
EMAIL_AFTER = 60_000
MAX_SEATS = 4
BATCH = 20


def _must_decide() -> Q:
    """Matches seats that stand in the mask `awaited_seats` of their match."""
    conditions = []
    for seat in range(MAX_SEATS):
        masks = [mask for mask in range(2**MAX_SEATS) if has_seat(mask, seat)]
        conditions.append(Q(index=seat, match__awaited_seats__in=masks))
    return Q.create(conditions, connector=Q.OR)


def due_seats() -> list[Seat]:
    """Seats that must decide and were not notified since their last own event, or since an undo."""
    wanted = Q(webhook__gt="") | Q(mail__gt="", match__moved_at__lt=now_ms() - EMAIL_AFTER)
    news = MatchEvent.objects.filter(match=OuterRef("match"), number__gt=OuterRef("notified_number"))
    news = news.filter(Q(seat=OuterRef("index")) | Q(kind="undo"))
    seats = Seat.objects.filter(wanted, _must_decide(), match__status=Status.ACTIVE, match__paused=False)
    return list(seats.filter(Exists(news), relief_level="").select_related("match")[:BATCH])


def notify_due_seats() -> int:
    """Notifies some of the seats that are due; returns how many."""
    seats = due_seats()
    for seat in seats:
        # Marked first, so that a failure or a crash never sends the same notification again and again.
        is_ours = Seat.objects.filter(pk=seat.pk, notified_number=seat.notified_number).update(
            notified_number=seat.match.number
        )
        if is_ours:
            _notify(seat)
    return len(seats)


def _notify(seat: Seat) -> None:
    """Notifies in each way that was asked for; one that fails does not prevent the other."""
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
