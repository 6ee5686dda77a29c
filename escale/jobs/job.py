"""What a job is. Each app declares its jobs in its own `jobs.py`, as a tuple `JOBS`."""

from collections.abc import Callable
from dataclasses import dataclass


def _do_nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Job:
    """Work that the worker does again and again, without anybody asking for it."""

    name: str
    #: does one bounded part of the work; True if there is more to do at once
    step: Callable[[], bool]
    #: seconds of rest when there was nothing more to do
    interval: float
    #: seconds of rest when there is more, so that others can write to the database between two steps
    pause: float = 0.0
    #: gives back what the steps hold; called when the worker stops
    close: Callable[[], None] = _do_nothing
