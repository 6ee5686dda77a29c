"""What the worker does for the games."""

from escale.jobs.job import Job
from games.automation import worker
from games.notifying import notify


def notify_absent_players() -> bool:
    """Tell some of those who must decide and are not there; True if somebody was told."""
    return notify.notify_due_seats() > 0


_bots_and_clocks = worker.BotsAndClocks()
JOBS = (
    Job("bots and clocks", _bots_and_clocks.step, interval=0.15, close=_bots_and_clocks.close),
    Job("notifications", notify_absent_players, interval=1.0),
)
