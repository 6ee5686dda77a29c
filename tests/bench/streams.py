"""What open streams cost, and how long a tick takes, beside a bare ASGI stream in the same run.

First, ticks are published that have the time as their number (monotonic, the same for all processes), so that
a listener knows how long each took. Then matches are played: all streams listen, and a tenth of them are
closed and opened again meanwhile.
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
#: streams from one address; a server accepts 60
STREAMS_PER_ADDRESS = 50
#: streams that are opened together
OPENED_TOGETHER = 50
EVENTS = 600


class Listener(asyncio.Protocol):
    """One open stream: the numbers of the ticks that it has received, and when, in microseconds."""

    def __init__(self, path: str) -> None:
        self.path, self.received = path, []
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
        self.received += [(int(number), now) for number in NUMBER.findall(data)]

    def connection_lost(self, error) -> None:
        if not self.open.done():
            self.open.set_exception(RuntimeError("the stream was closed"))


async def listen(port: int, paths: Sequence[str], first: int = 0) -> list[Listener]:
    """Opens a stream for each path, from as many addresses as the limit of the server needs.

    `first` is the number of streams whose addresses are taken already.
    """
    loop, listeners = asyncio.get_running_loop(), []
    for start in range(0, len(paths), OPENED_TOGETHER):
        opened = [Listener(path) for path in paths[start : start + OPENED_TOGETHER]]
        for number, listener in enumerate(opened, start=first + start):
            host = number // STREAMS_PER_ADDRESS
            local_address = (f"127.0.{1 + host // 200}.{1 + host % 200}", 0)
            await loop.create_connection(
                lambda listener=listener: listener, "127.0.0.1", port, local_addr=local_address
            )
        await asyncio.gather(*(listener.open for listener in opened))
        listeners += opened
    return listeners


async def publish_ticks(listeners: Sequence[Listener], port: int, path: str, events: int) -> list[float]:
    """Publishes ticks, and returns the milliseconds until each listener received each of them."""
    for listener in listeners:
        listener.received.clear()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(events):
        writer.write(lanes.post(path, b""))
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(lanes.LENGTH.search(head)[1]))
        await asyncio.sleep(0.004)
    await asyncio.sleep(0.5)
    writer.close()
    if lost := sum(events - len(listener.received) for listener in listeners):
        print(f"  {lost} of {events * len(listeners)} ticks were not received one by one")
    return [
        (received_at - published_at) / 1000
        for listener in listeners
        for published_at, received_at in listener.received
    ]


def print_delays(our_rounds: Sequence[Sequence[float]], bare_rounds: Sequence[Sequence[float]]) -> None:
    for label, share, aim in (("p50", 0.5, ""), ("p95", 0.95, ", aim at most 1.5")):
        ours = [find_percentile(delays, share) for delays in our_rounds]
        bare = [find_percentile(delays, share) for delays in bare_rounds]
        ratio = statistics.median(our / other for our, other in zip(ours, bare, strict=True))
        print(
            f"  published → other screen {label}: {statistics.median(ours):.2f} ms, "
            f"bare {statistics.median(bare):.2f} ms, {ratio:.2f} × ({len(ours)} rounds in turns{aim})"
        )


def find_percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]


def count_connections(site: Fleet, database: str) -> int:
    """The connections of the server process to its database."""
    if not database:
        names = [os.path.realpath(entry) for entry in Path(f"/proc/{site.processes[0].pid}/fd").iterdir()]
        return sum(name.endswith(".sqlite3") for name in names)
    query = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    done = subprocess.run(["psql", database, "-Atc", query], check=True, capture_output=True, text=True)
    return int(done.stdout)


async def _measure(site: Fleet, bare_port: int, database: str, count: int) -> None:
    (port,), matches = site.ports, fleet.scripts(site, "shanghaien", 40, 15)
    paths = [f"/api/v1/matches/{matches[number % 40]['match']}/stream/" for number in range(count)]
    await listen(port, paths[:1])
    cpu_before, megabytes_before = site.cpu(), site.megabytes()
    listeners = await listen(port, paths)
    cpu_seconds, megabytes = site.cpu() - cpu_before, site.megabytes() - megabytes_before
    print(
        f"  {count} open: {1024 * megabytes / count:.0f} KiB each (aim 55), {1000 * cpu_seconds / count:.2f} ms "
        f"CPU (aim 1.3)"
    )
    print(f"  {count_connections(site, database)} database connections (aim 4)")
    await _play(site, matches, listeners)
    await _compare_delays(site, bare_port, first=count + 10)


async def _compare_delays(site: Fleet, bare_port: int, first: int) -> None:
    """Publishes ticks to two streams of ours and to two bare ones, in turns."""
    (port,), match = site.ports, fleet.scripts(site, "shanghaien", 1, 1)[0]["match"]
    our_listeners = await listen(port, [f"/api/v1/matches/{match}/stream/"] * 2, first=first)
    bare_listeners = await listen(bare_port, ["/"] * 2)
    our_rounds, bare_rounds = [], []
    for _round in range(5):
        our_rounds.append(await publish_ticks(our_listeners, port, f"/floor/tick/{match}", EVENTS // 3))
        bare_rounds.append(await publish_ticks(bare_listeners, bare_port, "/", EVENTS // 3))
    print_delays(our_rounds, bare_rounds)


async def _play(site: Fleet, matches: list, listeners: list[Listener]) -> None:
    """Plays the matches. Every stream must end with the last move, also those that were closed and opened
    again.
    """
    requests_by_lane = [fleet.actions(match) for match in matches]
    playing = asyncio.create_task(asyncio.to_thread(lanes.run, requests_by_lane, site.ports))
    await asyncio.sleep(0.3)
    reopened_count = await _reopen_some(site.ports[0], listeners)
    await playing
    await asyncio.sleep(2)
    last_number = {match["match"]: match["number"] + len(match["moves"]) for match in matches}
    without_last_move = in_wrong_order = 0
    for listener in listeners:
        numbers = [number for number, _received_at in listener.received]
        match_id = listener.path.split("/")[4]
        without_last_move += not numbers or numbers[-1] != last_number[match_id]
        in_wrong_order += numbers != sorted(set(numbers))
    print(
        f"  {sum(map(len, requests_by_lane))} moves, {reopened_count} of {len(listeners)} streams were opened again "
        f"meanwhile: {without_last_move} ended without the last move, {in_wrong_order} received a tick twice or "
        f"in the wrong order"
    )


async def _reopen_some(port: int, listeners: list[Listener]) -> int:
    """Closes a tenth of the streams, and opens them again behind the last tick that each has received."""
    places = random.sample(range(len(listeners)), len(listeners) // 10)
    for place in places:
        listeners[place].transport.abort()
    paths = []
    for place in places:
        last_number = max((number for number, _received_at in listeners[place].received), default=0)
        paths.append(f"{listeners[place].path}?after={last_number}")
    reopened = await listen(port, paths, first=2 * len(listeners))
    for place, listener in zip(places, reopened, strict=True):
        listeners[place] = listener
    return len(places)


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
