"""The content of webhooks, and the webhooks that wait to be sent after the end of a match."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

from django.conf import settings

from escale.common.clock import now_ms
from escale.common.models import WaitingWebhook
from games.core.contract import Json
from games.models import Seat


def make_content(event: str, facts: Json) -> Json:
    """The body of a webhook: its id, which stays the same when it is sent again, and the event."""
    at = datetime.fromtimestamp(now_ms() / 1000, UTC).isoformat(timespec="milliseconds")
    return {"id": secrets.token_hex(16), "event": event, "at": at} | facts


def describe_seat(seat: Seat) -> Json:
    return {"match": seat.match_id, "seat": seat.index, "url": f"{settings.BASE_URL}/m/{seat.match_id}"}


def queue_finished(seats: Iterable[Seat]) -> None:
    """Stores a webhook to be sent for each of these seats that has one, because its match is over."""
    WaitingWebhook.objects.bulk_create(
        WaitingWebhook(
            url=seat.webhook,
            secret=seat.webhook_secret,
            content=make_content("finished", describe_seat(seat)),
            due=now_ms(),
        )
        for seat in seats
        if seat.webhook
    )
