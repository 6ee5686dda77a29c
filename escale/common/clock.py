"""The hour that matches go by: one for all processes, and it does not jump when a machine's clock is set.

Each process asks for the time once and counts on from there with a clock that nobody sets. With PostgreSQL it asks the
database, so that two machines whose clocks differ give a move the same time to think.
"""

import time

from django.db import connection

_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # the first counts on while the machine sleeps


def _counted() -> int:
    return time.clock_gettime_ns(_STEADY) // 1_000_000


_zero = time.time_ns() // 1_000_000 - _counted()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return _zero + _counted()


def agree() -> None:
    """Set by the database's clock; processes that write matches call it when they start."""
    global _zero
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            _zero = cursor.fetchone()[0] - _counted()
