"""Shapes: what a JSON value of a game can be. A game declares them once, in its `rules/shapes/`.

The engine reads actions and setups by them, the OpenAPI schema publishes them as JSON Schemas, and a test holds
everything that the engine says against them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

Json = dict[str, Any]
#: characters that no database, page or answer can keep
UNREADABLE = re.compile("[\x00\ud800-\udfff]")
_TYPES: dict[type, tuple[str, str]] = {
    bool: ("boolean", "true or false is expected"),
    int: ("integer", "a whole number is expected"),
    str: ("string", "a word is expected that can be read"),
    type(None): ("null", "null is expected"),
}


def _is_readable(text: Any) -> bool:
    return text.isprintable() or not UNREADABLE.search(text)


class Fault(NamedTuple):
    """What is wrong, and where inside the value: `.cards[2]`, or nothing for the value itself."""

    place: str
    message: str

    def within(self, place: str) -> Fault:
        return Fault(place + self.place, self.message)


class Shape:
    """What a value can be."""

    __slots__ = ()

    @property
    def types(self) -> frozenset[type]:
        """The types that fields of actions have in the engine, so that it refuses others quickly."""
        raise NotImplementedError

    def find_fault(self, value: object) -> Fault | None:
        """The first fault of the value, or None if it has this shape. A tuple is a list."""
        raise NotImplementedError

    def as_schema(self) -> Json:
        """The shape as a JSON Schema."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Plain(Shape):
    """A value of one type; if `values` is not empty, one of these."""

    kind: type
    values: tuple[Any, ...] = ()

    @property
    def types(self) -> frozenset[type]:
        return frozenset({self.kind})

    def find_fault(self, value: object) -> Fault | None:
        if type(value) is not self.kind or (self.kind is str and not _is_readable(value)):
            return Fault("", _TYPES[self.kind][1])
        if self.values and value not in self.values:
            return Fault("", f"one of {', '.join(map(str, self.values))} is expected")
        return None

    def as_schema(self) -> Json:
        schema: Json = {"type": _TYPES[self.kind][0]}
        return schema | {"enum": list(self.values)} if self.values else schema


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    items: Shape

    @property
    def types(self) -> frozenset[type]:
        return frozenset({tuple})

    def find_fault(self, value: object) -> Fault | None:
        if not isinstance(value, list | tuple):
            return Fault("", "a list is expected")
        for index, item in enumerate(value):
            fault = self.items.find_fault(item)
            if fault is not None:
                return fault.within(f"[{index}]")
        return None

    def as_schema(self) -> Json:
        return {"type": "array", "items": self.items.as_schema()}


@dataclass(frozen=True, slots=True)
class MapOf(Shape):
    """An object whose members are named by ids, such as those of cards."""

    members: Shape

    def find_fault(self, value: object) -> Fault | None:
        if not isinstance(value, dict):
            return Fault("", "an object is expected")
        for name, member in value.items():
            fault = self.members.find_fault(member)
            if fault is not None:
                return fault.within(f".{name}")
        return None

    def as_schema(self) -> Json:
        return {"type": "object", "additionalProperties": self.members.as_schema()}


@dataclass(frozen=True, slots=True)
class Optional(Shape):
    """A member of an object that may be absent."""

    shape: Shape

    @property
    def types(self) -> frozenset[type]:
        return self.shape.types | {type(None)}

    def find_fault(self, value: object) -> Fault | None:
        return self.shape.find_fault(value)

    def as_schema(self) -> Json:
        return self.shape.as_schema()


@dataclass(frozen=True, slots=True)
class ObjectOf(Shape):
    members: Mapping[str, Shape]

    def find_fault(self, value: object) -> Fault | None:
        if not isinstance(value, dict):
            return Fault("", "an object is expected")
        return self.find_unknown(value) or self.find_wrong(value) or self.find_missing(value)

    def find_unknown(self, value: Json) -> Fault | None:
        unknown = sorted(str(name) for name in value if name not in self.members)
        return Fault(f".{unknown[0]}", "unknown field") if unknown else None

    def find_missing(self, value: Json) -> Fault | None:
        for name in self.required:
            if name not in value:
                return Fault(f".{name}", "this is missing")
        return None

    def find_wrong(self, value: Json) -> Fault | None:
        for name, member in value.items():
            fault = self.members[name].find_fault(member)
            if fault is not None:
                return fault.within(f".{name}")
        return None

    @property
    def required(self) -> list[str]:
        return [name for name, shape in self.members.items() if not isinstance(shape, Optional)]

    def as_schema(self) -> Json:
        properties = {name: shape.as_schema() for name, shape in self.members.items()}
        return {"type": "object", "properties": properties, "required": self.required}


@dataclass(frozen=True, slots=True)
class AnyOf(Shape):
    """One of several shapes of different JSON types."""

    shapes: tuple[Shape, ...]

    def find_fault(self, value: object) -> Fault | None:
        faults = [shape.find_fault(value) for shape in self.shapes]
        if None in faults:
            return None
        return max((fault for fault in faults if fault is not None), key=lambda fault: len(fault.place))

    def as_schema(self) -> Json:
        """One schema with several types, because generators make better names of it than of a union."""
        schemas = [shape.as_schema() for shape in self.shapes]
        merged: Json = {}
        for schema in schemas:
            merged |= schema
        merged["type"] = sorted(schema["type"] for schema in schemas)
        if "enum" in merged:
            merged["enum"] = [*merged["enum"], None]
        return merged


@dataclass(frozen=True, slots=True)
class Tagged(Shape):
    """One of several objects that their member `type` tells apart: the events of a game, inside its view."""

    #: what the schema calls the union, after the name of the game
    name: str
    shapes: Mapping[str, Mapping[str, Shape]]

    def find_fault(self, value: object) -> Fault | None:
        if not isinstance(value, dict):
            return Fault("", "an object is expected")
        kind = value.get("type")
        if not isinstance(kind, str) or kind not in self.shapes:
            return Fault(".type", "unknown type")
        return object_of(type=WORD, **self.shapes[kind]).find_fault(value)

    def as_schema(self) -> Json:
        return {"$ref": self.name}


TRUTH = Plain(bool)
WHOLE = Plain(int)
WORD = Plain(str)
NULL = Plain(type(None))


def one_of(*values: Any) -> Plain:
    return Plain(type(values[0]), values)


def object_of(**members: Shape) -> ObjectOf:
    return ObjectOf(members)


def nullable(shape: Shape) -> AnyOf:
    return AnyOf((shape, NULL))
