"""What a job is. Each app declares its jobs in its own `jobs.py`, as a tuple `JOBS`."""

from collections.abc import Callable
from dataclasses import dataclass


def _do_nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Job:
    """Work that the worker does again and again, without anybody asking for it."""

    name: str
    #: Does one bounded part of the work; returns True if there is more to do at once.
    step: Callable[[], bool]
    #: The job rests so many seconds after a step that left nothing to do.
    interval: float
    #: The job rests so many seconds after a step that left more to do, and others
    #: can write to the database meanwhile.
    pause_between_steps: float = 0.0
    #: The first step is done so many seconds after the worker has started.
    first_after: float = 0.0
    #: Releases the connections and processes that the steps hold open. The worker calls it when it stops.
    close: Callable[[], None] = _do_nothing
