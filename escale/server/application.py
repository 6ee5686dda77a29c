"""The ASGI application: Django for pages and API; and beside it two routes, for moves and for live
streams.
"""

import asyncio

from escale.server import guards, sqlite_connection, warm_up
from escale.server.django_handler import Handler
from escale.server.middleware import is_too_large
from escale.server.moves import route as move_route
from escale.server.protocol.admission import REQUEST_EXECUTOR
from games.live import listen, seat_stream, stream

django_application = Handler()
guards.load_guards()  # Raises an error now if a middleware cannot guard moves.
_listening: set[asyncio.Task] = set()


async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        return await _lifespan(receive, send)
    if scope["type"] == "http" and stream.find_match_id(scope):
        return await stream.application(scope, receive, send)
    if scope["type"] == "http" and seat_stream.is_request(scope):
        return await seat_stream.application(scope, receive, send)
    receive = receive if _may_read_body(scope) else _without_body(receive)
    if move_route.is_move(scope):
        return await move_route.application(scope, receive, send, django=django_application)
    return await django_application(scope, receive, send)


def _may_read_body(scope) -> bool:
    """False for a body that will be refused. Django would first write the whole body to the disk."""
    headers = dict(scope.get("headers", ()))
    length = headers.get(b"content-length", b"").decode("latin-1")
    return b"transfer-encoding" not in headers and not is_too_large(scope.get("path", ""), length)


def _without_body(receive):
    """Passes the request on without its body, which is dropped until the client disconnects."""
    has_begun = False

    async def receive_nothing():
        nonlocal has_begun
        if not has_begun:
            has_begun = True
            return {"type": "http.request", "body": b"", "more_body": False}
        while (message := await receive())["type"] != "http.disconnect":
            continue
        return message

    return receive_nothing


async def _lifespan(receive, send):
    """Prepares caches while the first requests arrive, and listens for ticks as long as the server runs."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            sqlite_connection.hold()
            REQUEST_EXECUTOR.submit(warm_up.prepare)
            _listening.add(asyncio.create_task(listen.listen_forever()))
            await send({"type": "lifespan.startup.complete"})
        else:
            for task in _listening:
                task.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return
