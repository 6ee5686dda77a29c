"""Infers the shapes of a game's JSON from whole matches: JSON Schemas of its actions, events, views and records.

`python -m games shapes` writes them beside the game. The OpenAPI schema publishes them, and a test holds other
matches against them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from games.core.chance import QuickChance
from games.core.contract import Engine, Json
from games.core.json_form import encode
from games.core.simulation import Case, begin_case, choose_at_random, list_cases, play_on

#: so many members whose names look like ids make a map, not an object with named members
MIN_MAP_SIZE = 5
_ID = re.compile(r"\d+|[a-z_]+-.+")
_TYPES = ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (type(None), "null"))


class Shape:
    """What was seen at one place of the JSON."""

    def __init__(self) -> None:
        self.types: set[str] = set()
        self.items: Shape | None = None
        self.members: dict[str, Shape] = {}
        self.required: set[str] | None = None

    def add(self, value: object) -> None:
        if isinstance(value, dict):
            self._add_object(value)
        elif isinstance(value, list | tuple):
            self.types.add("array")
            self.items = self.items or Shape()
            for item in value:
                self.items.add(item)
        else:
            self.types.add(next(name for kind, name in _TYPES if isinstance(value, kind)))

    def _add_object(self, value: Json) -> None:
        self.types.add("object")
        for name, member in value.items():
            self.members.setdefault(str(name), Shape()).add(member)
        names = {str(name) for name in value}
        self.required = names if self.required is None else self.required & names

    def as_schema(self) -> Json:
        types = sorted(self.types)
        if types in ([], ["null"]):  # Nothing is known of a value that never was there.
            return {}
        schema: Json = {"type": types[0] if len(types) == 1 else types}
        if self.items is not None:
            schema["items"] = self.items.as_schema()
        if "object" in self.types:
            schema |= self._describe_members()
        return schema

    def _describe_members(self) -> Json:
        if len(self.members) >= MIN_MAP_SIZE and all(map(_ID.fullmatch, self.members)):
            merged = Shape()
            for member in self.members.values():
                merged.merge(member)
            return {"additionalProperties": merged.as_schema()}
        properties = {name: self.members[name].as_schema() for name in sorted(self.members)}
        return {"properties": properties, "required": sorted(self.required or ())}

    def merge(self, other: Shape) -> None:
        self.types |= other.types
        if other.items is not None:
            self.items = self.items or Shape()
            self.items.merge(other.items)
        for name, member in other.members.items():
            self.members.setdefault(name, Shape()).merge(member)
        if other.required is not None:
            self.required = other.required if self.required is None else self.required & other.required


class GameShapes:
    """The shapes of one game; actions and events by their type."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.actions = {name: Shape() for name in engine.META.actions}
        self.events = {name: Shape() for name in engine.META.events}
        self.state, self.setup, self.chance, self.breakdown = Shape(), Shape(), Shape(), Shape()

    def add_match(self, case: Case, seed: int) -> None:
        state, record, chance = begin_case(case, seed)
        self.setup.add(record.setup)
        self._add_position(state, case.seats)
        for events in play_on(state, record, chance, choose_at_random(case.engine), QuickChance(seed)):
            for event in events:
                self.events[event[0]].add(encode(self.engine.META.events, event))
            self._add_position(state, case.seats)
        for move in record.moves:
            self.chance.add(move.chance)
        outcome = self.engine.outcome(state)
        assert outcome is not None, "the match is over"
        self.breakdown.add(outcome.breakdown)

    def _add_position(self, state: Any, seats: int) -> None:
        for seat in (None, *range(seats)):
            self.state.add(self.engine.view(state, seat))
            if seat is not None:
                for action in self._list_actions(state, seat):
                    self.actions[action[0]].add(encode(self.engine.META.actions, action))

    def _list_actions(self, state: Any, seat: int) -> Iterable[tuple[Any, ...]]:
        if all(decision.seat != seat for decision in self.engine.decisions(state)):
            return ()
        return self.engine.legal(state, seat)

    def as_json(self) -> Json:
        return {
            "actions": {name: _with_type(name, shape) for name, shape in self.actions.items()},
            "events": {name: _with_type(name, shape) for name, shape in self.events.items()},
            "state": self.state.as_schema(),
            "setup": self.setup.as_schema(),
            "chance": self.chance.as_schema(),
            "breakdown": self.breakdown.as_schema(),
        }


def _with_type(name: str, shape: Shape) -> Json:
    """The schema of an action or event, whose member `type` tells it from the others."""
    schema = shape.as_schema() or {"type": "object", "properties": {}, "required": ["type"]}
    schema["properties"] = {"type": {"type": "string", "enum": [name]}} | {
        member: described for member, described in schema["properties"].items() if member != "type"
    }
    return schema


def infer_shapes(engine: Engine, matches: int) -> Json:
    """The shapes that so many random matches of every case have shown."""
    shapes = GameShapes(engine)
    for case in list_cases(engine):
        for seed in range(matches):
            shapes.add_match(case, seed)
    return shapes.as_json()
