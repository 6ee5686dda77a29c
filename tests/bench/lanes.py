"""Sends requests over several connections at once.

Each connection, called a lane, stays open and sends its next request when the last one is answered.
"""

import asyncio
import re
from collections.abc import Sequence
from time import perf_counter

LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Lane(asyncio.Protocol):
    """One connection and the requests that it has still to send, the next one last."""

    def __init__(self, requests: Sequence[bytes], done: asyncio.Future) -> None:
        self.waiting, self.done = list(reversed(requests)), done
        self.seconds: list[float] = []
        self.buffer = b""

    def connection_made(self, transport) -> None:
        self.transport = transport
        self.send()

    def send(self) -> None:
        self.begun = perf_counter()
        self.transport.write(self.waiting.pop())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, complete, body = self.buffer.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if not complete or (length and len(body) < int(length[1])):
            return
        self.seconds.append(perf_counter() - self.begun)
        status = head[9:12]  # behind "HTTP/1.1 "
        if not length or status not in (b"200", b"201"):
            self.fail(self.buffer[:1000].decode("utf-8", "replace"))
        elif self.waiting:
            self.buffer = b""
            self.send()
        else:
            self.transport.close()
            self.done.set_result(None)

    def connection_lost(self, error) -> None:
        self.fail(f"the connection was lost: {error}")

    def fail(self, why: str) -> None:
        if not self.done.done():
            self.done.set_exception(RuntimeError(why))
        self.transport.close()


async def _run_lanes(
    requests_by_lane: Sequence[Sequence[bytes]], ports: Sequence[int]
) -> tuple[float, list[float]]:
    loop = asyncio.get_running_loop()
    lanes = [Lane(requests, loop.create_future()) for requests in requests_by_lane]
    begun = perf_counter()
    for number, lane in enumerate(lanes):
        await loop.create_connection(lambda lane=lane: lane, "127.0.0.1", ports[number % len(ports)])
    await asyncio.gather(*(lane.done for lane in lanes))
    return perf_counter() - begun, [second for lane in lanes for second in lane.seconds]


def run(requests_by_lane: Sequence[Sequence[bytes]], ports: Sequence[int]) -> tuple[float, list[float]]:
    """Sends the requests of all lanes, on these ports in turn; returns the seconds of the whole and of each
    request.
    """
    return asyncio.run(_run_lanes(requests_by_lane, ports))


def post(path: str, body: bytes, **headers: str) -> bytes:
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    fixed = f"Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"POST {path} HTTP/1.1\r\n{fixed}{head}\r\n".encode() + body
