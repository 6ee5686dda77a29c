"""The least that can stream: a bare ASGI application that hands numbers from a thread to those who listen."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
threads = ThreadPoolExecutor(2)
mailboxes: set[asyncio.Queue] = set()


async def application(scope, receive, send):
    if scope["type"] != "http":
        return
    if scope["method"] == "POST":
        await receive()
        await asyncio.get_running_loop().run_in_executor(threads, publish, asyncio.get_running_loop())
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        return await send({"type": "http.response.body", "body": b""})
    mailbox: asyncio.Queue = asyncio.Queue()
    mailboxes.add(mailbox)
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b":\n\n", "more_body": True})
    listening, gone = asyncio.ensure_future(tell(mailbox, send)), asyncio.ensure_future(leave(receive))
    await asyncio.wait({listening, gone}, return_when=asyncio.FIRST_COMPLETED)
    listening.cancel()
    mailboxes.discard(mailbox)


def publish(loop) -> None:
    number = time.monotonic_ns() // 1000
    for mailbox in list(mailboxes):
        loop.call_soon_threadsafe(mailbox.put_nowait, number)


async def tell(mailbox, send) -> None:
    while True:
        data = b'data: {"number": %d}\n\n' % await mailbox.get()
        await send({"type": "http.response.body", "body": data, "more_body": True})


async def leave(receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
