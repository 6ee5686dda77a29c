"""Rate limits. One atomic statement in the database counts each request, so all processes share the counters.

Time is divided into windows of equal length. The column "window" of a counter has the end of the window in
which it counts, in seconds since 1970.
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
# "window" is the end of the delay, plus the seconds (`forget`) after which the counter is deleted. While the
# delay is not over, the WHERE at the end leaves the counter as it is, and the result has no row.
# The first requests have no delay. Request number `times` begins a delay of `first` seconds, which each
# further request doubles (`<<`). After `steps` doublings it is the `longest` one.
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
FIRST_DELAY, DELAY_STEPS = 4, 4  # seconds, and how many times they double
LONGEST_DELAY = FIRST_DELAY << DELAY_STEPS
DELETE_OLD_COUNTERS = 'DELETE FROM common_counter WHERE "window" < %s'
#: The length of an origin (see `request_origin`). With these digits, two origins are never equal by chance.
ORIGIN_DIGITS = 16
#: On average, one in so many new counters deletes all counters whose window is over.
NEW_COUNTERS_PER_CLEANING = 50
MAX_CLIENTS_IN_PROCESS = 100_000


class Limit(NamedTuple):
    """A client may do something at most `times` times in a window of `seconds`. `name` says what it is."""

    name: str
    times: int
    seconds: int


class Usage(NamedTuple):
    """How much of a limit a client may still use in the next `reset` seconds."""

    limit: Limit
    remaining: int
    reset: int


#: The limits that the current request has used. A middleware writes them into the header fields RateLimit.
usages: ContextVar[list[Usage] | None] = ContextVar("usages", default=None)


def count_request(limit: Limit, who: str, amount: int = 1) -> int | None:
    """Counts a request of this client, or several at once.

    Returns the seconds that the client must wait if it has sent too many, else None.
    """
    now = time.time()
    window_end = (int(now) // limit.seconds + 1) * limit.seconds
    key = _counter_key(limit, who)
    with connection.cursor() as cursor:
        cursor.execute(COUNT_REQUEST, [key, window_end, amount])
        count = cursor.fetchone()[0]
        # Counters are deleted soon, because their keys are made from addresses of people.
        if count == amount and secrets.randbelow(NEW_COUNTERS_PER_CLEANING) == 0:
            cursor.execute(DELETE_OLD_COUNTERS, [int(now)])
    # Rounded up, because a window may end in less than a second.
    return _tell_usage(limit, count, reset=int(window_end - now) + 1)


def _tell_usage(limit: Limit, count: int, *, reset: int) -> int | None:
    """Notes how much of the limit is left. Returns the seconds that the client must wait, or None."""
    if (usages_of_request := usages.get()) is not None:
        usages_of_request.append(Usage(limit, max(0, limit.times - count), reset))
    return None if count <= limit.times else reset


def delay_request(limit: Limit, who: str) -> int | None:
    """Counts a request. Returns the seconds that it must wait, or None.

    Nobody is locked out. After `times` requests, the next one must come 4 seconds later, then 8, and so on up
    to 64. A request that comes too early is not counted. After `seconds` without a counted request,
    everything is forgotten.
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
    if row is None:  # The counter was deleted meanwhile.
        return 1
    end_of_delay = row[0] - limit.seconds
    return max(1, end_of_delay - now)


class ProcessCounter:
    """Counts requests in the memory of this process. For frequent requests, a write for each would cost too
    much.

    Each process counts for itself, so several processes allow several times the limit. All clients are
    forgotten when a window ends, or when there are too many.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._window_end = 0
        self._count_by_client: dict[Hashable, int] = {}

    def count(self, limit: Limit, client: Hashable) -> int | None:
        """Counts a request. Returns how many seconds the client must wait, or None if it need not."""
        now = time.time()
        with self._lock:
            window_end = (int(now) // limit.seconds + 1) * limit.seconds
            if window_end != self._window_end or len(self._count_by_client) >= MAX_CLIENTS_IN_PROCESS:
                self._window_end, self._count_by_client = window_end, {}
            count = self._count_by_client.get(client, 0) + 1
            self._count_by_client[client] = count
        return _tell_usage(limit, count, reset=int(window_end - now) + 1)


def _counter_key(limit: Limit, who: str) -> str:
    return f"{limit.name}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"


def client_address(meta: dict[str, str]) -> str:
    """The IP address of the client.

    TRUSTED_PROXIES is the number of our own proxies in front of the server. Each appends the address that has
    called it to X-Forwarded-For. So only this number of entries at the end of the header can be trusted.
    """
    hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    if settings.TRUSTED_PROXIES and len(hops) >= settings.TRUSTED_PROXIES:
        return hops[-settings.TRUSTED_PROXIES]
    return meta.get("REMOTE_ADDR", "")


def client_key(request) -> str:
    """The key under which the client of a request is counted: its address, or the network of its address."""
    return group_address(client_address(request.META))


def connection_key(scope: dict[str, Any]) -> str:
    """The key of a client by an ASGI scope, before its request reaches Django."""
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    meta = {"HTTP_X_FORWARDED_FOR": ",".join(hops), "REMOTE_ADDR": (scope.get("client") or ("", 0))[0]}
    return group_address(client_address(meta))


def request_origin(request) -> str:
    """A digest that is equal for all requests of an account; without an account, for all requests of an
    address.

    Nobody can compute it from an address without the secret key of the site.
    """
    who = f"account {request.user.pk}" if request.user.is_authenticated else client_key(request)
    return salted_hmac("escale.origin", who, algorithm="sha256").hexdigest()[:ORIGIN_DIGITS]


def group_address(text: str) -> str:
    """The address itself for IPv4. For IPv6 its /64 network, in which a client can choose any address."""
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return text
    if ip.version == 4:
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((int(ip), 64), strict=False))
