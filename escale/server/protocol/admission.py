"""Keeps one address from using up the threads that answer everybody.

Each address may have some requests that run at once. Further requests wait without a thread; if there are too
many, they are refused with 429. Heavy requests, such as exports, have fewer places and two threads of their
own, so no page waits behind them. Streams and moves have other limits.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.urls import reverse
from django.utils import translation

from escale.common import languages, limits
from escale.common.api.rate_limit_fields import PLACES, Places

#: More threads would not be faster, because they share one interpreter, and on SQLite one writer.
REQUEST_EXECUTOR = ThreadPoolExecutor(8, thread_name_prefix="request")
#: Requests that cost much more than a page: files made from all titles, from a whole rule or from a whole
#: match.
HEAVY_API = re.compile(
    r"/api/v1/(titles/(export\.csv|changes/)|rules/[-\w]+\.(md|pdf)|rules/[-\w]+/diff/"
    r"|matches/[a-z0-9]+/(record|fairness)/|schema/)"
)
HEAVY_PAGES = ("catalogue:print", "catalogue:arrivals", "catalogue:statistics")
HEAVY_EXECUTOR = ThreadPoolExecutor(2, thread_name_prefix="heavy")
#: Refusals are short, and no page should wait behind them.
REFUSAL_EXECUTOR = ThreadPoolExecutor(1, thread_name_prefix="refusal")
REFUSED = "escale.too_many_at_once"  # in the scope of a request that is refused
RETRY_AFTER_SECONDS = 2


class Crowded(Exception):
    """Too many requests of this address are running or waiting."""


class Lane:
    """The running and waiting requests of one address."""

    def __init__(self, running: int) -> None:
        self.places = asyncio.Semaphore(running)
        self.count = 0


class Gate:
    """Lets a number of requests of each address run at once, and a number of others wait."""

    def __init__(self, *, running: int, waiting: int) -> None:
        self.running, self.size = running, running + waiting
        self._lanes: dict[str, Lane] = {}

    @asynccontextmanager
    async def admit(self, address: str) -> AsyncIterator[int]:
        """Waits for a place; yields how many more requests the address may send. May raise Crowded."""
        lane = self._lanes.setdefault(address, Lane(self.running))
        if lane.count >= self.size:
            raise Crowded
        lane.count += 1
        try:
            async with lane.places:
                yield self.size - lane.count
        finally:
            lane.count -= 1
            if not lane.count:
                del self._lanes[address]


class Room(NamedTuple):
    """The gate and the threads for requests of one kind."""

    name: str
    gate: Gate
    executor: ThreadPoolExecutor


# Two of the eight threads are always left for other addresses.
PAGES = Room("at-once", Gate(running=6, waiting=250), REQUEST_EXECUTOR)
HEAVY = Room("heavy-at-once", Gate(running=1, waiting=8), HEAVY_EXECUTOR)
_heavy_paths: set[str] = set()


def room_of(scope: dict[str, Any]) -> Room:
    path = scope["path"]
    is_heavy = HEAVY_API.fullmatch(path) is not None or path in _find_heavy_paths()
    return HEAVY if is_heavy and scope["method"] in ("GET", "HEAD") else PAGES


def _find_heavy_paths() -> set[str]:
    """The addresses of heavy pages in all languages, in the form of a scope's path."""
    if not _heavy_paths:
        for language in languages.codes():
            with translation.override(language):
                _heavy_paths.update(unquote(reverse(name)) for name in HEAVY_PAGES)
    return _heavy_paths


@asynccontextmanager
async def find_place(scope: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    """Waits for a place; yields the scope with the executor that answers or refuses the request.

    A scope that already has an executor needs no place.
    """
    if "executor" in scope:
        yield scope
        return
    room = room_of(scope)
    async with AsyncExitStack() as stack:
        try:
            free = await stack.enter_async_context(room.gate.admit(limits.connection_key(scope)))
            places = Places(room.name, room.gate.size, free)
            admitted_scope = scope | {"executor": room.executor, PLACES: places}
        except Crowded:
            admitted_scope = scope | {"executor": REFUSAL_EXECUTOR, REFUSED: True}
        yield admitted_scope
