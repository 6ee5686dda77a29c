"""Moves past Django: the one request that is made again and again (docs/adr/0320).

All that surrounds a move, from its host to its language, is its envelope. Django judges an envelope that it sees for
the first time; moves that come later in the same one are played here, and answered with the headers that Django gave.
Whatever is not simply accepted goes to Django after all, which says why: nothing was written.
"""

import asyncio
import logging
import re
import time
from collections import OrderedDict
from typing import NamedTuple

from django.db import DatabaseError, close_old_connections
from django.middleware.gzip import GZipMiddleware
from django.utils import translation
from django.utils.text import compress_string
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer

from escale.common import bodies
from escale.handler import THREADS
from escale.middleware import closed, counted, named
from games import store
from games.api import auth, play
from games.engines.base import Malformed
from games.errors import MatchError, Refused

log = logging.getLogger(__name__)
PATH = re.compile(r"/api/v1/matches/([a-z0-9]{1,16})/actions/")
#: these differ from move to move, and have no part in how Django answers one that it accepts
OF_THE_MOVE = {b"authorization", b"content-length", b"idempotency-key", b"x-forwarded-for", b"x-request-id"}
OF_THE_ANSWER = {b"content-length", b"x-request-id"}
MOST = 5000

Envelope = tuple
Headers = list[tuple[bytes, bytes]]


class Known(NamedTuple):
    """How Django answered the first move in an envelope."""

    headers: Headers
    language: str
    zipped: bool


_known: OrderedDict[Envelope, Known] = OrderedDict()


async def application(scope, receive, send, *, django) -> None:
    """A move in a known envelope, if it is one; everything else is Django's."""
    envelope = _envelope(scope)
    known = _known.get(envelope)
    if known is None:
        return await django(scope, receive, send if envelope is None else _learning(envelope, send))
    body = await _body(receive)
    if body is None:
        return None
    answer = await asyncio.get_running_loop().run_in_executor(THREADS, _answer, scope, body, known)
    if answer is None:
        return await django(scope, _again(body, receive), send)
    await send({"type": "http.response.start", "status": 201, "headers": answer[0]})
    return await send({"type": "http.response.body", "body": answer[1]})


def _envelope(scope) -> Envelope | None:
    """Everything that came with a move by a seat token, but what is the move's own."""
    if scope["type"] != "http" or scope["method"] != "POST" or not PATH.fullmatch(scope["path"]):
        return None
    sent = dict(scope["headers"])
    if len(sent) < len(scope["headers"]) or sent.get(b"authorization", b"")[:5].lower() != b"seat ":
        return None
    around = (header for header in scope["headers"] if header[0] not in OF_THE_MOVE)
    return (scope.get("scheme"), scope["query_string"], *around)


def _learning(envelope: Envelope, send):
    """Remembers how Django answers, if it accepts."""

    async def noting(message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 201:
            _learn(envelope, message["headers"])
        await send(message)

    return noting


def _learn(envelope: Envelope, answered: Headers) -> None:
    headers = [(name, value) for name, value in answered if name.lower() not in OF_THE_ANSWER]
    told = {name.lower(): value for name, value in headers}
    if b"set-cookie" not in told:  # meant for one browser
        _known[envelope] = Known(headers, told[b"content-language"].decode(), b"content-encoding" in told)
    while len(_known) > MOST:
        _known.popitem(last=False)


async def _body(receive) -> bytes | None:
    """The whole of it, which the server has found small enough; None when the client went away."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes, receive):
    """The same request for whoever reads it next."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def anew():
        return waiting.pop() if waiting else await receive()

    return anew


def _answer(scope, body: bytes, known: Known) -> tuple[Headers, bytes] | None:
    """Headers and content of the answer, when the move was accepted."""
    if closed():
        return None
    begun, sent = time.perf_counter(), {name: value.decode("latin-1") for name, value in scope["headers"]}
    name = named(sent.get(b"x-request-id", ""))
    content = _played(PATH.fullmatch(scope["path"])[1], sent, body, known.language)
    if content is None:
        return None
    content = compress_string(content, max_random_bytes=GZipMiddleware.max_random_bytes) if known.zipped else content
    counted("POST", scope["path"], 201, begun)
    own = [(b"Content-Length", b"%d" % len(content)), (b"X-Request-ID", name.encode())]
    return known.headers + own, content


def _played(match_id: str, sent: dict[bytes, str], body: bytes, language: str) -> bytes | None:
    try:
        with translation.override(language):
            who = store.by_token(auth.seat_token(sent[b"authorization"]).hash)
            view = play.played(match_id, who, bodies.read(body), sent.get(b"idempotency-key"))
            return JSONRenderer().render(view)
    except (MatchError, Refused, Malformed, APIException, DatabaseError):
        return None
    except Exception:
        log.exception("a move goes to Django: it could not be played here")
        return None
    finally:
        close_old_connections()
