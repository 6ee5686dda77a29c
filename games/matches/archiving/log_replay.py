"""Plays the log of a match again, and computes the data of each move from the action and its draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.core import records
from games.core.contract import Action, Engine, Json
from games.core.json_form import encode
from games.core.record_parts import Move
from games.matches.storage import sql
from games.matches.storage.rows import public_decision_id

#: The number of moves between two states of which the replay keeps a copy.
INTERVAL = 10


class MatchFacts(NamedTuple):
    """What a replay needs to know of a match in addition to its log."""

    engine: Engine
    seat_count: int
    options: Json
    setup: Json
    imported: bool


class NumberedMove(NamedTuple):
    """A move, and the number of its event."""

    number: int
    move: Move


class LogReplay:
    """A match that is played again, event by event; afterwards every position is known."""

    def __init__(self, facts: MatchFacts) -> None:
        self.undos = 0
        self.moves_in_force: list[NumberedMove] = []
        self.move_by_number: dict[int, NumberedMove] = {}
        self.engine = facts.engine
        self._imported = facts.imported
        self._state = facts.engine.deal(facts.seat_count, facts.options, facts.setup)
        self._state_by_number = {0: self._state.copy()}

    def play(self, number: int, seat: int, action: Action, drawn_values: Json) -> Json:
        """Plays the move of event `number`, and returns the data of this event."""
        engine = self.engine
        decision = self._find_decision(seat)
        can_go_back = not drawn_values and engine.may_undo(self._state, seat, action)
        move = Move(seat, action, drawn_values)
        self.move_by_number[number] = NumberedMove(number, move)
        self.moves_in_force.append(self.move_by_number[number])
        (step,) = records.continue_replay(engine, self._state, [move], first_number=len(self.moves_in_force))
        if len(self.moves_in_force) % INTERVAL == 0:
            self._state_by_number[number] = self._state.copy()
        data = {
            "decision": decision,
            "action": encode(engine.META.actions, action),
            "chance": drawn_values,
            "events": [encode(engine.META.events, event) for event in step.events],
            "harmless": can_go_back,
        }
        if self._imported:
            data["decision"] = ""
            del data["harmless"]
        return sql.from_json(sql.to_json(data))  # Tuples become lists.

    def _find_decision(self, seat: int) -> str:
        """The public id of the decision of this seat; "" if it need not decide anything."""
        for decision in self.engine.decisions(self._state):
            if decision.seat == seat:
                return public_decision_id(self, decision.id)
        return ""

    def take_back(self, count: int) -> None:
        """Takes back the newest moves in force."""
        self.undos += 1
        del self.moves_in_force[-count:]
        self._state = self.state_after(self.moves_in_force)

    def count_entry(self, kind: str, data: Json) -> None:
        """Counts entries at a real table that are no moves and change the ids of decisions like an undo."""
        if kind in ("reveal", "erase") or (kind == "erased" and data["counted"]):
            self.undos += 1

    def state_after(self, moves: Sequence[NumberedMove]) -> Any:
        """A copy of the state after these moves, which were in force at some time."""
        later_moves: list[Move] = []
        base_number = 0
        for number, move in reversed(moves):
            if number in self._state_by_number:
                base_number = number
                break
            later_moves.append(move)
        later_moves.reverse()
        state = self._state_by_number[base_number].copy()
        first_number = len(moves) - len(later_moves) + 1
        for _step in records.continue_replay(self.engine, state, later_moves, first_number=first_number):
            pass  # Each step changes the state.
        return state
