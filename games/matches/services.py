"""The one write path of a match, for people, bots, clocks and imports.

Each function is one transaction: guards first, then one event with everything that changes, then (after the commit)
a tick. What the rules refuse, or what came too late, writes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import DatabaseError, connection, transaction

from escale.common.clock import now_ms
from games.core.contract import Action, Illegal, Json, Malformed, decode, encode
from games.core.contract import apply as play
from games.matches import replay
from games.matches.errors import MatchError, Refused
from games.matches.storage import event_log, store
from games.matches.storage.event_log import Entry, Logged, Writing
from games.matches.storage.store import Row, SeatRow, Who
from games.models import ALLOWANCE, Pace, Status
from games.registry import ENGINES

log = logging.getLogger(__name__)


class Accepted(NamedTuple):
    """An action that stands in the log as event `number`; `again` if an earlier request had put it there.

    `row` is the match as it is now, `before` the number of the last event that the request could know, and `known`
    what the answer need not ask the database again.
    """

    row: Row
    seat: int
    number: int
    before: int
    again: bool = False
    known: store.Known | None = None


def act(*, match_id: str, who: Who, decision: str, action: Action | Json, key: str | None = None) -> Accepted:
    """Play one action. A decision that is no longer pending is a conflict, so two posts of it cannot both count."""
    while True:
        try:
            with store.attempting():
                return _act(match_id, who, decision, action, key)
        except store.Overtaken:  # every time somebody else's event was written, so this ends
            continue


def _act(match_id: str, who: Who, decision: str, action: Action | Json, key: str | None) -> Accepted:
    row, seat = own(match_id, who, key)
    action = _action(row, action)
    if seat.done is not None:
        _guard_key(row, seat.done, decision, encode(ENGINES[row.game].META.actions, action))
        return Accepted(row, seat.index, seat.done, seat.done - 1, again=True)
    move = _move(row, seat, Asked(match_id, who, decision, action, key))
    if seat.relief and not who.internal:
        with transaction.atomic():  # two events at once
            (done,) = _write([move._replace(row=_relieve(row, seat))])
        return done._replace(before=row.number, known=None)
    (done,) = _write([move])
    if done is None:
        raise store.Overtaken
    return done


class Asked(NamedTuple):
    """An action that a seat would like to play."""

    match_id: str
    who: Who
    decision: str
    action: Action | Json
    key: str | None = None


def act_together(asked: Sequence[Asked]) -> list[Accepted | None]:
    """Actions of people in different matches, written at once; None for what `act` must do or refuse."""
    with store.attempting():
        looked = store.look([(one.match_id, one.who, one.key) for one in asked])
        moves = [_ready(one, *found) for one, found in zip(asked, looked, strict=True)]
        written = iter(_write([move for move in moves if move], wait=False))
    return [move and next(written) for move in moves]


def _ready(one: Asked, row: Row | None, seat: SeatRow | None) -> Move | None:
    if row is None or seat is None or seat.done is not None or seat.relief:
        return None
    try:
        return _move(row, seat, one)
    except (MatchError, Refused, Malformed, store.Overtaken):
        return None
    except DatabaseError:
        raise
    except Exception:  # the others are played all the same
        log.exception("match %s", one.match_id)
        return None


class Move(NamedTuple):
    """An action that the rules allow, on this row by this seat; how far luck was read, and the state after it."""

    row: Row
    seat: SeatRow
    entry: Entry
    draws: int
    state: Any

    def after(self) -> Row:
        return pending(self.row._replace(moves=self.row.moves + 1, draws=self.draws, offer=None), self.state)


def _move(row: Row, seat: SeatRow, asked: Asked) -> Move:
    engine = ENGINES[row.game]
    action = _action(row, asked.action)
    guard_play(row)
    state = store.state(row)
    if (seat.index, asked.decision) not in {(d.seat, public_id(row, d.id)) for d in engine.decisions(state)}:
        raise MatchError("stale_decision", decision=asked.decision)
    if seat.resigned and seat.relief and not asked.who.internal:
        raise MatchError("resigned")
    luck = store.LazyChance(row)
    after, events = _play(row, state, seat.index, action, luck)
    chance, draws = luck.spent()
    data = {
        "decision": asked.decision,
        "action": encode(engine.META.actions, action),
        "chance": chance,
        "events": [encode(engine.META.events, event) for event in events],
        "harmless": not chance and engine.may_undo(state, seat.index, action),
    }
    return Move(row, seat, Entry("move", seat.index, data, asked.key), draws, after)


def _action(row: Row, action: Action | Json) -> Action:
    return decode(ENGINES[row.game].META.actions, action) if isinstance(action, dict) else action


def _write(moves: Sequence[Move], *, wait: bool = True) -> list[Accepted | None]:
    """In different matches, at once; None where somebody else wrote first."""
    rows = [move.after() for move in moves]
    logged = _append_all([(row, move.entry, move.state) for row, move in zip(rows, moves, strict=True)], wait=wait)
    return [one and _accepted(row, move, one) for row, move, one in zip(rows, moves, logged, strict=True)]


def _accepted(row: Row, move: Move, written: Logged) -> Accepted:
    known = store.Known(move.seat.table, move.state, [written])
    return Accepted(row._replace(number=written.number), move.seat.index, written.number, move.row.number, known=known)


def _play(row: Row, state: Any, seat: int, action: Action, luck: Any) -> tuple[Any, list[Any]]:
    try:
        return play(ENGINES[row.game], state, seat, action, luck)
    except Illegal as illegal:
        raise Refused(game=row.game, match=row.id, seat=seat, refusal=illegal.refusal, edition=row.edition) from None


def _guard_key(row: Row, number: int, decision: str, action: Json) -> None:
    """A key stands for one request: another one with it would seem to be accepted and be lost."""
    (first,) = event_log.log(row.id, number - 1, number)
    if (first.data["decision"], first.data["action"]) != (decision, action):
        raise MatchError("key_used")


def public_id(row: Any, decision: str) -> str:
    """After an undo the engine's own ids come back; ours never do."""
    return f"{decision}~{row.undos}" if row.undos else decision


