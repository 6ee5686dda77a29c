"""Delivers ticks from the threads that write matches to the streams that watch them, in this process.

A tick is the number of the last event of a match. A stream that missed some ticks needs only the newest one,
so each watcher keeps only the highest number. Any thread publishes; the event loop of the streams delivers.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import defaultdict
from collections.abc import Iterable

#: A stream without a tick for this long sends a comment. Otherwise a proxy might close it.
KEEPALIVE_SECONDS = 20
#: A thread that has published sleeps for this long, so that the event loop of the streams can run.
YIELD_SECONDS = 0.0002


class Watcher:
    """One open stream, and `newest`, the highest event number that was published for its match."""

    __slots__ = ("keepalive", "loop", "match", "newest", "wake_up")

    def __init__(
        self, match: str, loop: asyncio.AbstractEventLoop, wake_up: asyncio.Event | None = None
    ) -> None:
        self.match, self.loop = match, loop
        self.newest = 0
        self.wake_up = wake_up or asyncio.Event()
        self.keepalive = loop.call_later(KEEPALIVE_SECONDS, self._keep_alive)

    def post(self, number: int) -> None:
        if number > self.newest:
            self.newest = number
            self.wake_up.set()

    def _keep_alive(self) -> None:
        self.wake_up.set()
        self.keepalive = self.loop.call_later(KEEPALIVE_SECONDS, self._keep_alive)

    async def wait_for_newer(self, number: int) -> int | None:
        """The newest number if it is above `number`; None if a keepalive or the end of the stream is due."""
        if self.newest <= number:
            self.wake_up.clear()
            await self.wake_up.wait()
        return self.newest if self.newest > number else None


class Hub:
    """All open streams of this process, by match."""

    def __init__(self) -> None:
        self._watchers_by_match: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._lock = threading.Lock()

    def watch(self, match: str, wake_up: asyncio.Event | None = None) -> Watcher:
        """A watcher of this match; several that share `wake_up` wake the same stream."""
        watcher = Watcher(match, asyncio.get_running_loop(), wake_up)
        with self._lock:
            self._watchers_by_match[match].add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        watcher.keepalive.cancel()
        with self._lock:
            watchers = self._watchers_by_match[watcher.match]
            watchers.discard(watcher)
            if not watchers:
                del self._watchers_by_match[watcher.match]

    def publish(self, ticks: Iterable[tuple[str, int]]) -> None:
        """Delivers ticks from any thread.

        They may arrive in any order, because a watcher keeps the highest number.
        """
        has_watchers = False
        for match, number in ticks:
            for watcher in self._watchers_of(match):
                has_watchers = True
                with contextlib.suppress(RuntimeError):  # Its event loop has just closed.
                    watcher.loop.call_soon_threadsafe(watcher.post, number)
        if has_watchers:
            time.sleep(YIELD_SECONDS)

    def deliver(self, match: str, number: int) -> None:
        """Delivers a tick from the event loop of the streams."""
        for watcher in self._watchers_of(match):
            watcher.post(number)

    def _watchers_of(self, match: str) -> list[Watcher]:
        with self._lock:
            return list(self._watchers_by_match.get(match, ()))

    def wake_all(self) -> None:
        """Wakes every stream, so that it checks whether it must end."""
        with self._lock:
            watchers = [watcher for watchers in self._watchers_by_match.values() for watcher in watchers]
        for watcher in watchers:
            with contextlib.suppress(RuntimeError):
                watcher.loop.call_soon_threadsafe(watcher.wake_up.set)

    def watched_matches(self) -> list[str]:
        with self._lock:
            return list(self._watchers_by_match)

    def count(self, match: str | None = None) -> int:
        """The number of open streams, of one match or of all."""
        with self._lock:
            if match is not None:
                return len(self._watchers_by_match.get(match, ()))
            return sum(len(watchers) for watchers in self._watchers_by_match.values())


HUB = Hub()
