"""The time that matches are played by.

All processes agree on it, and it does not jump when a machine's clock is set.

Each process asks for the time once. From then on it counts with a clock that nobody sets. With PostgreSQL it
asks the database, so that two machines whose clocks differ give a move the same time.
"""

import time

from django.db import connection

# CLOCK_BOOTTIME also counts while the machine sleeps, but not every system has it.
_STEADY_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def _steady_ms() -> int:
    """Milliseconds since some moment before this process started."""
    return time.clock_gettime_ns(_STEADY_CLOCK) // 1_000_000


#: milliseconds to add to `_steady_ms` for the milliseconds since 1970
_offset = time.time_ns() // 1_000_000 - _steady_ms()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return _offset + _steady_ms()


def sync_with_database() -> None:
    """Take over the time of a PostgreSQL server. Processes that write matches call it when they start."""
    global _offset
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            _offset = cursor.fetchone()[0] - _steady_ms()
