"""Limits that hold: one atomic statement per limited request, shared by every process."""

import hashlib
import ipaddress
import secrets
import time
from typing import NamedTuple

from django.conf import settings
from django.db import connection

UPSERT = """
INSERT INTO common_counter (key, "window", count) VALUES (%s, %s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN common_counter."window" = excluded."window" THEN common_counter.count + 1 ELSE 1 END,
    "window" = excluded."window"
RETURNING count
"""


class Limit(NamedTuple):
    """At most `times` in `seconds` for each key of this `name`."""

    name: str
    times: int
    seconds: int


def hit(limit: Limit, who: str) -> int | None:
    """Count one more; the number of seconds to wait when there were too many, else None."""
    now = time.time()
    ends = (int(now) // limit.seconds + 1) * limit.seconds
    key = f"{limit.name}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"
    with connection.cursor() as cursor:
        cursor.execute(UPSERT, [key, ends])
        count = cursor.fetchone()[0]
        # Now and then a newcomer pays for throwing away what is over, so that no address is kept for long.
        if count == 1 and secrets.randbelow(50) == 0:
            cursor.execute('DELETE FROM common_counter WHERE "window" < %s', [int(now)])
    return None if count <= limit.times else max(1, int(ends - now) + 1)


def client(meta: dict[str, str]) -> str:
    """The client's address; forwarded headers count only as far as TRUSTED_PROXIES says."""
    hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    if settings.TRUSTED_PROXIES and len(hops) >= settings.TRUSTED_PROXIES:
        return hops[-settings.TRUSTED_PROXIES]
    return meta.get("REMOTE_ADDR", "")


def address(request) -> str:
    return counted(client(request.META))


def counted(address: str) -> str:
    """As whom an address counts. Of IPv6 the first half: the second is everybody's own to change at will."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4 or known.ipv4_mapped:
        return str(getattr(known, "ipv4_mapped", None) or known)
    return str(ipaddress.ip_network((int(known), 64), strict=False))
