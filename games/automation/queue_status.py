"""Counts the bots that must decide now, and measures how long the first of them has waited, for operators."""

from __future__ import annotations

from typing import NamedTuple

from escale.common.clock import now_ms
from games.automation.queue import AWAITED_BOTS, BOT_LEVEL
from games.bots.levels import LEVELS
from games.matches.storage import sql

#: Above this the bots of a level are too slow for the people who play against them.
MAX_WAIT_SECONDS = 30
_SELECT_WAITING_BOTS = f"""
    SELECT {BOT_LEVEL} AS level, COUNT(*), MIN(games_match.due)
    FROM games_match JOIN {AWAITED_BOTS}
    WHERE games_match.due <= %s AND games_match.status = 'active'
    GROUP BY 1
"""


class WaitingBots(NamedTuple):
    """The bots of one level that must decide now. A bot counts until its move is written."""

    level: str
    count: int
    oldest_seconds: float


def measure_queue() -> list[WaitingBots]:
    """The waiting bots of each level in `LEVELS`, with a count of 0 if none waits."""
    now = now_ms()
    rows_by_level = {row[0]: row for row in sql.fetch_rows(_SELECT_WAITING_BOTS, [now])}
    waiting_bots = []
    for level in LEVELS:
        _, count, oldest = rows_by_level.get(level, (level, 0, now))
        waiting_bots.append(WaitingBots(level, count, oldest_seconds=(now - oldest) / 1000))
    return waiting_bots


def describe_delay() -> str:
    """For /readyz: "ok" if no bot waits for long, otherwise the levels of those that do."""
    late = [bots for bots in measure_queue() if bots.oldest_seconds > MAX_WAIT_SECONDS]
    sentences = [
        f"{bots.count} {bots.level} wait, the first for {bots.oldest_seconds:.0f} s" for bots in late
    ]
    return "; ".join(sentences) or "ok"
