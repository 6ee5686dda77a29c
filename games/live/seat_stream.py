"""One event stream for all seats of an account, or for a set of seat tokens.

    event: turn
    id: 1763570000000
    data: {"match": "…", "seat": 0, "number": 12}

A client that reconnects sends Last-Event-ID (or ?after=), and gets what it missed. An event around the time
of the reconnection may come twice; then its match, number and name are the same.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from django.db import close_old_connections

from escale.common import limits
from escale.common.account_tokens import MISSING_SCOPE, READ, find_token, opens_matches
from escale.common.api.authentication import MalformedToken, UnknownScheme, read_authorization
from escale.common.clock import now_ms
from games.live import stream
from games.live.hub import HUB, KEEPALIVE_SECONDS, Watcher
from games.live.seat_events import (
    Owner,
    OwnTable,
    SeatEvent,
    load_events,
    load_missed_events,
    load_table,
    load_tables,
)
from games.matches.tokens import token_hash

PATH = "/api/v1/me/stream/"
MAX_TOKENS = 100
#: New tables of an account are found after this many seconds.
REFRESH_SECONDS = 3.0
#: Events of two matches may be written in another order than that of their times.
OVERLAP_MS = 2000
Send = Callable[[Any], Awaitable[None]]


class MissingScope(Exception):
    """The token of the account does not show its matches."""


def is_request(scope: dict[str, Any]) -> bool:
    return scope["path"] == PATH and scope["method"] == "GET"


async def application(scope: dict[str, Any], receive: Callable, send: Send) -> None:
    address = limits.connection_key(scope)
    if stream.stopping:
        return await stream.send_problem(scope, send, 503, "unavailable")
    if stream.open_by_address[address] >= stream.MAX_STREAMS_PER_ADDRESS:
        return await stream.send_problem(scope, send, 429, "too_many_requests")
    stream.count_stream(address, "", 1)
    try:
        try:
            owner = await _in_thread(_find_owner, scope)
        except UnknownScheme:
            return await stream.send_problem(scope, send, 401, "unknown_scheme")
        except MalformedToken:
            return await stream.send_problem(scope, send, 401, "authentication_failed")
        except MissingScope:
            return await stream.send_problem(
                scope, send, 403, "missing_scope", MISSING_SCOPE, {"scope": READ}
            )
        if owner is None:
            code = "unknown_token" if stream.join_authorization(scope) else "no_seat"
            return await stream.send_problem(scope, send, 401, code)
        last_seen = stream.read_last_seen_time(scope)
        await stream.run(send, receive, SeatStream(owner, send).send_events(last_seen), address)
    finally:
        stream.count_stream(address, "", -1)


async def _in_thread(function: Callable, *arguments: Any, **options: Any) -> Any:
    """The result of a function that reads the database. An open stream holds no connection."""

    def call() -> Any:
        try:
            return function(*arguments, **options)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(stream.executor, call)


def _find_owner(scope: dict[str, Any]) -> Owner | None:
    """The owner of the seats that the header Authorization proves, or None.

    It is `Token <token>` or `Seat <token>, <token>, …`.
    """
    first, *others = stream.join_authorization(scope).split(",")
    if len(others) >= MAX_TOKENS:
        raise MalformedToken
    credential = read_authorization(first)
    if credential is None:
        return None
    if credential.is_of_account:
        token = find_token(credential.hash)
        if token is None or others:
            return None
        if not opens_matches(token):
            raise MissingScope
        return Owner(account=token.user_id)
    hashes = [token_hash(text.strip().removeprefix("Seat ")) for text in others]
    return Owner(token_hashes=(credential.hash, *hashes))


class SeatStream:
    """One open stream with the tables that it watches, and the last event that it has sent of each."""

    def __init__(self, owner: Owner, send: Send) -> None:
        self.owner, self.send = owner, send
        self.wake_up = asyncio.Event()
        self.tables: dict[tuple[str, int], OwnTable] = {}
        self.watchers: dict[str, Watcher] = {}
        self.next_refresh = self.last_sent = time.monotonic()

    async def send_events(self, last_seen: int | None) -> None:
        """Sends events until the stream has lasted long enough.

        `last_seen` is the time of the newest known event.
        """
        deadline = time.monotonic() + stream.MAX_STREAM_SECONDS
        since = now_ms() if last_seen is None else last_seen - OVERLAP_MS
        try:
            tables = await _in_thread(load_tables, self.owner, since)
            self._watch(tables)
            await self._tell(await _in_thread(load_missed_events, tables, since))
            while not stream.stopping and time.monotonic() < deadline:
                await self._wait()
                await self._tell_news()
        finally:
            for watcher in self.watchers.values():
                HUB.leave(watcher)

    def _watch(self, tables: list[OwnTable]) -> None:
        for table in tables:
            self.tables[table.match, table.seat] = table
            if table.match not in self.watchers:
                self.watchers[table.match] = HUB.watch(table.match, self.wake_up)

    async def _wait(self) -> None:
        """Waits until something happens at a table, or until it is time to look for new tables."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.wake_up.wait(), REFRESH_SECONDS)
        self.wake_up.clear()

    async def _tell_news(self) -> None:
        events = []
        for key, table in list(self.tables.items()):
            if self.watchers[table.match].newest > table.number:
                events += await self._load_news(key, table)
        if self.owner.account is not None and time.monotonic() >= self.next_refresh:
            events += await self._find_new_tables()
        await self._tell(events)

    async def _load_news(self, key: tuple[str, int], table: OwnTable) -> list[SeatEvent]:
        newer = await _in_thread(load_table, *key)
        if newer is None:  # An open table was removed.
            del self.tables[key]
            return []
        self.tables[key] = newer
        return await _in_thread(load_events, newer, table.number, was_awaited=table.is_awaited)

    async def _find_new_tables(self) -> list[SeatEvent]:
        self.next_refresh = time.monotonic() + REFRESH_SECONDS
        tables = await _in_thread(load_tables, self.owner, now_ms())
        new = [table for table in tables if (table.match, table.seat) not in self.tables]
        self._watch(new)
        return await _in_thread(load_missed_events, new, 0) if new else []

    async def _tell(self, events: list[SeatEvent]) -> None:
        """Sends the events, and from time to time a comment, so that no proxy closes the stream."""
        for event in events:
            text = f"event: {event.name}\nid: {event.at}\ndata: {json.dumps(event.as_json())}\n\n"
            await stream.send_chunk(self.send, text.encode())
        if not events and time.monotonic() - self.last_sent > KEEPALIVE_SECONDS:
            await stream.send_chunk(self.send, b":\n\n")
            self.last_sent = time.monotonic()
        if events:
            self.last_sent = time.monotonic()
