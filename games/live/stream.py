"""The event stream of a match, as a bare ASGI application: ticks only, so it needs no credentials and costs little.

    id: 12
    data: {"match": "…", "number": 12}

A client that reconnects sends Last-Event-ID (or ?after=) and is told at once if something happened meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs

from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.utils import translation

from escale.common import languages, limits
from escale.common.api import problems
from games.live.hub import HUB, Watcher
from games.matches.storage import sql

PATH = re.compile(r"/api/v1/matches/([a-z0-9]{1,16})/stream/")
LONGEST = 600  # seconds; clients reconnect, so that servers can be stopped and proxies stay quiet
PER_ADDRESS = 200
RETRY_AFTER = 5  # seconds
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"x-content-type-options", b"nosniff"),
]

#: looks once for each stream that opens, and bounds how many connections that takes
_looker = ThreadPoolExecutor(1, thread_name_prefix="stream")
stopping = False
_open: Counter[str] = Counter()


def match_of(scope: dict[str, Any]) -> str | None:
    """The match whose stream is asked for; every other method is left to the API."""
    found = PATH.fullmatch(scope["path"]) if scope["method"] == "GET" else None
    return found[1] if found else None


def _newest(match: str) -> int | None:
    """The connection goes back before the stream begins: an open stream holds none."""
    try:
        rows = sql.fetch_rows("SELECT number FROM games_match WHERE id = %s", [match])
        return rows[0][0] if rows else None
    finally:
        close_old_connections()


def _seen(scope: dict[str, Any]) -> int:
    headers = dict(scope["headers"])
    text = headers.get(b"last-event-id", b"").decode("latin-1")
    text = text or parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _address(scope: dict[str, Any]) -> str:
    """Whom `limits.address` would name: here are a scope and no request."""
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    meta = {"HTTP_X_FORWARDED_FOR": ",".join(hops), "REMOTE_ADDR": (scope.get("client") or ("", 0))[0]}
    return limits.group_address(limits.client_address(meta))


async def application(scope: dict[str, Any], receive: Callable, send: Callable) -> None:
    match = match_of(scope)
    address = _address(scope)
    if stopping or _open[address] >= PER_ADDRESS:
        return await _problem(scope, send, *((503, "unavailable") if stopping else (429, "too_many_requests")))
    watcher = HUB.watch(match)
    _open[address] += 1
    try:
        newest = await asyncio.get_running_loop().run_in_executor(_looker, _newest, match)
        if newest is None:
            return await _problem(scope, send, 404, "not_found")
        watcher.post(newest)
        await _stream(watcher, _seen(scope), receive, send)
    finally:
        HUB.leave(watcher)
        _open[address] -= 1
        if not _open[address]:
            del _open[address]


async def _problem(scope: dict[str, Any], send: Callable, status: int, code: str) -> None:
    """An error in the shape of the API's, in the language of who asks."""
    request = ASGIRequest(scope, BytesIO())
    asked = request.GET.get("lang")
    known = asked in languages.codes()
    with translation.override(asked if known else translation.get_language_from_request(request)):
        answer = problems.json_response(status, code)
        answer["Content-Language"] = translation.get_language()
    answer["Access-Control-Allow-Origin"], answer["Vary"] = "*", "Accept-Language"
    if status != 404:
        answer["Retry-After"] = RETRY_AFTER
    headers = [(name.lower().encode(), str(value).encode()) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


async def _stream(watcher: Watcher, seen: int, receive: Callable, send: Callable) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await _send(send, b"retry: 2000\n\n")
    gone = asyncio.ensure_future(_disconnected(receive))
    ticking = asyncio.ensure_future(_ticks(watcher, seen, send))
    try:
        await asyncio.wait({gone, ticking}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        ticking.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _ticks(watcher: Watcher, seen: int, send: Callable[[Any], Awaitable[None]]) -> None:
    ends = time.monotonic() + LONGEST
    while not stopping and time.monotonic() < ends:
        number = await watcher.next(seen)
        if number is None:
            await _send(send, b":\n\n")
        else:
            seen = number
            data = json.dumps({"match": watcher.match, "number": number})
            await _send(send, f"id: {number}\ndata: {data}\n\n".encode())


async def _send(send: Callable[[Any], Awaitable[None]], chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def _disconnected(receive: Callable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def stop() -> None:
    """The server stops: every stream ends now, its client reconnects elsewhere."""
    global stopping
    stopping = True
    HUB.wake()
