"""Watchers whose lines break again and again, while servers die: each of them ends with every event, once, in
order.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from pathlib import Path

from tests.faults.arena import Arena
from tests.faults.clients import Journal
from tests.faults.scenarios import Play, report, strike

#: seconds of a person before a move: played as fast as it goes, ticks would wait for nothing but the queue
THOUGHT = 1.0
TICK_P95 = 0.3  # seconds from the request of a move until the tick on another line


class Watcher:
    """Keeps a copy of a match as a page does: a tick says that there is more, a request brings it."""

    def __init__(self, ports: list[int], match: str, address: str) -> None:
        self.ports, self.match, self.address = ports, match, address
        self.seen: list[int] = []
        self.ticks: dict[int, float] = {}
        self.line: asyncio.StreamWriter | None = None
        self.drops = 0

    async def watch(self, ends: threading.Event) -> None:
        while not ends.is_set():
            try:
                await self._follow(ends)
            except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)

    async def _open(self, path: str, more: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        port = random.choice(self.ports)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET /api/v1/matches/{self.match}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        writer.write(f"{head}X-Forwarded-For: {self.address}\r\n{more}\r\n".encode())
        status = (await asyncio.wait_for(reader.readline(), 60)).split(b" ")
        if len(status) < 2 or status[1] != b"200":
            writer.close()
            raise ValueError(status)
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def _follow(self, ends: threading.Event) -> None:
        reader, self.line = await self._open("stream/", f"Last-Event-ID: {self.newest()}\r\n")
        try:
            while not ends.is_set():
                try:
                    text = await asyncio.wait_for(reader.readline(), 0.5)
                except TimeoutError:
                    continue
                if not text:
                    return
                if text.startswith(b"id: "):
                    self.ticks.setdefault(int(text[4:]), time.monotonic())
                    await self.fetch()
        finally:
            self.line.close()

    async def fetch(self) -> None:
        reader, writer = await self._open(f"events/?after={self.newest()}", "Connection: close\r\n")
        try:
            text = await asyncio.wait_for(reader.read(), 60)
        finally:
            writer.close()
        self.seen += [
            event["number"] for event in json.loads(text[text.index(b"{") : text.rindex(b"}") + 1])["events"]
        ]

    def newest(self) -> int:
        return self.seen[-1] if self.seen else 0

    def drop(self) -> None:
        if self.line is not None:
            self.line.transport.abort()
            self.drops += 1


def drops(
    folder: Path, *, database: str = "", watchers: int = 200, count: int = 1000, kills: int = 4
) -> dict:
    """So many lines, so often broken, and servers killed meanwhile."""
    arena = Arena(folder, database=database, servers=2 if database else 1)
    arena.environment["TRUSTED_PROXIES"] = "1"
    with Play(arena, 6) as play:
        play.until(20)
        for player in play.players:
            player.pause = THOUGHT
        matches = [player.matches[-1] for player in play.players if player.matches]
        numbered = [(n, matches[n % len(matches)]) for n in range(watchers)]
        watching = [Watcher(arena.ports, match, f"10.1.{n >> 8}.{n & 255}") for n, match in numbered]
        ends = threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(_all(watching, ends)))
        thread.start()
        _trouble(arena, watching, count, kills)
        play.rest()
        for worker in arena.workers:
            worker.stop()
        missed = asyncio.run(_missed(watching))
        ends.set()
        thread.join(60)
    waits = sorted(_waits(watching, play.journal))
    p95 = waits[int(len(waits) * 0.95)] if waits else 0.0
    shown = {
        "drops": sum(watcher.drops for watcher in watching),
        "kills": kills,
        "ticks": len(waits),
        "missed": missed,
    }
    shown |= {
        "tick p95 ms": round(p95 * 1000),
        "late": int(p95 > TICK_P95),
        "control saw nothing": int(not waits),
    }
    return report(f"{watchers} streams", play, **shown)


async def _all(watching: list[Watcher], ends: threading.Event) -> None:
    await asyncio.gather(*(watcher.watch(ends) for watcher in watching))


def _trouble(arena: Arena, watching: list[Watcher], count: int, kills: int) -> None:
    every = count // (kills + 1)
    for n in range(count):
        random.choice(watching).drop()
        time.sleep(0.02)
        if n % every == every - 1 and n // every < kills:
            strike(random.choice(arena.servers), arena)


async def _missed(watching: list[Watcher]) -> int:
    """How many have not exactly what the log shows to somebody who comes now, a minute after the last move at
    most.
    """
    logs: dict[str, list[int]] = {}
    for one in watching:
        if one.match not in logs:
            fresh = Watcher(one.ports, one.match, one.address)
            await fresh.fetch()
            logs[one.match] = fresh.seen
    ends = time.monotonic() + 60
    while time.monotonic() < ends and any(one.seen != logs[one.match] for one in watching):
        await asyncio.sleep(0.1)
    return sum(one.seen != logs[one.match] for one in watching)


def _waits(watching: list[Watcher], journal: Journal) -> list[float]:
    """From the request of a move until its tick on another line."""
    pairs = [
        (journal.asked.get((one.match, number)), at) for one in watching for number, at in one.ticks.items()
    ]
    return [at - asked for asked, at in pairs if asked is not None]
