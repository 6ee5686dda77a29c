"""The time for matches. It is the same in all processes, and does not jump when a machine's clock is set.

Each process reads the time once. From then on, it uses a clock that is never set. With PostgreSQL, it reads
the time of the database, so that two machines whose clocks differ give a move the same time.
"""

import time

from django.db import connection

# CLOCK_BOOTTIME also runs while the machine sleeps, but not every system has it.
_STEADY_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def _steady_ms() -> int:
    """Milliseconds since some moment before the start of this process."""
    return time.clock_gettime_ns(_STEADY_CLOCK) // 1_000_000


#: Milliseconds since 1970, minus `_steady_ms`.
_offset = time.time_ns() // 1_000_000 - _steady_ms()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return _offset + _steady_ms()


def sync_with_database() -> None:
    """Takes over the time of a PostgreSQL server. Processes that write matches call this when they start."""
    global _offset
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            _offset = cursor.fetchone()[0] - _steady_ms()
