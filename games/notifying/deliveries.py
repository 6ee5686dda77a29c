"""Sends webhooks, and sends them again later if their receiver does not accept them."""

from __future__ import annotations

import logging

from escale.common.clock import now_ms
from escale.common.models import WaitingWebhook
from games.core.contract import Json
from games.matches.storage.waiting_webhooks import make_content
from games.notifying import webhooks

log = logging.getLogger(__name__)
#: The waiting times between attempts: after the first one, after the second one, and so on.
RETRY_SECONDS = (10, 60, 300, 1800, 7200)
MAX_SENT = 20  # how many are sent in one step


def send(url: str, secret: str, event: str, facts: Json) -> None:
    """Sends a webhook; if that fails, it waits for the next attempt."""
    content = make_content(event, facts)
    if not _is_accepted(url, secret, content):
        due = now_ms() + RETRY_SECONDS[0] * 1000
        WaitingWebhook.objects.create(url=url, secret=secret, content=content, attempts=1, due=due)


def send_waiting() -> int:
    """Sends some of the webhooks that are due; returns their number."""
    rows = list(WaitingWebhook.objects.filter(due__lte=now_ms()).order_by("due")[:MAX_SENT])
    for row in rows:
        _send_again(row)
    return len(rows)


def _send_again(row: WaitingWebhook) -> None:
    """Makes one attempt. First the row is postponed, so that no other worker sends it too."""
    is_last = row.attempts >= len(RETRY_SECONDS)
    due = now_ms() + RETRY_SECONDS[min(row.attempts, len(RETRY_SECONDS) - 1)] * 1000
    unchanged_row = WaitingWebhook.objects.filter(pk=row.pk, attempts=row.attempts)
    if not unchanged_row.update(attempts=row.attempts + 1, due=due):
        return
    if _is_accepted(row.url, row.secret, row.content) or is_last:
        WaitingWebhook.objects.filter(pk=row.pk).delete()


def _is_accepted(url: str, secret: str, content: Json) -> bool:
    try:
        status = webhooks.post(url, secret, content)
    except (webhooks.Unreachable, OSError, ValueError) as error:
        log.warning("webhook %s could not be sent: %s", content["id"], type(error).__name__)
        return False
    if not 200 <= status < 300:
        log.warning("webhook %s was answered with %d", content["id"], status)
        return False
    return True
