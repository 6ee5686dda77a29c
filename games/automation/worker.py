"""Plays for bots and lets clocks run out. The worker runs this as two jobs (`games/jobs.py`).

If the worker dies, nothing is lost: the matches wait, and the next worker finds them by `Match.due`, at the
latest when the leases of the dead worker have run out.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any

from escale.common import clock
from games.automation import queue, thinking
from games.automation.queue import Lease, Speed, Turns
from games.core.contract import Action
from games.core.seat_masks import seats_of
from games.matches import absence
from games.matches.errors import MatchError
from games.matches.luck import contributions
from games.matches.moves import MoveRequest, play_move
from games.matches.storage.rows import proof_by_index, public_decision_id
from games.matches.storage.states import load_state
from games.models import Heartbeat, Match, Seat, Status
from games.registry import ENGINES

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 5.0
SILENCE_MS = 25_000  # a worker without a heartbeat for this long is dead or hangs
POSTPONE_MS = 60_000
#: How many matches one step handles. Slow bots are played one by one, so that the order is that of the queue.
MAX_MATCHES = {Speed.QUICK: 20, Speed.SLOW: 1}
#: game, level, state, seat, seed -> the action of the bot
Think = Callable[[str, str, Any, int, int], Action]


def handle_match(match_id: str, speed: Speed, think: Think) -> bool:
    """Plays for the first bot of this speed that must decide; True if it has moved.

    If only people must decide, relief bots start for those whose time has run out. An open match begins
    without the random numbers that are late.
    """
    match = Match.objects.get(pk=match_id)
    if match.status == Status.OPEN:
        contributions.close_late(match_id=match_id)
        return False
    bots = seats_of(match.awaited_seats & match.bot_seats)
    if not bots:
        absence.relieve_absent(match_id=match_id)
        return False
    for seat in Seat.objects.filter(match=match, index__in=bots):
        if queue.find_speed(_find_level(seat)) == speed:
            return play_bot(match, seat, think)
    return False


def _find_level(seat: Seat) -> str:
    return seat.relief_level or seat.level


def play_bot(match: Match, seat: Seat, think: Think) -> bool:
    """Plays one decision of one bot, which sees its view and its menu, never the state.

    True if it had one.
    """
    engine, state = ENGINES[match.game], load_state(match)
    pending = [decision for decision in engine.decisions(state) if decision.seat == seat.index]
    if not pending:
        return False
    action = think(match.game, _find_level(seat), state, seat.index, secrets.randbits(63))
    decision = public_decision_id(match, pending[0].id)
    play_move(MoveRequest(match.pk, proof_by_index(seat.index), decision, action))
    return True


def _do_nothing() -> None:
    pass


def handle_due_matches(
    speed: Speed, turns: Turns, think: Think, before_each_match: Callable[[], None] = _do_nothing
) -> int:
    """Handles some of the matches that wait in this line, and returns their number."""
    count = 0
    for match in turns.sort(queue.list_waiting_matches(speed)):
        if count == MAX_MATCHES[speed]:
            break
        before_each_match()
        lease = queue.take_lease(match.id)
        if lease is None:  # Another worker was faster.
            continue
        count += 1
        turns.mark_served(match.owner)
        _handle_leased(lease, speed, think)
    return count


def _handle_leased(lease: Lease, speed: Speed, think: Think) -> None:
    try:
        if handle_match(lease.match_id, speed, think):
            return
    except MatchError as error:  # A request has changed the match meanwhile; a later step handles it.
        log.info("match %s: %s", lease.match_id, error.code)
    except Exception:
        log.exception("match %s", lease.match_id)
        queue.postpone(lease, POSTPONE_MS)
        return
    queue.release(lease)


def beat(worker: str) -> None:
    """Stores the time at which this worker was running, for `health`."""
    Heartbeat.objects.update_or_create(worker=worker, defaults={"beat": clock.now_ms()})


class BotsAndClocks:
    """The job of one process that plays for quick bots and lets clocks run out.

    It stores a heartbeat every few seconds.
    """

    def __init__(self) -> None:
        self._worker = f"{socket.gethostname()[:40]}-{os.getpid()}"
        self._turns = Turns()
        self._last_beat: float | None = None

    def step(self) -> bool:
        """Handles some matches; True if there were any."""
        if self._last_beat is None:
            clock.sync_with_database()
        self._beat_if_time()
        return handle_due_matches(Speed.QUICK, self._turns, thinking.think_inline, self._beat_if_time) > 0

    def _beat_if_time(self) -> None:
        """Stores a heartbeat if it is time.

        It is also called before each match, as a step may last longer than SILENCE_MS.
        """
        if self._last_beat is None or time.monotonic() - self._last_beat > HEARTBEAT_SECONDS:
            beat(self._worker)
            self._last_beat = time.monotonic()


class SlowBots:
    """The job of one process that plays for the bots that search."""

    def __init__(self) -> None:
        self._turns = Turns()
        self._thinker = thinking.SubprocessThinker()

    def step(self) -> bool:
        """Handles one match; True if there was one."""
        return handle_due_matches(Speed.SLOW, self._turns, self._thinker) > 0

    def close(self) -> None:
        self._thinker.close()


def health(now: int) -> str:
    """For /readyz: "ok" if the job of any worker has stored a heartbeat recently, otherwise what is wrong."""
    newest = Heartbeat.objects.order_by("-beat").values_list("beat", flat=True).first()
    if newest is None:
        return "no worker has started yet"
    return "ok" if now - newest < SILENCE_MS else f"no worker for {(now - newest) // 1000} s"
