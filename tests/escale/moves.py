"""Sends moves to the ASGI application, and to Django alone, within the transaction of a test."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections

from escale.server.application import application, django_application
from escale.server.protocol import admission
from games.core.json_form import encode
from tests.games.table import Table

PLAIN_HEADERS = {"host": "testserver", "content-type": "application/json", "accept-language": "de"}


@contextmanager
def threads_in_one_transaction(monkeypatch) -> Iterator[None]:
    """Lets the threads of requests use the connection of the test."""
    connection = connections[DEFAULT_DB_ALIAS]
    connection.inc_thread_sharing()
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)

    def share() -> None:
        connections[DEFAULT_DB_ALIAS] = connection

    with ThreadPoolExecutor(1, initializer=share) as executor:
        monkeypatch.setattr("escale.server.moves.batcher.BATCH_EXECUTOR", executor)
        monkeypatch.setattr("escale.server.moves.batcher.UNBATCHED_EXECUTOR", executor)
        monkeypatch.setattr("escale.server.moves.route.UNBATCHED_EXECUTOR", executor)
        monkeypatch.setattr(admission, "PAGES", admission.PAGES._replace(executor=executor))
        yield
    connection.dec_thread_sharing()


class SentRequest(NamedTuple):
    """A request as an ASGI server receives it; a name of a header may stand there twice."""

    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""
    method: str = "POST"
    query: bytes = b""
    scheme: str = "http"


class Response:
    """What the client gets."""

    def __init__(self, messages: list[dict]) -> None:
        self.status = messages[0]["status"]
        self.all_headers = [(name.decode().lower(), value.decode()) for name, value in messages[0]["headers"]]
        self.headers = dict(self.all_headers)
        self.content = b"".join(message.get("body", b"") for message in messages[1:])

    def json(self) -> dict:
        return json.loads(self.content)


async def _send(request: SentRequest, to) -> Response:
    messages, parts = [], [request.body[:9], request.body[9:]]

    async def receive():
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message):
        messages.append(message)

    scope = {
        "type": "http",
        "method": request.method,
        "path": request.path,
        "query_string": request.query,
        "scheme": request.scheme,
        "client": ("198.51.100.7", 1234),
        "server": ("testserver", 80),
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers],
    }
    await to(scope, receive, send)
    return Response(messages)


def send_by_route(request: SentRequest) -> Response:
    return asyncio.run(_send(request, application))


def send_by_django(request: SentRequest) -> Response:
    return asyncio.run(_send(request, django_application))


def send_together(requests: list[SentRequest]) -> list[Response]:
    """Responses to requests that arrive at the same time."""

    async def send_all() -> list[Response]:
        return await asyncio.gather(*(_send(request, application) for request in requests))

    return asyncio.run(send_all())


class Player:
    """Sends what the seat that must decide may do."""

    def __init__(self, **headers: str) -> None:
        self.table, self.headers = Table(), PLAIN_HEADERS | headers

    @property
    def path(self) -> str:
        return f"/api/v1/matches/{self.table.id}/actions/"

    @property
    def token(self) -> str:
        return self.table.tokens[self.table.decision().seat]

    def move(self) -> dict:
        """The first action of the menu, as the API wants it."""
        table = self.table
        action = encode(table.engine.META.actions, table.menu()[0])
        return {"decision": table.decision().id, "action": action}

    def request(self, body: bytes | None = None, query: bytes = b"", **headers: str) -> SentRequest:
        body = json.dumps(self.move()).encode() if body is None else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        all_headers = (
            self.headers | {"authorization": f"Seat {self.token}", "content-length": str(len(body))} | named
        )
        return SentRequest(self.path, tuple(all_headers.items()), body, query=query)

    def sends(self, body: bytes | None = None, query: bytes = b"", **headers: str) -> Response:
        return send_by_route(self.request(body, query, **headers))

    def last_number(self) -> int:
        return self.table.match.number
