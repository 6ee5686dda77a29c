"""The site for an ASGI server: Django for pages and API, a bare application for the live streams."""

import asyncio
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "escale.settings")
django.setup(set_prefix=False)

from escale.server import express, sqlite_connection, warm_up  # noqa: E402 (models are only there now)
from escale.server.django_handler import THREADS, Handler  # noqa: E402
from escale.server.middleware import too_large  # noqa: E402
from games.live import listen, stream  # noqa: E402

django_application = Handler()
_listening: set[asyncio.Task] = set()


async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        return await _lifespan(receive, send)
    if scope["type"] == "http" and stream.match_of(scope):
        return await stream.application(scope, receive, send)
    receive = receive if _body_is_welcome(scope) else _without_body(receive)
    return await express.application(scope, receive, send, django=django_application)


def _body_is_welcome(scope) -> bool:
    """Django would write a body of any size to the disk before asking anybody; here it is not even read."""
    headers = dict(scope.get("headers", ()))
    length = headers.get(b"content-length", b"").decode("latin-1")
    return b"transfer-encoding" not in headers and not too_large(scope.get("path", ""), length)


def _without_body(receive):
    """The request as if it had no body; what arrives is dropped until the client goes away."""
    begun = False

    async def nothing():
        nonlocal begun
        if not begun:
            begun = True
            return {"type": "http.request", "body": b"", "more_body": False}
        while (message := await receive())["type"] != "http.disconnect":
            continue
        return message

    return nothing


async def _lifespan(receive, send):
    """Gets ready beside the first requests, and listens for ticks as long as the server runs."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            sqlite_connection.hold()
            THREADS.submit(warm_up.prepare)
            _listening.add(asyncio.create_task(listen.forever()))
            await send({"type": "lifespan.startup.complete"})
        else:
            for task in _listening:
                task.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return
