"""Plays waiting moves in batches. One thread plays a batch while the next one gathers (docs/adr/0320)."""

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
from games.presenting.move_answers import (
    MoveAnswer,
    SentMove,
    answer_move,
    answer_together,
    read_sent_move,
    refuse_flood,
)

log = logging.getLogger(__name__)
MAX_BATCH = 32
#: One thread, because two batches at once would only compete for the interpreter.
BATCH_EXECUTOR = ThreadPoolExecutor(1, thread_name_prefix="move-batch")
#: For moves that their batch has left out. They may have to wait for a lock, and must not delay the next
#: batch.
UNBATCHED_EXECUTOR = ThreadPoolExecutor(2, thread_name_prefix="move-single")


class WaitingMove(NamedTuple):
    """A request that waits for its batch, and the future for which its client waits."""

    match_id: str
    request: ASGIRequest
    body: bytes
    response: asyncio.Future[HttpResponse]


class AdmittedMove(NamedTuple):
    """A move whose request has passed all guards (`escale.server.guards`)."""

    guarded_request: GuardedRequest
    sent: SentMove


class MoveBatcher:
    """The waiting moves of one event loop."""

    def __init__(self) -> None:
        self._waiting: list[WaitingMove] = []
        self._playing_task: asyncio.Task | None = None

    def submit(self, match_id: str, request: ASGIRequest, body: bytes) -> asyncio.Future[HttpResponse]:
        """Returns the future response to this move."""
        response = asyncio.get_running_loop().create_future()
        self._waiting.append(WaitingMove(match_id, request, body, response))
        if self._playing_task is None:
            self._playing_task = asyncio.create_task(self._play_batches())
        return response

    async def _play_batches(self) -> None:
        try:
            while batch := self._take_batch():
                outcomes = await _run_batch(batch)
                for move, outcome in zip(batch, outcomes, strict=True):
                    self._deliver(move, outcome)
        finally:
            self._playing_task = None

    def _take_batch(self) -> list[WaitingMove]:
        """The first waiting moves, at most one of each match."""
        batch_by_match: dict[str, WaitingMove] = {}
        later = []
        for move in self._waiting:
            if len(batch_by_match) < MAX_BATCH and move.match_id not in batch_by_match:
                batch_by_match[move.match_id] = move
            else:
                later.append(move)
        self._waiting = later
        return list(batch_by_match.values())

    def _deliver(self, move: WaitingMove, outcome: HttpResponse | AdmittedMove) -> None:
        """Sends the client its response. If the batch has left out the move, it is played alone first."""
        if isinstance(outcome, AdmittedMove):
            future = asyncio.get_running_loop().run_in_executor(UNBATCHED_EXECUTOR, play_alone, outcome)
            future.add_done_callback(lambda done: _copy_result(done, move.response))
        elif not move.response.done():
            move.response.set_result(outcome)


async def _run_batch(batch: list[WaitingMove]) -> list[HttpResponse | AdmittedMove]:
    try:
        return await asyncio.get_running_loop().run_in_executor(BATCH_EXECUTOR, play_batch, batch)
    except Exception:  # No client may be left waiting.
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


def play_batch(batch: list[WaitingMove]) -> list[HttpResponse | AdmittedMove]:
    """The response to each move, or the move itself if it must be played alone."""
    try:
        outcomes = [_admit(move) for move in batch]
        admitted_by_position = {}
        for position, outcome in enumerate(outcomes):
            if isinstance(outcome, AdmittedMove):
                admitted_by_position[position] = outcome
        answers = _answer_batch([move.sent for move in admitted_by_position.values()])
        for (position, move), answer in zip(admitted_by_position.items(), answers, strict=True):
            if answer is not None:
                outcomes[position] = _make_response(move, answer)
        return outcomes
    finally:
        close_old_connections()


def _admit(move: WaitingMove) -> HttpResponse | AdmittedMove:
    """The move, if all guards and the limit of its seat let it pass; otherwise the refusal."""
    guarded_request = guards.process_request(move.request)
    if guarded_request.refusal is not None:
        return guards.process_response(guarded_request, guarded_request.refusal)
    admitted = AdmittedMove(guarded_request, read_sent_move(move.request, move.match_id, move.body))
    refusal = refuse_flood(admitted.sent)
    return admitted if refusal is None else _make_response(admitted, refusal)


def _answer_batch(batch: list[SentMove]) -> list[MoveAnswer | None]:
    try:
        return answer_together(batch)
    except Exception:  # Nothing was written. `MoveBatcher._deliver` then plays each move alone.
        log.exception("a batch of %d moves failed", len(batch))
        return [None] * len(batch)


def _make_response(move: AdmittedMove, answer: MoveAnswer) -> HttpResponse:
    """The response, after the guards have seen it."""
    response = HttpResponse(answer.body, status=answer.status, headers=answer.headers)
    return guards.process_response(move.guarded_request, response)


def play_alone(move: AdmittedMove) -> HttpResponse:
    try:
        # The guards set the request id in the thread of the batch; the log of this thread needs it too.
        current_request_id.set(move.guarded_request.request.id)
        return _make_response(move, answer_move(move.sent))
    finally:
        close_old_connections()
