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


class Watcher:
    """One open stream. `newest` is the last number published, `told` the last one it was sent."""

    __slots__ = ("loop", "match", "newest", "ready")

    def __init__(self, match: str, loop: asyncio.AbstractEventLoop) -> None:
        self.match, self.loop = match, loop
        self.newest = 0
        self.ready = asyncio.Event()

    def post(self, number: int) -> None:
        if number > self.newest:
            self.newest = number
            self.ready.set()

    async def next(self, after: int, timeout: float) -> int | None:
        """The newest number above `after`, or None when nothing came in time (or everyone is woken to go home)."""
        if self.newest <= after:
            self.ready.clear()
            try:
                async with asyncio.timeout(timeout):
                    await self.ready.wait()
            except TimeoutError:
                return None
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
        with self._lock:
            watchers = self._watchers[watcher.match]
            watchers.discard(watcher)
            if not watchers:
                del self._watchers[watcher.match]

    def publish(self, match: str, number: int) -> None:
        """From any thread. The numbers may arrive out of order: a mailbox keeps the highest."""
        with self._lock:
            watchers = list(self._watchers.get(match, ()))
        for watcher in watchers:
            with contextlib.suppress(RuntimeError):  # its loop has just closed
                watcher.loop.call_soon_threadsafe(watcher.post, number)
        if watchers:
            time.sleep(0)  # lets the loop of the streams run before this thread goes on with its own answer

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
