"""Rate limits. Each request is counted by one atomic statement in the database,
so all processes share the counters.

The time is cut into windows of equal length, one after the other. The column "window" of a counter holds the
end of the window in which it counts, in seconds since 1970.
"""

import hashlib
import ipaddress
import secrets
import time
from typing import NamedTuple

from django.conf import settings
from django.db import connection

COUNT_REQUEST = """
INSERT INTO common_counter (key, "window", count) VALUES (%s, %s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN common_counter."window" = excluded."window" THEN common_counter.count + 1 ELSE 1 END,
    "window" = excluded."window"
RETURNING count
"""
# "window" is the end of the delay plus the seconds after which a counter is forgotten. Without a row in the result the
# delay is not over.
COUNT_DELAYED_REQUEST = """
INSERT INTO common_counter (key, "window", count) VALUES (%(key)s, %(now)s + %(forget)s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN common_counter."window" < %(now)s THEN 1 ELSE common_counter.count + 1 END,
    "window" = %(now)s + %(forget)s + CASE
        WHEN common_counter."window" < %(now)s OR common_counter.count + 1 < %(times)s THEN 0
        WHEN common_counter.count + 1 - %(times)s >= %(steps)s THEN %(longest)s
        ELSE %(first)s << (common_counter.count + 1 - %(times)s)
    END
WHERE common_counter."window" - %(forget)s <= %(now)s
RETURNING count
"""
SELECT_DELAY = 'SELECT "window" FROM common_counter WHERE key = %s'
FIRST_DELAY, DELAY_STEPS = 4, 4  # seconds, and how often they double
LONGEST_DELAY = FIRST_DELAY << DELAY_STEPS
DELETE_OLD_COUNTERS = 'DELETE FROM common_counter WHERE "window" < %s'
#: On average, one of so many new counters deletes all counters whose window is over.
NEW_COUNTERS_PER_CLEANING = 50


class Limit(NamedTuple):
    """A client may do something at most so many `times` in a window of so many `seconds`; `name` says what."""

    name: str
    times: int
    seconds: int


def count_request(limit: Limit, who: str) -> int | None:
    """Count one request of this client.

    Returns the seconds that it must wait if it sent too many, else None.
    """
    now = time.time()
    window_end = (int(now) // limit.seconds + 1) * limit.seconds
    key = _counter_key(limit, who)
    with connection.cursor() as cursor:
        cursor.execute(COUNT_REQUEST, [key, window_end])
        count = cursor.fetchone()[0]
        # No counter is kept for long, because its key is made from the address of a person.
        if count == 1 and secrets.randbelow(NEW_COUNTERS_PER_CLEANING) == 0:
            cursor.execute(DELETE_OLD_COUNTERS, [int(now)])
    if count <= limit.times:
        return None
    return int(window_end - now) + 1  # rounded up, because a window may end in less than a second


def delay_request(limit: Limit, who: str) -> int | None:
    """Count one request. Returns the seconds that it must wait, else None.

    Nobody is shut out: after so many `times`, the next request must come 4 seconds later, then 8, up to 64 seconds. A
    request that comes too early is not counted. After so many `seconds` without a counted one, all is forgotten.
    """
    now = int(time.time())
    key = _counter_key(limit, who)
    values = {"key": key, "now": now, "forget": limit.seconds, "times": limit.times}
    values |= {"first": FIRST_DELAY, "steps": DELAY_STEPS, "longest": LONGEST_DELAY}
    with connection.cursor() as cursor:
        cursor.execute(COUNT_DELAYED_REQUEST, values)
        if cursor.fetchone():
            return None
        cursor.execute(SELECT_DELAY, [key])
        row = cursor.fetchone()
    return max(1, row[0] - limit.seconds - now) if row else 1


def _counter_key(limit: Limit, who: str) -> str:
    return f"{limit.name}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"


def client_address(meta: dict[str, str]) -> str:
    """The IP address of the client.

    TRUSTED_PROXIES is the number of our own proxies before the server. Each of them appends the address that
    it was called from to X-Forwarded-For, so only that many entries at the end of the header can be trusted.
    """
    hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    if settings.TRUSTED_PROXIES and len(hops) >= settings.TRUSTED_PROXIES:
        return hops[-settings.TRUSTED_PROXIES]
    return meta.get("REMOTE_ADDR", "")


def client_key(request) -> str:
    """The name under which the client of a request is counted: its address, or the network of its address."""
    return group_address(client_address(request.META))


def group_address(text: str) -> str:
    """The address itself for IPv4, its /64 network for IPv6, because a client
    can choose any address in its network.
    """
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return text
    if ip.version == 4:
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((int(ip), 64), strict=False))
