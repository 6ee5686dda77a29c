"""Runs Django in an ASGI server: one thread answers one request, from its first middleware to its last byte.

Everything here is synchronous. Django's own handler changes threads for every second middleware, and starts a
thread with a database connection for every request. Here, a few threads live on and keep their connections.
"""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections, connections
from django.urls import set_script_prefix

from escale.server.protocol.admission import find_place

# A thread that writes to SQLite releases the interpreter at every statement. With this short interval, other
# threads return it soon, so the writer does not hold the lock of the database for long.
sys.setswitchinterval(0.001)


class Handler(ASGIHandler):
    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope, receive, send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            async with find_place(scope) as place:
                loop = asyncio.get_running_loop()
                response = await loop.run_in_executor(place["executor"], self.answer, place, body)
                await (self.stream if response.streaming else send_response)(response, send)

    def answer(self, scope, body):
        """Answers the whole request in the calling thread."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, response = self.create_request(scope, body)
        if request is not None:
            response = self.get_response(request)
        response._handler_class = self.__class__
        if response.streaming:
            # Another thread produces the parts, so this thread returns its connection to the pool now.
            close_old_connections()
        else:
            response.close()
        return response

    async def stream(self, response, send) -> None:
        """Sends a response that a thread of its own produces, so that a slow client delays no other
        request.
        """
        loop, executor, parts = asyncio.get_running_loop(), ThreadPoolExecutor(1), iter(response)
        try:
            await send(_start_message(response))
            while (part := await loop.run_in_executor(executor, next, parts, None)) is not None:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await loop.run_in_executor(executor, _close, response)
            executor.shutdown(wait=False)


async def send_response(response, send) -> None:
    """Sends a complete response."""
    await send(_start_message(response))
    await send({"type": "http.response.body", "body": response.content})


def _start_message(response) -> dict:
    return {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": encode_headers(response),
    }


def encode_headers(response) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [(b"Set-Cookie", morsel.OutputString().encode("ascii")) for morsel in response.cookies.values()]
    return headers + cookies


def _close(response) -> None:
    response.close()
    connections.close_all()
