"""What happens without anybody asking: bots move, clocks run out, people are told that it is their turn.

`manage.py play_worker` runs it; on the embedded default a thread of the server does. If it dies nothing is lost:
matches wait, and the next round finds them by `Match.due`.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction

from escale.common import clock
from games import ports
from games.automation import thinking
from games.core.contract import Action
from games.matches import absence
from games.matches.errors import MatchError
from games.matches.moves import MoveRequest, play_move
from games.matches.storage.rows import proof_by_index
from games.matches.storage.states import load_state
from games.matches.writes import public_decision_id
from games.models import Heartbeat, Match, Seat, Status
from games.notifying import notify
from games.registry import ENGINES

log = logging.getLogger(__name__)
IDLE = 0.15  # seconds between two looks when there is nothing to do
BEAT = 5.0
LISTENING = 1.0  # seconds between two looks for somebody to tell
BATCH = 20
#: game, level, state, seat, seed -> what the bot does
Think = Callable[[str, str, Any, int, int], Action]


def due_matches() -> list[str]:
    """Matches to look at now. Two workers that take the same one do no harm: the decision is taken once."""
    rows = Match.objects.filter(due__lte=clock.now_ms(), status=Status.ACTIVE).order_by("due")
    if connection.vendor == "postgresql":
        with transaction.atomic():
            return list(rows.select_for_update(skip_locked=True).values_list("pk", flat=True)[:BATCH])
    return list(rows.values_list("pk", flat=True)[:BATCH])


def attend(match_id: str, think: Think = thinking.think_inline) -> None:
    """Let the bots of this match decide, or the clock."""
    match = Match.objects.get(pk=match_id)
    automatic = match.waiting & match.automatic
    if not automatic:
        absence.relieve_absent(match_id=match_id)
        return
    index = (automatic & -automatic).bit_length() - 1
    try:
        play(match, index, think)
    except MatchError as error:  # somebody was faster: look again
        log.info("match %s: %s", match_id, error.code)


def play(match: Match, index: int, think: Think) -> None:
    """One decision of one bot. It sees its view and its menu, never the state."""
    engine, state = ENGINES[match.game], load_state(match)
    pending = [decision for decision in engine.decisions(state) if decision.seat == index]
    if not pending:
        return
    seat = Seat.objects.get(match=match, index=index)
    action = think(match.game, seat.relief or seat.level, state, index, secrets.randbits(63))
    decision = public_decision_id(match, pending[0].id)
    play_move(MoveRequest(match.pk, proof_by_index(index), decision, action))


def once(think: Think = thinking.think_inline) -> int:
    """One look at everything that is due; how many matches there were."""
    matches = due_matches()
    for match_id in matches:
        try:
            attend(match_id, think)
        except Exception:
            log.exception("match %s", match_id)
            _postpone(match_id)
    return len(matches) + ports.chores()


def _postpone(match_id: str) -> None:
    """A match that fails must not stop the others: look at it again in a minute."""
    Match.objects.filter(pk=match_id).update(due=clock.now_ms() + 60_000)


def beat(worker: str) -> None:
    Heartbeat.objects.update_or_create(worker=worker, defaults={"beat": clock.now_ms()})


def forever(worker: str, stop: threading.Event) -> None:
    """Bots, clocks and chores; beside them letters and webhooks, for whoever is told may take his time."""
    beaten, agreed, apart = 0.0, False, thinking.SubprocessThinker()

    def look() -> int:
        nonlocal beaten, agreed
        if not agreed:
            clock.agree()
            agreed = True
        if time.monotonic() - beaten > BEAT:
            beat(worker)
            beaten = time.monotonic()
        return once(apart)

    threading.Thread(target=tell, args=(stop,), daemon=True).start()
    _rounds(look, stop, IDLE, "the worker could not look round; again in a moment")
    apart.close()


def tell(stop: threading.Event) -> None:
    """Letters and webhooks, until asked to stop."""
    _rounds(notify.once, stop, LISTENING, "nobody could be told; again in a moment")


def _rounds(look: Callable[[], int], stop: threading.Event, idle: float, fault: str) -> None:
    """One look after the other until asked to stop; a database that is away for a while is waited for."""
    while not stop.is_set():
        try:
            busy = look()
        except Exception:
            log.exception(fault)
            connection.close()
            busy = 0
            stop.wait(1)
        if not busy:
            stop.wait(idle)
    connection.close()


def health(now: int) -> str:
    """For /readyz: has any worker gone round lately?"""
    newest = Heartbeat.objects.order_by("-beat").values_list("beat", flat=True).first()
    if newest is None:
        return "no worker has started yet"
    return "ok" if now - newest < 60_000 else f"no worker for {(now - newest) // 1000} s"
