"""The event stream of a match, as an ASGI application without Django.

It sends nothing but the number of the last event of the match, so it needs no credentials.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs

from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.utils import translation

from escale.common import languages, limits
from escale.common.api import problems
from escale.common.api.authentication import (
    CHALLENGE_HEADERS,
    MalformedToken,
    UnknownScheme,
    read_authorization,
)
from escale.common.api.rate_limit_fields import Places, describe_places
from games.live.hub import HUB, Watcher
from games.matches.storage import sql

PATH = re.compile(r"/api/v1/matches/([a-z0-9]{1,16})/stream/")
#: Clients reconnect after this time. So servers can be stopped, and proxies need no long timeouts.
MAX_STREAM_SECONDS = 600
#: A browser opens a stream for each table that it shows. A whole house may share one address.
MAX_STREAMS_PER_ADDRESS = 60
MAX_STREAMS_PER_ADDRESS_AND_MATCH = 12
MAX_STREAMS_PER_MATCH = 300
RETRY_AFTER_SECONDS = 5
MAX_NUMBER_DIGITS = 9
#: a time in milliseconds since 1970 has so many digits until 2286
TIME_DIGITS = 13
KEEP_ALIVE = b":\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"x-content-type-options", b"nosniff"),
]

#: Each event of a match has a number. The executor reads the last one for each stream that opens: with one
#: thread, all streams need only one connection to the database.
executor = ThreadPoolExecutor(1, thread_name_prefix="stream")
stopping = False
open_by_address: Counter[str] = Counter()
_open_by_address_and_match: Counter[tuple[str, str]] = Counter()


def find_match_id(scope: dict[str, Any]) -> str | None:
    """The id of the match whose stream is requested.

    None for other paths and methods, to which Django responds.
    """
    path = PATH.fullmatch(scope["path"]) if scope["method"] == "GET" else None
    return path[1] if path else None


def _load_last_event_number(match: str) -> int | None:
    """The number of the last event of the match; None if there is no such match.

    The connection is released at once: an open stream holds none.
    """
    try:
        rows = sql.fetch_rows("SELECT number FROM games_match WHERE id = %s", [match])
        return rows[0][0] if rows else None
    finally:
        close_old_connections()


def read_last_seen_number(scope: dict[str, Any]) -> int:
    """The number of the last event that the client has seen, or -1."""
    text = _last_event_id(scope)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS else -1


def read_last_seen_time(scope: dict[str, Any]) -> int | None:
    """The time of the last event that a client of `seat_stream.py` has seen; None if it has seen none."""
    text = _last_event_id(scope)
    return int(text) if text.isascii() and text.isdecimal() and len(text) == TIME_DIGITS else None


def _last_event_id(scope: dict[str, Any]) -> str:
    headers = dict(scope["headers"])
    text = headers.get(b"last-event-id", b"").decode("latin-1")
    return text or parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])[0]


async def application(scope: dict[str, Any], receive: Callable, send: Callable) -> None:
    match = find_match_id(scope)
    address = limits.connection_key(scope)
    if stopping:
        return await send_problem(scope, send, 503, "unavailable")
    if not _has_room(address, match):
        return await send_problem(scope, send, 429, "too_many_requests")
    if code := _find_wrong_authorization(scope):
        return await send_problem(scope, send, 401, code)
    watcher = HUB.watch(match)
    count_stream(address, match, 1)
    try:
        number = await asyncio.get_running_loop().run_in_executor(executor, _load_last_event_number, match)
        if number is None:
            return await send_problem(scope, send, 404, "not_found")
        watcher.post(number)
        await run(send, receive, _send_ticks(watcher, read_last_seen_number(scope), send), address)
    finally:
        HUB.leave(watcher)
        count_stream(address, match, -1)


def _find_wrong_authorization(scope: dict[str, Any]) -> str | None:
    """The code of the problem with the header Authorization, which is not required here.

    Any well-formed token may be sent. A wrong scheme is refused, as everywhere: if it were ignored, the
    author of a bot would not notice the mistake.
    """
    try:
        read_authorization(join_authorization(scope))
    except UnknownScheme:
        return "unknown_scheme"
    except MalformedToken:
        return "authentication_failed"
    return None


def join_authorization(scope: dict[str, Any]) -> str:
    """The values of all headers Authorization, joined by commas as Django does it; empty if there is none."""
    return ",".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"authorization")


def _has_room(address: str, match: str) -> bool:
    return (
        open_by_address[address] < MAX_STREAMS_PER_ADDRESS
        and _open_by_address_and_match[address, match] < MAX_STREAMS_PER_ADDRESS_AND_MATCH
        and HUB.count(match) < MAX_STREAMS_PER_MATCH
    )


def _describe_room(address: str) -> list[tuple[bytes, bytes]]:
    """The header fields with the number of streams that the address may still open."""
    free = max(0, MAX_STREAMS_PER_ADDRESS - open_by_address[address])
    fields = describe_places(Places("streams", MAX_STREAMS_PER_ADDRESS, free))
    return [(b"ratelimit-policy", fields.policy.encode()), (b"ratelimit", fields.rest.encode())]


def count_stream(address: str, match: str, change: int) -> None:
    for counter, key in ((open_by_address, address), (_open_by_address_and_match, (address, match))):
        counter[key] += change
        if not counter[key]:
            del counter[key]


async def send_problem(
    scope: dict[str, Any], send: Callable, status: int, code: str, detail: Any = "", extra: Any = None
) -> None:
    """Sends an error in the form of all errors of the API, in the language of the reader."""
    request = ASGIRequest(scope, BytesIO())
    language = request.GET.get("lang")
    if language not in languages.codes():
        language = translation.get_language_from_request(request)
    with translation.override(language):
        response = problems.json_response(status, code, detail, extra=extra)
        response["Content-Language"] = translation.get_language()
    response["Access-Control-Allow-Origin"] = "*"
    response["Vary"] = "Accept-Language"
    if status in (429, 503):
        response["Retry-After"] = RETRY_AFTER_SECONDS
    if status == 401:
        response["WWW-Authenticate"] = CHALLENGE_HEADERS["WWW-Authenticate"]
    headers = [(name.lower().encode(), str(value).encode()) for name, value in response.items()]
    headers += _describe_room(limits.connection_key(scope))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


async def run(send: Callable, receive: Callable, sending: Coroutine, address: str) -> None:
    """Lets `sending` send chunks until it ends or the client disconnects."""
    headers = [*HEADERS, *_describe_room(address)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send_chunk(send, b"retry: 2000\n\n")
    disconnection = asyncio.ensure_future(wait_for_disconnect(receive))
    chunks = asyncio.ensure_future(sending)
    try:
        await asyncio.wait({disconnection, chunks}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        disconnection.cancel()
        chunks.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _send_ticks(watcher: Watcher, last_seen: int, send: Callable[[Any], Awaitable[None]]) -> None:
    deadline = time.monotonic() + MAX_STREAM_SECONDS
    while not stopping and time.monotonic() < deadline:
        number = await watcher.wait_for_newer(last_seen)
        if number is None:  # the wait has timed out
            await send_chunk(send, KEEP_ALIVE)
        else:
            last_seen = number
            data = json.dumps({"match": watcher.match, "number": number})
            await send_chunk(send, f"id: {number}\ndata: {data}\n\n".encode())


async def send_chunk(send: Callable[[Any], Awaitable[None]], chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def wait_for_disconnect(receive: Callable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def stop() -> None:
    """Ends every stream because the server stops; the clients reconnect to another process."""
    global stopping
    stopping = True
    HUB.wake_all()
