"""Tells people who are not there that a decision waits for them: by mail, or by a signed webhook."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Exists, OuterRef, Q
from django.utils import translation
from django.utils.translation import gettext as _

from escale.common.clock import now_ms
from games.matches.storage.presence import present_seats
from games.models import MatchEvent, Seat, Status
from games.notifying import webhooks
from games.presenting import words

log = logging.getLogger(__name__)
#: whoever is looking needs no letter; a webhook is for programs, which want to know at once
MAIL_AFTER = 60_000
BATCH = 20


def _must_decide() -> Q:
    """Seats whose bit is set in their match's `waiting`."""
    bits = [Q(index=i, match__waiting__in=[w for w in range(16) if w >> i & 1]) for i in range(4)]
    return Q.create(bits, connector=Q.OR)


def due() -> list[Seat]:
    """Seats that must decide and have not been told of it since they did something themselves, or a move went back."""
    wanted = Q(webhook__gt="") | Q(mail__gt="", match__moved__lt=now_ms() - MAIL_AFTER)
    news = MatchEvent.objects.filter(match=OuterRef("match"), number__gt=OuterRef("told"))
    news = news.filter(Q(seat=OuterRef("index")) | Q(kind="undo"))
    seats = Seat.objects.filter(wanted, _must_decide(), match__status=Status.ACTIVE, match__paused=False)
    return list(seats.filter(Exists(news), relief="").select_related("match")[:BATCH])


def once() -> int:
    """One round; how many were told."""
    seats = due()
    for seat in seats:
        # Told first: a letter that fails is not sent twice, and a crash cannot repeat it for ever.
        taken = Seat.objects.filter(pk=seat.pk, told=seat.told).update(told=seat.match.number)
        if taken:
            _tell(seat)
    return len(seats)


def _tell(seat: Seat) -> None:
    """In each way that was asked for: one that fails must not silence the other."""
    url = f"{settings.BASE_URL}/m/{seat.match_id}"
    absent = not present_seats(seat.match_id, [seat.index])
    for wanted, tell in ((seat.webhook, _call), (seat.mail and absent, _letter)):
        try:
            if wanted:
                tell(seat, url)
        except (webhooks.Unreachable, OSError) as error:
            log.warning("match %s seat %d could not be told: %s", seat.match_id, seat.index, error)


def _call(seat: Seat, url: str) -> None:
    content = {"match": seat.match_id, "seat": seat.index, "number": seat.match.number, "url": url}
    webhooks.post(seat.webhook, seat.webhook_secret, content)


def _letter(seat: Seat, url: str) -> None:
    with translation.override(seat.language):
        game = words.game_name(seat.match.game)
        subject = _("%(game)s: it is your turn") % {"game": game}
        text = _(
            "Hello %(name)s,\n\nyour table waits for you: %(url)s\n\n"
            "You asked for this letter at the table; switch it off there."
        )
        send_mail(subject, text % {"name": words.seat_name(seat), "url": url}, None, [seat.mail])
