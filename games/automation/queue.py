"""The queue of matches that wait for the worker (docs/adr/0311).

A match waits if a bot must move, if a clock has run out, or if seats have not sent their random numbers in
time. There are two lines. Quick bots and clocks take milliseconds. Slow bots search, and have their own line,
so that a person who plays against a quick bot never waits for a search. In each line the owners of the
matches take turns. The owner of a match is its origin: the address or account that created it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from django.db.models import Q

from escale.common.clock import now_ms
from games.bots.levels import SLOW
from games.matches.storage import sql
from games.matches.storage.transactions import write_transaction
from games.models import Match, Status

#: After this many milliseconds another worker may play the match, because the first one is dead or hangs.
LEASE_MS = 10_000
MAX_REMEMBERED_OWNERS = 10_000
_MAX_CANDIDATES = 200
_SLOW_LEVELS = ", ".join(f"'{level}'" for level in sorted(SLOW))
#: The level of a bot. For a bot that plays for an absent person it is in `relief`, which is otherwise empty.
BOT_LEVEL = "COALESCE(NULLIF(bot.relief, ''), bot.level)"
#: The table and the condition of a join with the bots that must decide now. In the columns `waiting` (the
#: seats that must decide) and `automatic` (the seats that a bot plays), bit N stands for seat N.
AWAITED_BOTS = """
    games_seat bot ON bot.match_id = games_match.id
        AND ((games_match.waiting & games_match.automatic) >> bot."index") & 1 = 1
"""
# `speed` is a value of `Speed`: QUICK if a quick bot is among those that must decide, or if there is no bot.
# `place` numbers the matches of one owner, from 1.
_SELECT_CANDIDATES = f"""
    WITH due_match AS (
        SELECT games_match.id, games_match.due,
            COALESCE(NULLIF(games_match.origin, ''), games_match.id) AS owner,
            COALESCE(MIN(CASE WHEN {BOT_LEVEL} IN ({_SLOW_LEVELS}) THEN 1 ELSE 0 END), 0) AS speed
        FROM games_match LEFT JOIN {AWAITED_BOTS}
        WHERE games_match.due <= %s AND games_match.status IN ('open', 'active')
            AND (games_match.leased_until IS NULL OR games_match.leased_until <= %s)
        GROUP BY games_match.id
    )
    SELECT id, owner, due, ROW_NUMBER() OVER (PARTITION BY owner ORDER BY due, id) AS place
    FROM due_match WHERE speed = %s
    ORDER BY place, due, id LIMIT {_MAX_CANDIDATES}
"""


class Speed(IntEnum):
    """The two lines; clocks wait in that of the quick bots."""

    QUICK = 0
    SLOW = 1


def find_speed(level: str) -> Speed:
    return Speed.SLOW if level in SLOW else Speed.QUICK


class WaitingMatch(NamedTuple):
    """A match that is due and that no worker has leased.

    If the origin of the match is not known, the match is its own owner. `place` is 1 for the match of this
    owner that became due first, 2 for the next one, and so on. Times are in milliseconds, as from `now_ms`.
    """

    id: str
    owner: str
    due: int
    place: int


def list_waiting_matches(speed: Speed) -> list[WaitingMatch]:
    """The matches that wait in this line: first one of each owner, then the second ones, and so on."""
    now = now_ms()
    return [WaitingMatch._make(row) for row in sql.fetch_rows(_SELECT_CANDIDATES, [now, now, speed])]


class Turns:
    """Lets owners take turns, however many matches each of them has.

    When a worker has played for a match, its owner goes behind all owners who were waiting at that time.
    """

    def __init__(self) -> None:
        self._served_at: OrderedDict[str, int] = OrderedDict()

    def sort(self, waiting: Sequence[WaitingMatch]) -> list[WaitingMatch]:
        return sorted(waiting, key=self._sort_key)

    def _sort_key(self, match: WaitingMatch) -> tuple[int, int]:
        """Sorts the first matches of all owners before any second one, and these by waiting time.

        An owner waits since the match became due, or since the owner was last served, if that was later.
        """
        return match.place, max(match.due, self._served_at.get(match.owner, 0))

    def mark_served(self, owner: str) -> None:
        self._served_at[owner] = now_ms()
        self._served_at.move_to_end(owner)
        if len(self._served_at) > MAX_REMEMBERED_OWNERS:
            self._served_at.popitem(last=False)


class Lease(NamedTuple):
    """The right to play for the bots of a match, which one worker has until that time."""

    match_id: str
    until: int


def take_lease(match_id: str) -> Lease | None:
    """The lease of a match for the calling worker; None if another worker has it, or if the match is not due.

    A move of a bot ends the lease (`games.matches.storage.event_log`); otherwise `release` does.
    """
    now = now_ms()
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    with write_transaction():
        matches = Match.objects.filter(
            free, pk=match_id, due__lte=now, status__in=(Status.OPEN, Status.ACTIVE)
        )
        is_free = matches.update(leased_until=now + LEASE_MS) > 0
    return Lease(match_id, now + LEASE_MS) if is_free else None


def release(lease: Lease) -> None:
    """Ends the lease of a match for which no bot has moved."""
    _change_leased(lease, leased_until=None)


def postpone(lease: Lease, milliseconds: int) -> None:
    """Ends the lease of a match that has failed, and makes it due later, so that others are played first."""
    _change_leased(lease, leased_until=None, due=now_ms() + milliseconds)


def _change_leased(lease: Lease, **changes: int | None) -> None:
    """Changes the match unless this lease has ended, because then another worker may have the match."""
    with write_transaction():
        Match.objects.filter(pk=lease.match_id, leased_until=lease.until).update(**changes)
