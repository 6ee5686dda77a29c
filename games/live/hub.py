"""Ticks from whoever wrote a match to whoever watches it, within this process.

A tick says only that a match has a new last event; a watcher that missed some needs none but the newest. Each watcher
has a mailbox of one: the newest number. Threads publish, the event loop of the streams delivers.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import defaultdict
from collections.abc import Iterable

QUIET = 20  # seconds after which a stream says something, so that the line stays open
#: Seconds that whoever published keeps out of the interpreter, so that the loop of the streams has it at once.
ASIDE = 0.0002


class Watcher:
    """One open stream. `newest` is the last number published; it is reminded now and then that nothing came."""

    __slots__ = ("loop", "match", "newest", "ready", "reminder")

    def __init__(self, match: str, loop: asyncio.AbstractEventLoop) -> None:
        self.match, self.loop = match, loop
        self.newest = 0
        self.ready = asyncio.Event()
        self.reminder = loop.call_later(QUIET, self.remind)

    def post(self, number: int) -> None:
        if number > self.newest:
            self.newest = number
            self.ready.set()

    def remind(self) -> None:
        self.ready.set()
        self.reminder = self.loop.call_later(QUIET, self.remind)

    async def next(self, after: int) -> int | None:
        """The newest number above `after`, or None when it was quiet for long (or everyone is woken to go home)."""
        if self.newest <= after:
            self.ready.clear()
            await self.ready.wait()
        return self.newest if self.newest > after else None


class Hub:
    """All open streams of this process by match."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._lock = threading.Lock()

    def watch(self, match: str) -> Watcher:
        watcher = Watcher(match, asyncio.get_running_loop())
        with self._lock:
            self._watchers[match].add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        watcher.reminder.cancel()
        with self._lock:
            watchers = self._watchers[watcher.match]
            watchers.discard(watcher)
            if not watchers:
                del self._watchers[watcher.match]

    def publish(self, ticks: Iterable[tuple[str, int]]) -> None:
        """From any thread. The numbers may arrive out of order: a mailbox keeps the highest."""
        watched = [(watcher, number) for match, number in ticks for watcher in self.of(match)]
        for watcher, number in watched:
            with contextlib.suppress(RuntimeError):  # its loop has just closed
                watcher.loop.call_soon_threadsafe(watcher.post, number)
        if watched:
            time.sleep(ASIDE)

    def deliver(self, match: str, number: int) -> None:
        """The same within the event loop of the streams."""
        for watcher in self.of(match):
            watcher.post(number)

    def of(self, match: str) -> list[Watcher]:
        with self._lock:
            return list(self._watchers.get(match, ()))

    def wake(self) -> None:
        """Let every stream look at whether it should end."""
        with self._lock:
            watchers = [watcher for some in self._watchers.values() for watcher in some]
        for watcher in watchers:
            with contextlib.suppress(RuntimeError):
                watcher.loop.call_soon_threadsafe(watcher.ready.set)

    def watched(self) -> list[str]:
        with self._lock:
            return list(self._watchers)

    def count(self, match: str | None = None) -> int:
        with self._lock:
            if match is not None:
                return len(self._watchers.get(match, ()))
            return sum(map(len, self._watchers.values()))


HUB = Hub()
