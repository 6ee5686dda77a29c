"""Moves that wait are played together: one thread plays a batch while the next one gathers (docs/adr/0320)."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from weakref import WeakKeyDictionary

from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpResponse

from escale.common.api import problems
from escale.server import guards
from escale.server.guards import GuardedRequest
from escale.server.logs import request_id as current_request_id
from games.presenting.move_answers import MoveAnswer, SentMove, answer_move, answer_together, read_sent_move

log = logging.getLogger(__name__)
MAX_BATCH = 32
#: Two batches at once would only take the interpreter from each other.
BATCH_EXECUTOR = ThreadPoolExecutor(1, thread_name_prefix="move-batch")
#: For moves that their batch has left out: they may have to wait for a lock, and the next batch must not.
SINGLE_EXECUTOR = ThreadPoolExecutor(2, thread_name_prefix="move-single")


class WaitingMove(NamedTuple):
    """A request that waits for its batch, and the future that its client waits for."""

    match_id: str
    request: ASGIRequest
    body: bytes
    response: asyncio.Future[HttpResponse]


class GuardedMove(NamedTuple):
    """A move whose request the guards have let pass."""

    guarded: GuardedRequest
    sent: SentMove


class MoveBatcher:
    """The moves that wait in one event loop."""

    def __init__(self) -> None:
        self._waiting: list[WaitingMove] = []
        self._work: asyncio.Task | None = None

    def submit(self, match_id: str, request: ASGIRequest, body: bytes) -> asyncio.Future[HttpResponse]:
        """The future response to this move."""
        response = asyncio.get_running_loop().create_future()
        self._waiting.append(WaitingMove(match_id, request, body, response))
        if self._work is None:
            self._work = asyncio.create_task(self._play_batches())
        return response

    async def _play_batches(self) -> None:
        try:
            while batch := self._take_batch():
                outcomes = await _run_batch(batch)
                for move, outcome in zip(batch, outcomes, strict=True):
                    self._deliver(move, outcome)
        finally:
            self._work = None

    def _take_batch(self) -> list[WaitingMove]:
        """The first moves that wait, one of each match."""
        batch_by_match: dict[str, WaitingMove] = {}
        later = []
        for move in self._waiting:
            if len(batch_by_match) < MAX_BATCH and move.match_id not in batch_by_match:
                batch_by_match[move.match_id] = move
            else:
                later.append(move)
        self._waiting = later
        return list(batch_by_match.values())

    def _deliver(self, move: WaitingMove, outcome: HttpResponse | GuardedMove) -> None:
        if isinstance(outcome, GuardedMove):
            single = asyncio.get_running_loop().run_in_executor(SINGLE_EXECUTOR, play_single, outcome)
            single.add_done_callback(lambda done: _copy_result(done, move.response))
        elif not move.response.done():
            move.response.set_result(outcome)


async def _run_batch(batch: list[WaitingMove]) -> list[HttpResponse | GuardedMove]:
    try:
        return await asyncio.get_running_loop().run_in_executor(BATCH_EXECUTOR, play_batch, batch)
    except Exception:  # Nobody may be left waiting.
        log.exception("a batch of %d moves was not answered", len(batch))
        return [problems.json_response(500, "server_error") for _ in batch]


def _copy_result(done: asyncio.Future, response: asyncio.Future) -> None:
    if response.done() or done.cancelled():
        return
    if error := done.exception():
        response.set_exception(error)
    else:
        response.set_result(done.result())


_batchers_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, MoveBatcher] = WeakKeyDictionary()


def running_batcher() -> MoveBatcher:
    """The batcher of the running event loop."""
    return _batchers_by_loop.setdefault(asyncio.get_running_loop(), MoveBatcher())


def play_batch(batch: list[WaitingMove]) -> list[HttpResponse | GuardedMove]:
    """For each move its response, or the move itself if it must be played alone."""
    try:
        outcomes = [_enter(move) for move in batch]
        moves = [outcome for outcome in outcomes if isinstance(outcome, GuardedMove)]
        answers = iter(_answer_batch([move.sent for move in moves]))
        for position, outcome in enumerate(outcomes):
            if isinstance(outcome, GuardedMove) and (answer := next(answers)):
                outcomes[position] = _leave(outcome, answer)
        return outcomes
    finally:
        close_old_connections()


def _enter(move: WaitingMove) -> HttpResponse | GuardedMove:
    guarded = guards.enter(move.request)
    if guarded.refusal is not None:
        return guards.leave(guarded, guarded.refusal)
    return GuardedMove(guarded, read_sent_move(move.request, move.match_id, move.body))


def _answer_batch(batch: list[SentMove]) -> list[MoveAnswer | None]:
    try:
        return answer_together(batch)
    except Exception:  # The database has not written any of them: each is played by itself, and answered.
        log.exception("a batch of %d moves failed", len(batch))
        return [None] * len(batch)


def _leave(move: GuardedMove, answer: MoveAnswer) -> HttpResponse:
    response = HttpResponse(answer.body, status=answer.status, headers=answer.headers)
    return guards.leave(move.guarded, response)


def play_single(move: GuardedMove) -> HttpResponse:
    try:
        current_request_id.set(move.guarded.request.id)
        return _leave(move, answer_move(move.sent))
    finally:
        close_old_connections()
