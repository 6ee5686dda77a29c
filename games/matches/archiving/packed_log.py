"""The packed form of the log of a finished match: who did what, and what was drawn.

Everything else in the log follows from the rules; where it does not, the packed form holds the original data.
Texts that people wrote are not packed: messages remain rows of the log, and an event of joining takes its
name from the seat.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from games.core.contract import Action, Json
from games.core.json_form import decode
from games.matches.archiving.log_replay import LogReplay, MatchFacts, NumberedMove
from games.matches.storage.rows import LoggedEvent

VERSION = 1
#: Events of these kinds remain rows of the log.
ROW_KINDS = frozenset({"message", "rematch"})


class UnpackedLog:
    """The packed events of a match, and the state after each of them."""

    def __init__(self, facts: MatchFacts, content: Json) -> None:
        self.secret, self.digest = content["secret"], content["digest"]
        self._engine, self._replay = facts.engine, LogReplay(facts)
        entries = zip(
            _count_numbers(content["skipped"]),
            content["entries"],
            _add_up_times(content["times"]),
            strict=False,
        )
        self._events = [read_entry(self._replay, *entry) for entry in entries]

    def events_with_names(self, names: Sequence[str]) -> list[LoggedEvent]:
        """The events; those of joining have the present names of the seats."""
        return [
            event._replace(data={"name": names[event.seat]}) if event.kind == "join" else event
            for event in self._events
        ]

    def state_at(self, number: int) -> Any:
        """A copy of the state after event `number`."""
        moves: list[NumberedMove] = []
        for event in self._events:
            if event.number > number:
                break
            if event.kind == "move":
                moves.append(self._replay.move_by_number[event.number])
            elif event.kind == "undo":
                del moves[-len(event.data["of"]) :]
        return self._replay.state_after(moves)

    def last_state(self) -> Any:
        return self._replay.state_after(self._replay.moves_in_force)

    def breakdown(self) -> Json | None:
        """The parts of the points, or None if the match was not played to the end of its rules."""
        outcome = self._engine.outcome(self.last_state())
        return outcome.breakdown if outcome else None

    def computed_digest(self) -> str:
        """The digest of the packed form as it reads now; it differs if the rules have changed since."""
        return make_digest(self._events, self._engine.dump(self.last_state()))


def make_content(
    facts: MatchFacts, events: Iterable[LoggedEvent], names: Sequence[str], secret: Json
) -> Json:
    """The packed form of a log. Malformed if the log breaks the rules."""
    replay = LogReplay(facts)
    packed_events: list[LoggedEvent] = []
    entries: list[Any] = []
    for event in events:
        is_row = event.kind in ROW_KINDS or (
            event.kind == "join" and event.data != {"name": names[event.seat]}
        )
        if not is_row:
            entries.append(_write_entry(replay, event))
            packed_events.append(event._replace(data={}) if event.kind == "join" else event)
    numbers = [event.number for event in packed_events]
    times = [event.at for event in packed_events]
    last_state = facts.engine.dump(replay.state_after(replay.moves_in_force))
    return {
        "version": VERSION,
        "secret": secret,
        "entries": entries,
        "skipped": sorted(set(range(1, numbers[-1])) - set(numbers)),
        "times": times[:1] + [later - earlier for earlier, later in itertools.pairwise(times)],
        "digest": make_digest(packed_events, last_state),
    }


def _write_entry(replay: LogReplay, event: LoggedEvent) -> list[Any]:
    """The event as a list; that of a move begins with the seat instead of a word."""
    if event.kind == "undo":
        replay.take_back(len(event.data["of"]))
    replay.count_entry(event.kind, event.data)
    if event.kind == "join":
        return ["join", event.seat, {}]
    if event.kind != "move":
        return [event.kind, event.seat, event.data]
    action, drawn_values = _decode_action(replay, event.data), event.data["chance"]
    data = replay.play(event.number, event.seat, action, drawn_values)
    if data != event.data:
        return ["move", event.seat, event.data]
    return [event.seat, *action] if not drawn_values else [event.seat, *action, drawn_values]


def read_entry(replay: LogReplay, number: int, entry: list[Any], at: int) -> LoggedEvent:
    """The event that an entry stands for."""
    if isinstance(entry[0], int):
        seat, action, drawn_values = _split_move(replay, entry)
        return LoggedEvent(number, "move", seat, at, replay.play(number, seat, action, drawn_values))
    kind, seat, data = entry
    replay.count_entry(kind, data)
    if kind == "undo":
        replay.take_back(len(data["of"]))
    elif kind == "move":  # Its data do not follow from the rules.
        replay.play(number, seat, _decode_action(replay, data), data["chance"])
    return LoggedEvent(number, kind, seat, at, data)


def _split_move(replay: LogReplay, entry: list[Any]) -> tuple[int, Action, Json]:
    seat, action_type, *fields = entry
    drawn_values = fields.pop() if fields and isinstance(fields[-1], dict) else {}
    values = [tuple(value) if isinstance(value, list) else value for value in fields]
    return seat, (action_type, *values), drawn_values


def _decode_action(replay: LogReplay, data: Json) -> Action:
    return decode(replay.engine.META.actions, data["action"])


def _count_numbers(skipped: list[int]) -> Iterable[int]:
    skipped_numbers = set(skipped)
    return (number for number in itertools.count(1) if number not in skipped_numbers)


def _add_up_times(differences: list[int]) -> Iterable[int]:
    return itertools.accumulate(differences)


def make_digest(events: list[LoggedEvent], dumped_state: Json) -> str:
    rows = [tuple(event) for event in events]
    text = orjson.dumps([rows, dumped_state], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()[:16]