def own(match_id: str, who: Who, key: str | None = None) -> tuple[Row, SeatRow]:
    """The match, locked, and the seat that this proof opens."""
    row, seat = store.lock_seat(match_id, who, key)
    if row is None:
        raise MatchError("not_found")
    if seat is None:
        raise MatchError("not_your_seat")
    return row, seat


def guard_play(row: Row) -> None:
    if row.status == Status.FINISHED:
        raise MatchError("match_over")
    if row.status == Status.OPEN:
        raise MatchError("not_started")
    if row.paused:
        raise MatchError("paused")


def pending(row: Row, state: Any) -> Row:
    """Who must decide now, until when, and whether that was the end."""
    engine = ENGINES[row.game]
    waiting = sum(1 << decision.seat for decision in engine.decisions(state))
    if waiting:
        return _timed(row._replace(waiting=waiting))
    outcome = engine.outcome(state)
    result = {**outcome._asdict(), "end": "complete"}
    return row._replace(waiting=0, due=None, status=Status.FINISHED, result=result)


def _timed(row: Row) -> Row:
    """Sets when the worker must look: at once for a bot, when the clock runs out for a person."""
    allowance = ALLOWANCE[Pace(row.pace)]
    if row.status != Status.ACTIVE or row.paused or not row.waiting:
        return row._replace(due=None)
    if row.waiting & row.automatic:
        return row._replace(due=now_ms())
    return row._replace(due=now_ms() + allowance * 1000 if allowance else None)


def commit(row: Row, entry: Entry, state: Any = None) -> int:
    """Append the event; remember the state and tick when it is really there. The number of the event."""
    return _append(row, entry, state).number


def _append(row: Row, entry: Entry, state: Any = None) -> Logged:
    (written,) = _append_all([(row, entry, state)])
    if written is None:
        raise store.Overtaken
    return written


def _append_all(writings: Sequence[tuple[Row, Entry, Any]], *, wait: bool = True) -> list[Logged | None]:
    dumped = [None if state is None else ENGINES[row.game].dump(state) for row, _, state in writings]
    told = [Writing(row, entry, each) for (row, entry, _), each in zip(writings, dumped, strict=True)]
    written = event_log.append_all(told, wait=wait)

    def committed() -> None:
        for (row, _, state), one in zip(writings, written, strict=True):
            if one and state is not None:
                store.remember(row, state)
            if one:
                store.announce(row.id, one.number)

    transaction.on_commit(committed)
    return written


def _relieve(row: Row, seat: SeatRow) -> Row:
    """The person is back: the relief bot stands up."""
    if seat.resigned:
        raise MatchError("resigned")
    row = row._replace(automatic=row.automatic & ~(1 << seat.index))
    row = row._replace(number=commit(_timed(row), Entry("return", seat.index, {})))
    _set_relief(row.id, seat.index, "")  # after the match, as everywhere: else two could wait for each other
    return row


def _set_relief(match_id: str, index: int, level: str, *, resigned: bool = False) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            'UPDATE games_seat SET relief = %s, resigned = %s WHERE match_id = %s AND "index" = %s',
            [level, resigned, match_id, index],
        )


def sit_back(*, match_id: str, who: Who) -> None:
    """Take one's own seat back from the relief bot."""
    with store.writing():
        row, seat = own(match_id, who)
        if seat.relief and row.status == Status.ACTIVE:
            _relieve(row, seat)


RELIEF_LEVEL = "steady"


def relief(*, match_id: str) -> bool:
    """The clock ran out: bots sit in for everyone who should have decided. False if nobody is late after all."""
    with store.writing():
        row = store.lock(match_id)
        late = row is not None and row.status == Status.ACTIVE and row.due is not None and row.due <= now_ms()
        absent = [i for i in range(row.seat_count) if row.waiting & ~row.automatic & (1 << i)] if late else []
        for index in absent:
            _set_relief(row.id, index, RELIEF_LEVEL)
            row = row._replace(automatic=row.automatic | (1 << index))
            entry = Entry("relief", index, {"level": RELIEF_LEVEL})
            row = row._replace(number=commit(_timed(row), entry))
    return bool(absent)


