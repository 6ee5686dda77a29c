"""Rate limits. Each request is counted by one atomic statement in the database,
so all processes share the counters.

The time is cut into windows of equal length, one after the other. The column "window" of a counter holds the
end of the window in which it counts, in seconds since 1970.
"""

import hashlib
import ipaddress
import secrets
import threading
import time
from collections.abc import Hashable
from contextvars import ContextVar
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils.crypto import salted_hmac

COUNT_REQUEST = """
INSERT INTO common_counter (key, "window", count) VALUES (%s, %s, %s)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN common_counter."window" = excluded."window" THEN common_counter.count ELSE 0 END
        + excluded.count,
    "window" = excluded."window"
RETURNING count
"""
# "window" is the end of the delay plus the seconds after which a counter is forgotten. Without a row in the
# result the delay is not over.
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
#: The length of an origin: nobody has two of these digests by chance.
ORIGIN_DIGITS = 16
#: On average, one of so many new counters deletes all counters whose window is over.
NEW_COUNTERS_PER_CLEANING = 50
MAX_CLIENTS_IN_PROCESS = 100_000


class Limit(NamedTuple):
    """A client may do something at most so many `times` in a window of so many `seconds`; `name`
    says what.
    """

    name: str
    times: int
    seconds: int


class Usage(NamedTuple):
    """How much of a limit a client may still use, until `reset` seconds from now."""

    limit: Limit
    remaining: int
    reset: int


#: What the current request has counted; a middleware tells it in the fields RateLimit of the answer.
usages: ContextVar[list[Usage] | None] = ContextVar("usages", default=None)


def count_request(limit: Limit, who: str, amount: int = 1) -> int | None:
    """Count one request of this client, or one that stands for so many.

    Returns the seconds that it must wait if it sent too many, else None.
    """
    now = time.time()
    window_end = (int(now) // limit.seconds + 1) * limit.seconds
    key = _counter_key(limit, who)
    with connection.cursor() as cursor:
        cursor.execute(COUNT_REQUEST, [key, window_end, amount])
        count = cursor.fetchone()[0]
        # No counter is kept for long, because its key is made from the address of a person.
        if count == amount and secrets.randbelow(NEW_COUNTERS_PER_CLEANING) == 0:
            cursor.execute(DELETE_OLD_COUNTERS, [int(now)])
    # Rounded up, because a window may end in less than a second.
    return _tell_usage(limit, count, reset=int(window_end - now) + 1)


def _tell_usage(limit: Limit, count: int, *, reset: int) -> int | None:
    """Notes what is left of the limit. Returns the seconds that the client must wait if it sent too many, else
    None.
    """
    if (counted := usages.get()) is not None:
        counted.append(Usage(limit, max(0, limit.times - count), reset))
    return None if count <= limit.times else reset


def delay_request(limit: Limit, who: str) -> int | None:
    """Count one request. Returns the seconds that it must wait, else None.

    Nobody is shut out: after so many `times`, the next request must come 4 seconds later, then 8, up to 64
    seconds. A request that comes too early is not counted. After so many `seconds` without a counted one, all
    is forgotten.
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


class ProcessCounter:
    """Counts requests of one kind in the memory of this process, where a write for each request would cost too much.

    Several processes count for themselves: together they let through so many times the limit. It forgets all
    clients when a window ends, or when there are too many of them.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._window_end = 0
        self._count_by_client: dict[Hashable, int] = {}

    def count(self, limit: Limit, client: Hashable) -> int | None:
        """Counts one request. Returns the seconds that the client must wait if it sent too many, else None."""
        now = time.time()
        with self._lock:
            window_end = (int(now) // limit.seconds + 1) * limit.seconds
            if window_end != self._window_end or len(self._count_by_client) >= MAX_CLIENTS_IN_PROCESS:
                self._window_end, self._count_by_client = window_end, {}
            count = self._count_by_client[client] = self._count_by_client.get(client, 0) + 1
        return _tell_usage(limit, count, reset=int(window_end - now) + 1)


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


def connection_key(scope: dict[str, Any]) -> str:
    """The same for a request that has not reached Django yet: an ASGI scope."""
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    meta = {"HTTP_X_FORWARDED_FOR": ",".join(hops), "REMOTE_ADDR": (scope.get("client") or ("", 0))[0]}
    return group_address(client_address(meta))


def request_origin(request) -> str:
    """A digest that is the same for all requests of one account, or of one address without an account.

    Nobody can compute it from an address without the secret key of the site.
    """
    who = f"account {request.user.pk}" if request.user.is_authenticated else client_key(request)
    return salted_hmac("escale.origin", who, algorithm="sha256").hexdigest()[:ORIGIN_DIGITS]


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
