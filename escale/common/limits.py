"""Rate limits. Each request is counted by one atomic statement in the
database, so all processes share the counters.
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
DELETE_OLD_COUNTERS = 'DELETE FROM common_counter WHERE "window" < %s'
#: of so many new counters, one deletes the old ones
CLEANING_CHANCE = 50


class Limit(NamedTuple):
    """At most so many `times` in so many `seconds`, for each client separately."""

    name: str
    times: int
    seconds: int


def hit(limit: Limit, who: str) -> int | None:
    """Count one request of this client; the seconds it must wait if there were too many, else None."""
    now = time.time()
    window_end = (int(now) // limit.seconds + 1) * limit.seconds
    key = f"{limit.name}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"
    with connection.cursor() as cursor:
        cursor.execute(COUNT_REQUEST, [key, window_end])
        count = cursor.fetchone()[0]
        # No counter is kept for long, because its key is made from the address of a person.
        if count == 1 and secrets.randbelow(CLEANING_CHANCE) == 0:
            cursor.execute(DELETE_OLD_COUNTERS, [int(now)])
    if count <= limit.times:
        return None
    return max(1, int(window_end - now) + 1)


def client_address(meta: dict[str, str]) -> str:
    """The IP address of the client. Forwarded headers count only as far as TRUSTED_PROXIES says."""
    hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    if settings.TRUSTED_PROXIES and len(hops) >= settings.TRUSTED_PROXIES:
        return hops[-settings.TRUSTED_PROXIES]
    return meta.get("REMOTE_ADDR", "")


def address(request) -> str:
    """The name under which the client of a request is counted."""
    return group_address(client_address(request.META))


def group_address(text: str) -> str:
    """The address itself for IPv4, its /64 network for IPv6, because a
    client can choose any address in its network.
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
