"""Moves past Django: the one request that is made again and again (docs/adr/0320).

All that surrounds a move, from its host to its language, is its envelope. Django judges an envelope that it sees for
the first time; moves that come later in the same one are played here, and answered with the headers that Django gave.
Whatever is not simply accepted goes to Django after all, which says why: nothing was written. So does what was accepted
but could not be told; with its key it is found again.
"""

import asyncio
import logging
import re
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from weakref import WeakKeyDictionary

from django.db import DatabaseError, close_old_connections
from django.middleware.gzip import GZipMiddleware
from django.utils.text import compress_string

from escale.server.django_handler import MOVES
from escale.server.logs import request_id as current_id
from escale.server.middleware import closed, counted, named
from games.web.api import play

log = logging.getLogger(__name__)
PATH = re.compile(r"/api/v1/matches/([a-z0-9]{1,16})/actions/")
#: these differ from move to move, and have no part in how Django answers one that it accepts
OF_THE_MOVE = {b"authorization", b"content-length", b"idempotency-key", b"x-forwarded-for", b"x-request-id"}
OF_THE_ANSWER = {b"content-length", b"x-request-id"}
MOST = 5000
#: moves that are played at once
TOGETHER = 32
#: Two would only take the interpreter from each other.
LOTS = ThreadPoolExecutor(1, thread_name_prefix="lots")

Envelope = tuple
Headers = list[tuple[bytes, bytes]]
Answer = tuple[Headers, bytes]


class Known(NamedTuple):
    """How Django answered the first move in an envelope."""

    headers: Headers
    language: str
    zipped: bool


_known: OrderedDict[Envelope, Known] = OrderedDict()


class Waiting(NamedTuple):
    """A move that is to be played, and who waits for what comes of it."""

    move: play.Sent
    known: Known
    name: str
    begun: float
    answer: asyncio.Future


class Desk:
    """Where the moves of one event loop wait: those that come while others are played are played together."""

    def __init__(self) -> None:
        self.waiting: list[Waiting] = []
        self.work: asyncio.Future | None = None

    def take(self, one: Waiting) -> None:
        self.waiting.append(one)
        if not self.work:
            self.work = asyncio.ensure_future(self.serve())

    async def serve(self) -> None:
        try:
            while lot := self.lot():
                answers = await self.answered(lot)
                for one, answer in zip(lot, answers, strict=True):
                    if not one.answer.done():
                        one.answer.set_result(answer)
        finally:
            self.work = None

    async def answered(self, lot: list[Waiting]) -> list[Answer | None]:
        try:
            return await asyncio.get_running_loop().run_in_executor(LOTS, _answers, lot)
        except Exception:
            log.exception("moves go to Django: they could not be played here")
            return [None] * len(lot)

    def lot(self) -> list[Waiting]:
        """The first that wait, one of each match."""
        lot: dict[str, Waiting] = {}
        later = []
        for one in self.waiting:
            if len(lot) < TOGETHER and one.move.match_id not in lot:
                lot[one.move.match_id] = one
            else:
                later.append(one)
        self.waiting = later
        return [*lot.values()]


_desks: WeakKeyDictionary[asyncio.AbstractEventLoop, Desk] = WeakKeyDictionary()


async def application(scope, receive, send, *, django) -> None:
    """A move in a known envelope, if it is one; everything else is Django's."""
    if scope["type"] != "http" or scope["method"] != "POST" or not PATH.fullmatch(scope["path"]):
        return await django(scope, receive, send)
    envelope = _envelope(scope)
    known = _known.get(envelope)
    if known is None:
        return await django(
            scope | {"threads": MOVES}, receive, send if envelope is None else _learning(envelope, send)
        )
    body = await _body(receive)
    if body is None:
        return None
    answer = await _put_on_desk(scope, body, known)
    if answer is None:
        return await django(scope, _again(body, receive), send)
    await send({"type": "http.response.start", "status": 201, "headers": answer[0]})
    return await send({"type": "http.response.body", "body": answer[1]})


def _envelope(scope) -> Envelope | None:
    """Everything that came with a move by a seat token, but what is the move's own."""
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


def _put_on_desk(scope, body: bytes, known: Known) -> asyncio.Future:
    """Puts the move on the desk."""
    loop, begun, sent = asyncio.get_running_loop(), time.perf_counter(), dict(scope["headers"])
    seat, key, name = (_text(sent.get(each)) for each in (b"authorization", b"idempotency-key", b"x-request-id"))
    move = play.Sent(PATH.fullmatch(scope["path"])[1], seat or "", key, body, known.language)
    one = Waiting(move, known, name or "", begun, loop.create_future())
    _desks.setdefault(loop, Desk()).take(one)
    return one.answer


def _text(value: bytes | None) -> str | None:
    return value if value is None else value.decode("latin-1")


def _answers(lot: list[Waiting]) -> list[Answer | None]:
    """For each the headers and the content of its answer, if it was accepted."""
    current_id.set("-")  # of no single one of them
    try:
        told = [None] * len(lot) if closed() else play.played_together([one.move for one in lot])
        return [content and _answer(one, content) for one, content in zip(lot, told, strict=True)]
    except DatabaseError:
        return [None] * len(lot)
    finally:
        close_old_connections()


def _answer(one: Waiting, content: bytes) -> Answer:
    if one.known.zipped:
        content = compress_string(content, max_random_bytes=GZipMiddleware.max_random_bytes)
    name = named(one.name)
    counted("POST", f"/api/v1/matches/{one.move.match_id}/actions/", 201, one.begun)
    own = [(b"Content-Length", b"%d" % len(content)), (b"X-Request-ID", name.encode())]
    return one.known.headers + own, content
