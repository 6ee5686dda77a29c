"""A job is work that the worker repeats. Each app declares its jobs in `jobs.py`, as a tuple `JOBS`."""

from collections.abc import Callable
from dataclasses import dataclass


def _do_nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Job:
    """Work that the worker repeats, without a request."""

    name: str
    #: Does one bounded part of the work; returns True if there is more to do at once.
    step: Callable[[], bool]
    #: How many seconds the job rests after a step that left nothing to do.
    interval: float
    #: How many seconds the job rests after a step that left more to do. Others can write to the database
    #: meanwhile.
    pause_between_steps: float = 0.0
    #: How many seconds after the start of the worker the first step runs.
    first_after: float = 0.0
    #: Releases the connections and processes that the steps keep open. The worker calls it when it stops.
    close: Callable[[], None] = _do_nothing
