"""What open streams cost, and how long a tick takes, beside a bare ASGI stream in the same run.

The number of a tick in the first part is the hour at which it was published (monotonic, the same for all processes),
so that the listener knows how long it took. The second part plays: everybody listens, a tenth comes back at once.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path
from time import monotonic_ns

from tests.bench import fleet, lanes
from tests.bench.fleet import Fleet
from tests.bench.serving import asgi, wait
from tests.serving import free_port

NUMBER = re.compile(rb'"number": (\d+)')
#: streams from one address; a server takes 200
PER_ADDRESS, AT_ONCE = 150, 50
EVENTS = 600


class Listener(asyncio.Protocol):
    """One open stream: the numbers that it was told, and when."""

    def __init__(self, path: str) -> None:
        self.path, self.told = path, []
        self.open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport) -> None:
        self.transport = transport
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        now = monotonic_ns() // 1000
        if not self.open.done():
            if data.startswith(b"HTTP/1.1 200"):
                self.open.set_result(None)
            else:
                self.open.set_exception(RuntimeError(data[:300].decode("latin-1")))
        self.told += [(int(number), now) for number in NUMBER.findall(data)]

    def connection_lost(self, error) -> None:
        if not self.open.done():
            self.open.set_exception(RuntimeError("the stream was closed"))


async def listen(port: int, paths: Sequence[str], first: int = 0) -> list[Listener]:
    """Opens so many, some at once, from as many addresses as it takes."""
    loop, listeners = asyncio.get_running_loop(), []
    for start in range(0, len(paths), AT_ONCE):
        some = [Listener(path) for path in paths[start : start + AT_ONCE]]
        for at, one in enumerate(some, start=first + start):
            host = at // PER_ADDRESS
            here = (f"127.0.{1 + host // 200}.{1 + host % 200}", 0)
            await loop.create_connection(lambda one=one: one, "127.0.0.1", port, local_addr=here)
        await asyncio.gather(*(one.open for one in some))
        listeners += some
    return listeners


async def ticks(listeners: Sequence[Listener], port: int, path: str, events: int) -> list[float]:
    """Milliseconds from each publishing to each of these; complains when one did not come."""
    for one in listeners:
        one.told.clear()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(events):
        writer.write(lanes.post(path, b""))
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(lanes.LENGTH.search(head)[1]))
        await asyncio.sleep(0.004)
    await asyncio.sleep(0.5)
    writer.close()
    if lost := sum(events - len(one.told) for one in listeners):
        print(f"  {lost} of {events * len(listeners)} ticks were not seen one by one")
    return [(now - number) / 1000 for one in listeners for number, now in one.told]


def beside(ours: Sequence[Sequence[float]], bare: Sequence[Sequence[float]]) -> None:
    for label, share, aim in (("p50", 0.5, ""), ("p95", 0.95, ", aim at most 1.5")):
        one, two = ([sorted(each)[int(len(each) * share)] for each in times] for times in (ours, bare))
        ratio = statistics.median(a / b for a, b in zip(one, two, strict=True))
        halves = f"{statistics.median(one):.2f} ms, bare {statistics.median(two):.2f} ms, {ratio:.2f} ×"
        print(f"  published → other screen {label}: {halves} ({len(one)} rounds in turns{aim})")


def connections(site: Fleet, database: str) -> int:
    """Of the server process to its database."""
    if not database:
        names = [os.path.realpath(entry) for entry in Path(f"/proc/{site.processes[0].pid}/fd").iterdir()]
        return sum(name.endswith(".sqlite3") for name in names)
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    done = subprocess.run(["psql", database, "-Atc", asked], check=True, capture_output=True, text=True)
    return int(done.stdout)


async def _measure(site: Fleet, bare: int, database: str, count: int) -> None:
    (port,), matches = site.ports, fleet.scripts(site, "shanghaien", 40, 15)
    paths = [f"/api/v1/matches/{matches[n % 40]['match']}/stream/" for n in range(count)]
    await listen(port, paths[:1])
    before, memory = site.cpu(), site.megabytes()
    listeners = await listen(port, paths)
    spent, held = site.cpu() - before, site.megabytes() - memory
    print(f"  {count} open: {1024 * held / count:.0f} KiB each (aim 55), {1000 * spent / count:.2f} ms CPU (aim 1.3)")
    print(f"  {connections(site, database)} database connections (aim 4)")
    await _play(site, matches, listeners)
    rare = fleet.scripts(site, "shanghaien", 1, 1)[0]["match"]
    two = await listen(port, [f"/api/v1/matches/{rare}/stream/"] * 2, first=count + 10)
    other = await listen(bare, ["/"] * 2)
    turns = [
        (await ticks(two, port, f"/floor/tick/{rare}", EVENTS // 3), await ticks(other, bare, "/", EVENTS // 3))
        for _ in range(5)
    ]
    beside([one for one, _ in turns], [two for _, two in turns])


async def _play(site: Fleet, matches: list, listeners: list[Listener]) -> None:
    """Everybody's screen ends where the match stands, also those who went away in the middle and came back."""
    lots = [fleet.actions(match) for match in matches]
    playing = asyncio.create_task(asyncio.to_thread(lanes.run, lots, site.ports))
    await asyncio.sleep(0.3)
    away = random.sample(range(len(listeners)), len(listeners) // 10)
    for at in away:
        listeners[at].transport.abort()
    seen = [max((number for number, _ in listeners[at].told), default=0) for at in away]
    again = [f"{listeners[at].path}?after={number}" for at, number in zip(away, seen, strict=True)]
    back = await listen(site.ports[0], again, first=2 * len(listeners))
    for at, one in zip(away, back, strict=True):
        listeners[at] = one
    await playing
    await asyncio.sleep(2)
    last = {match["match"]: match["number"] + len(match["moves"]) for match in matches}
    behind = sum(one.told[-1][0] != last[one.path.split("/")[4]] for one in listeners if one.told)
    silent = sum(not one.told for one in listeners)
    orders = sum([n for n, _ in one.told] != sorted({n for n, _ in one.told}) for one in listeners)
    print(
        f"  {sum(map(len, lots))} moves, {len(away)} of {len(listeners)} streams came back at once meanwhile: "
        f"{behind + silent} ended without the last move, {orders} were told something twice or backwards"
    )


def bench(database: str, count: int) -> None:
    for name in [database, ""] if database else [""]:
        print(f"\n{'PostgreSQL' if name else 'SQLite'}, one process, {count} streams")
        port = free_port()
        with (
            fleet.site(name, worker=False) as site,
            fleet.started([asgi("tests.bench.bare:application", port)], os.environ),
        ):
            wait(port, site.processes[0])
            asyncio.run(_measure(site, port, name, count))
