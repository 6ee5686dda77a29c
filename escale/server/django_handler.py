"""Django below an ASGI server: one thread for one request, from its first middleware to its last byte.

Everything here is synchronous. Django's own handler changes threads for every second middleware and starts a thread,
with a database connection, for every request; here a few threads stay and keep theirs.
"""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections, connections
from django.urls import set_script_prefix

#: more would not be faster: they share one interpreter, and on SQLite one writer
THREADS = ThreadPoolExecutor(8, thread_name_prefix="request")
#: Moves have their own, so that they do not wait behind all who come to look at the last one.
MOVES = ThreadPoolExecutor(2, thread_name_prefix="move")
# Who writes on SQLite gives the interpreter away at every statement; others must not keep it for long meanwhile.
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
            threads = scope.get("threads", THREADS)
            response = await asyncio.get_running_loop().run_in_executor(threads, self.answer, scope, body)
            await (self.stream if response.streaming else self.send_response)(response, send)

    def answer(self, scope, body):
        """The whole request, in the thread that calls."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, response = self.create_request(scope, body)
        if request is not None:
            response = self.get_response(request)
        response._handler_class = self.__class__
        if response.streaming:
            # Its parts have a thread of their own: what this one was lent must not wait for its next request.
            close_old_connections()
        else:
            response.close()
        return response

    async def stream(self, response, send) -> None:
        """What is made while it is sent has a thread of its own: a slow reader keeps nobody waiting."""
        loop, own, parts = asyncio.get_running_loop(), ThreadPoolExecutor(1), iter(response)
        try:
            await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
            while (part := await loop.run_in_executor(own, next, parts, None)) is not None:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await loop.run_in_executor(own, _finish, response)
            own.shutdown(wait=False)


def _headers(response) -> list[tuple[bytes, bytes]]:
    plain = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    return plain + [(b"Set-Cookie", morsel.OutputString().encode("ascii")) for morsel in response.cookies.values()]


def _finish(response) -> None:
    response.close()
    connections.close_all()
