"""The event stream of a match, as an ASGI application without Django. It sends only ticks, so it needs no credentials.

    id: 12
    data: {"match": "…", "number": 12}

A client that reconnects sends Last-Event-ID (or ?after=), and gets a tick at once if something happened meanwhile.
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
#: Clients reconnect after it. Thus servers can be stopped, and proxies need no long timeouts.
MAX_STREAM_SECONDS = 600
MAX_STREAMS_PER_ADDRESS = 200
RETRY_AFTER_SECONDS = 5
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"x-content-type-options", b"nosniff"),
]

#: Reads the last number for each stream that opens; one thread, so that all streams need one connection.
_executor = ThreadPoolExecutor(1, thread_name_prefix="stream")
stopping = False
_open_by_address: Counter[str] = Counter()


def match_of(scope: dict[str, Any]) -> str | None:
    """The id of the match whose stream is requested; None for other paths, and for methods that the API answers."""
    path = PATH.fullmatch(scope["path"]) if scope["method"] == "GET" else None
    return path[1] if path else None


def _load_number(match: str) -> int | None:
    """The last number of the match. The connection is returned at once: an open stream holds none."""
    try:
        rows = sql.fetch_rows("SELECT number FROM games_match WHERE id = %s", [match])
        return rows[0][0] if rows else None
    finally:
        close_old_connections()


def _last_seen_number(scope: dict[str, Any]) -> int:
    """The number of the last event that the client has seen, or -1."""
    headers = dict(scope["headers"])
    text = headers.get(b"last-event-id", b"").decode("latin-1")
    text = text or parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _address(scope: dict[str, Any]) -> str:
    """The address that `limits.client_key` would return for a request of Django."""
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    meta = {"HTTP_X_FORWARDED_FOR": ",".join(hops), "REMOTE_ADDR": (scope.get("client") or ("", 0))[0]}
    return limits.group_address(limits.client_address(meta))


async def application(scope: dict[str, Any], receive: Callable, send: Callable) -> None:
    match = match_of(scope)
    address = _address(scope)
    if stopping:
        return await _send_problem(scope, send, 503, "unavailable")
    if _open_by_address[address] >= MAX_STREAMS_PER_ADDRESS:
        return await _send_problem(scope, send, 429, "too_many_requests")
    watcher = HUB.watch(match)
    _open_by_address[address] += 1
    try:
        number = await asyncio.get_running_loop().run_in_executor(_executor, _load_number, match)
        if number is None:
            return await _send_problem(scope, send, 404, "not_found")
        watcher.post(number)
        await _stream(watcher, _last_seen_number(scope), receive, send)
    finally:
        HUB.leave(watcher)
        _open_by_address[address] -= 1
        if not _open_by_address[address]:
            del _open_by_address[address]


async def _send_problem(scope: dict[str, Any], send: Callable, status: int, code: str) -> None:
    """Sends an error in the form that all errors of the API have, in the language of the reader."""
    request = ASGIRequest(scope, BytesIO())
    language = request.GET.get("lang")
    if language not in languages.codes():
        language = translation.get_language_from_request(request)
    with translation.override(language):
        response = problems.json_response(status, code)
        response["Content-Language"] = translation.get_language()
    response["Access-Control-Allow-Origin"], response["Vary"] = "*", "Accept-Language"
    if status != 404:
        response["Retry-After"] = RETRY_AFTER_SECONDS
    headers = [(name.lower().encode(), str(value).encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


async def _stream(watcher: Watcher, last_seen: int, receive: Callable, send: Callable) -> None:
    """Sends ticks until the client goes away or the stream has lasted long enough."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await _send_chunk(send, b"retry: 2000\n\n")
    disconnection = asyncio.ensure_future(_wait_for_disconnect(receive))
    ticks = asyncio.ensure_future(_send_ticks(watcher, last_seen, send))
    try:
        await asyncio.wait({disconnection, ticks}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        disconnection.cancel()
        ticks.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _send_ticks(watcher: Watcher, last_seen: int, send: Callable[[Any], Awaitable[None]]) -> None:
    deadline = time.monotonic() + MAX_STREAM_SECONDS
    while not stopping and time.monotonic() < deadline:
        number = await watcher.wait_for_newer(last_seen)
        if number is None:
            await _send_chunk(send, b":\n\n")
        else:
            last_seen = number
            data = json.dumps({"match": watcher.match, "number": number})
            await _send_chunk(send, f"id: {number}\ndata: {data}\n\n".encode())


async def _send_chunk(send: Callable[[Any], Awaitable[None]], chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def _wait_for_disconnect(receive: Callable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def stop() -> None:
    """Ends every stream because the server stops; the clients reconnect to another process."""
    global stopping
    stopping = True
    HUB.wake_all()
