"""Lets bots move and clocks run out. The worker runs this as a job of its own (`games/jobs.py`).

If the worker dies nothing is lost: the matches wait, and the next worker finds them by `Match.due`.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction

from escale.common import clock
from games.automation import thinking
from games.core.contract import Action
from games.core.seat_masks import seats_of
from games.matches import absence
from games.matches.errors import MatchError
from games.matches.moves import MoveRequest, play_move
from games.matches.storage.rows import proof_by_index
from games.matches.storage.states import load_state
from games.matches.writes import public_decision_id
from games.models import Heartbeat, Match, Seat, Status
from games.registry import ENGINES

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 5.0
SILENCE_MS = 25_000  # A worker that has stored no heartbeat for so long is dead or hangs.
MAX_MATCHES = 20  # in one step
#: game, level, state, seat, seed -> the action of the bot
Think = Callable[[str, str, Any, int, int], Action]


def due_matches() -> list[str]:
    """The ids of matches in which a bot must move or a clock has run out.

    Two workers may take the same match; then the move of one of them is refused as stale.
    """
    rows = Match.objects.filter(due__lte=clock.now_ms(), status=Status.ACTIVE).order_by("due")
    if connection.vendor == "postgresql":
        with transaction.atomic():
            return list(rows.select_for_update(skip_locked=True).values_list("pk", flat=True)[:MAX_MATCHES])
    return list(rows.values_list("pk", flat=True)[:MAX_MATCHES])


def attend(match_id: str, think: Think = thinking.think_inline) -> None:
    """Plays for the first bot that must decide; if there is none, bots sit in for people whose time has run out."""
    match = Match.objects.get(pk=match_id)
    bots = seats_of(match.awaited_seats & match.bot_seats)
    if not bots:
        absence.relieve_absent(match_id=match_id)
        return
    try:
        play_bot(match, bots[0], think)
    except MatchError as error:  # Another request was faster; the next step looks at the match again.
        log.info("match %s: %s", match_id, error.code)


def play_bot(match: Match, index: int, think: Think) -> None:
    """Plays one decision of one bot, which sees its view and its menu, never the state."""
    engine, state = ENGINES[match.game], load_state(match)
    pending = [decision for decision in engine.decisions(state) if decision.seat == index]
    if not pending:
        return
    seat = Seat.objects.get(match=match, index=index)
    action = think(match.game, seat.relief_level or seat.level, state, index, secrets.randbits(63))
    decision = public_decision_id(match, pending[0].id)
    play_move(MoveRequest(match.pk, proof_by_index(index), decision, action))


def _do_nothing() -> None:
    pass


def attend_due_matches(
    think: Think = thinking.think_inline, before_each_match: Callable[[], None] = _do_nothing
) -> int:
    """Looks once at every match that is due, and returns the number of these matches."""
    matches = due_matches()
    for match_id in matches:
        before_each_match()
        try:
            attend(match_id, think)
        except Exception:
            log.exception("match %s", match_id)
            _postpone(match_id)
    return len(matches)


def _postpone(match_id: str) -> None:
    """Makes a match that fails due again in a minute, because it must not stop the other matches."""
    Match.objects.filter(pk=match_id).update(due=clock.now_ms() + 60_000)


def beat(worker: str) -> None:
    """Stores the time at which this worker was running, for `health`."""
    Heartbeat.objects.update_or_create(worker=worker, defaults={"beat": clock.now_ms()})


class BotsAndClocks:
    """The job of one process, which plays the matches that are due and stores its heartbeat every few seconds."""

    def __init__(self) -> None:
        self._worker = f"{socket.gethostname()[:40]}-{os.getpid()}"
        self._thinker = thinking.SubprocessThinker()
        self._last_beat: float | None = None

    def step(self) -> bool:
        """Attends to some matches; True if there were any."""
        if self._last_beat is None:
            clock.sync_with_database()
        self._beat_if_time()
        return attend_due_matches(self._thinker, self._beat_if_time) > 0

    def _beat_if_time(self) -> None:
        """Called before each match too, because strong bots may think about a batch for longer than SILENCE_MS."""
        if self._last_beat is None or time.monotonic() - self._last_beat > HEARTBEAT_SECONDS:
            beat(self._worker)
            self._last_beat = time.monotonic()

    def close(self) -> None:
        self._thinker.close()


def health(now: int) -> str:
    """For /readyz: "ok" if the job of any worker has stored a heartbeat lately, otherwise what is wrong."""
    newest = Heartbeat.objects.order_by("-beat").values_list("beat", flat=True).first()
    if newest is None:
        return "no worker has started yet"
    return "ok" if now - newest < SILENCE_MS else f"no worker for {(now - newest) // 1000} s"
