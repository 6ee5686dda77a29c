"""Removes tables that nobody has joined. An open table exists for one day."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.matches.storage.match_rows import lock_match
from games.matches.storage.transactions import write_transaction
from games.models import ClosedTable, Match, Status

OPEN_TABLE_LIFETIME = timedelta(days=1)
#: For this long, people who come back to a table that staff have closed are told the reason.
CLOSED_TABLE_LIFETIME = timedelta(days=30)
TABLES_PER_STEP = 50


def remove_expired_tables() -> bool:
    """Removes some open tables that are too old; True if there may be more."""
    oldest = timezone.now() - OPEN_TABLE_LIFETIME
    expired = Match.objects.filter(status=Status.OPEN, created_at__lte=oldest)
    ids = list(expired.order_by().values_list("pk", flat=True)[:TABLES_PER_STEP])
    for match_id in ids:
        _remove_open_table(match_id)
    ClosedTable.objects.filter(at__lte=timezone.now() - CLOSED_TABLE_LIFETIME).delete()
    return len(ids) == TABLES_PER_STEP


def _remove_open_table(match_id: str) -> None:
    with write_transaction():
        match = lock_match(match_id)
        # The last free seat may have been taken a moment ago.
        if match is not None and match.status == Status.OPEN:
            Match.objects.filter(pk=match_id).delete()
