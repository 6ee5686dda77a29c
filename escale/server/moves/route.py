"""The route of moves with a seat token: they wait for each other and are written together (docs/adr/0322)."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from django.http import HttpResponse

from escale.server.django_handler import Handler, send_response
from escale.server.moves.batcher import SINGLE_EXECUTOR, running_batcher
from games.matches.tokens import names_seat

PATH = re.compile(r"/api/v1/matches/([a-z0-9]{1,16})/actions/")


def is_move(scope: dict[str, Any]) -> bool:
    return scope["type"] == "http" and scope["method"] == "POST" and PATH.fullmatch(scope["path"]) is not None


def has_seat_token(scope: dict[str, Any]) -> bool:
    """True if the first header Authorization names a seat; further ones become a part of its value, as in Django."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            return names_seat(value.decode("latin-1"))
    return False


async def application(scope, receive, send, *, django: Handler) -> None:
    """Answers a move with a seat token; passes a move of a session to Django, whose view calls the same function."""
    if not has_seat_token(scope):
        # In threads of their own moves do not wait behind the views that everybody asks for after each move.
        return await django(scope | {"executor": SINGLE_EXECUTOR}, receive, send)
    body = await _read_body(receive)
    if body is None:
        return None
    response = await _respond(scope, body, django)
    return await send_response(response, send)


async def _respond(scope: dict[str, Any], body: bytes, django: Handler) -> HttpResponse:
    request, malformed = django.create_request(scope, BytesIO(body))
    if request is None:
        return malformed
    match_id = PATH.fullmatch(scope["path"])[1]
    return await running_batcher().submit(match_id, request, body)


async def _read_body(receive) -> bytes | None:
    """The whole body (a large one has been refused before), or None if the client went away."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)
