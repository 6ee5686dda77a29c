"""The route of moves with a seat token, the secret of a seat. Batches play them (docs/adr/0322)."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from django.http import HttpResponse

from escale.server.django_handler import Handler, send_response
from escale.server.moves.batcher import UNBATCHED_EXECUTOR, running_batcher
from games.matches.tokens import is_seat_authorization

PATH = re.compile(r"/api/v1/matches/([a-z0-9]{1,16})/actions/")


def is_move(scope: dict[str, Any]) -> bool:
    return scope["type"] == "http" and scope["method"] == "POST" and PATH.fullmatch(scope["path"]) is not None


def has_seat_token(scope: dict[str, Any]) -> bool:
    """Whether the first header Authorization has the scheme `Seat`.

    Django joins several headers of this name into one, and looks at the beginning of it.
    """
    for name, value in scope["headers"]:
        if name == b"authorization":
            return is_seat_authorization(value.decode("latin-1"))
    return False


async def application(scope, receive, send, *, django: Handler) -> None:
    """Answers a move with a seat token.

    A move with a session cookie goes to the Django view, which calls the same function, `answer_move`.
    """
    if not has_seat_token(scope):
        # Moves have their own threads, so they do not wait behind views that pages load after each move.
        return await django(scope | {"executor": UNBATCHED_EXECUTOR}, receive, send)
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
    """The whole body; None if the client has disconnected. Large bodies were refused before."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)