def resign(*, match_id: str, who: Who) -> int:
    """Give up. With two seats, or when no person is left, the match ends; else a bot plays on in this seat."""
    with store.writing():
        row, seat = own(match_id, who)
        guard_play(row._replace(paused=False))
        if seat.resigned:
            raise MatchError("resigned")
        _set_relief(row.id, seat.index, RELIEF_LEVEL, resigned=True)
        automatic = row.automatic | (1 << seat.index)
        row = row._replace(automatic=automatic, offer=None)
        if row.seat_count == 2 or automatic == (1 << row.seat_count) - 1:
            others = [i for i in range(row.seat_count) if i != seat.index]
            end = {"scores": [0] * row.seat_count, "winners": others, "reason": "resigned", "end": "resigned"}
            row = row._replace(status=Status.FINISHED, waiting=0, due=None, result=end)
        return commit(_timed(row), Entry("resign", seat.index, {}))


def undo(*, match_id: str, who: Who) -> int:
    """Take back one's own last action, where it drew and revealed nothing and nobody acted since."""
    with store.writing():
        row, seat = own(match_id, who)
        guard_play(row)
        steps = replay.steps(row.id)
        if not steps or steps[-1].seat != seat.index or not _harmless(row, steps[-1:]):
            raise MatchError("nothing_to_undo")
        return _rewind(row, seat.index, steps, 1)


def _harmless(row: Row, steps: list[replay.Step]) -> bool:
    engine = ENGINES[row.game]
    befores = replay.states(row.id, [step.index - 1 for step in steps])
    return all(
        not step.chance and engine.may_undo(before, step.seat, step.action)
        for step, before in zip(steps, befores, strict=True)
    )


def _rewind(row: Row, seat: int, steps: list[replay.Step], count: int) -> int:
    """Drop the last effective moves; the log keeps them and this event."""
    (state,) = replay.states(row.id, [len(steps) - count])
    entry = Entry("undo", seat, {"of": [step.number for step in steps[-count:]]})
    row = row._replace(moves=row.moves - count, undos=row.undos + 1, offer=None)
    return commit(pending(row, state), entry, state)


OFFERS = ("takeback", "pause")


def offer(*, match_id: str, who: Who, kind: str) -> int:
    """Ask the other people for a take-back or a pause; bots agree to everything."""
    if kind not in OFFERS:
        raise MatchError("unknown_offer", kind=kind)
    with store.writing():
        row, seat = own(match_id, who)
        guard_play(row)
        if kind == "takeback":
            _takeback_steps(row, seat.index)
        row = row._replace(offer={"kind": kind, "seat": seat.index, "agreed": [seat.index]})
        number = commit(row, Entry("offer", seat.index, {"kind": kind}))
        return _settle_offer(row._replace(number=number)) or number


def answer(*, match_id: str, who: Who, accept: bool) -> int:
    """Agree to what another seat asks for, or refuse it."""
    with store.writing():
        row, seat = own(match_id, who)
        guard_play(row)
        if not row.offer or seat.index in row.offer["agreed"]:
            raise MatchError("no_offer")
        agreed = {**row.offer, "agreed": [*row.offer["agreed"], seat.index]}
        row = row._replace(offer=agreed if accept else None)
        number = commit(row, Entry("answer", seat.index, {"accept": accept}))
        return (_settle_offer(row._replace(number=number)) if accept else None) or number


def _settle_offer(row: Row) -> int | None:
    """Do what was asked for once every person has agreed."""
    people = {i for i in range(row.seat_count) if not row.automatic & (1 << i)}
    if people - set(row.offer["agreed"]):
        return None
    asker = row.offer["seat"]
    if row.offer["kind"] == "pause":
        return commit(_timed(row._replace(paused=True, offer=None)), Entry("pause", asker, {}))
    steps, count = _takeback_steps(row, asker)
    return _rewind(row, asker, steps, count)


def _takeback_steps(row: Row, seat: int) -> tuple[list[replay.Step], int]:
    """How many moves go back so that this seat decides again what it decided last."""
    steps = replay.steps(row.id)
    mine = [i for i, step in enumerate(steps) if step.seat == seat]
    if not mine or not _harmless(row, steps[mine[-1] :]):
        raise MatchError("nothing_to_undo")
    return steps, len(steps) - mine[-1]


def resume(*, match_id: str, who: Who) -> int:
    """End a pause; anyone at the table may."""
    with store.writing():
        row, seat = own(match_id, who)
        if not row.paused:
            raise MatchError("not_paused")
        return commit(_timed(row._replace(paused=False)), Entry("resume", seat.index, {}))


PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "your_turn", "good_game")


def message(*, match_id: str, who: Who, phrase: str = "", text: str = "") -> int:
    """A preset phrase, or words of an account; the caller has checked which of the two this seat may send."""
    with store.writing():
        row, seat = own(match_id, who)
        if phrase and phrase not in PHRASES:
            raise MatchError("unknown_phrase", phrase=phrase)
        return commit(row, Entry("message", seat.index, {"phrase": phrase} if phrase else {"text": text}))
