"""A shape says what a JSON value of a game can be. A game declares its shapes once, in `rules/shapes/`.

The engine reads actions and setups by them, the OpenAPI schema publishes them as JSON Schemas, and a test
checks that everything the engine returns has its declared shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

Json = dict[str, Any]
#: These characters can be kept in no database, page or answer.
UNREADABLE_CHARACTERS = re.compile("[\x00\ud800-\udfff]")
MAX_NAMED_FAULTS = 100
_TYPES: dict[type, tuple[str, str]] = {
    bool: ("boolean", "true or false is expected"),
    int: ("integer", "a whole number is expected"),
    str: ("string", "a word is expected that can be read"),
    type(None): ("null", "null is expected"),
}


def _is_readable(text: Any) -> bool:
    return text.isprintable() or not UNREADABLE_CHARACTERS.search(text)


class Fault(NamedTuple):
    """What is wrong, and where in the value: `.cards[2]`, or an empty place for the value itself."""

    place: str
    message: str

    def within(self, place: str) -> Fault:
        return Fault(place + self.place, self.message)


class Shape:
    """What a value can be."""

    __slots__ = ()

    @property
    def types(self) -> frozenset[type]:
        """Returns the types that a field of an action may have, so that the engine refuses others quickly."""
        raise NotImplementedError

    def find_faults(self, value: object) -> Iterator[Fault]:
        """Yields the faults of the value, none if it has this shape. A tuple counts as a list."""
        raise NotImplementedError

    def find_fault(self, value: object) -> Fault | None:
        """The first fault of the value, or None if it has this shape."""
        return next(self.find_faults(value), None)

    def list_faults(self, value: object) -> list[Fault]:
        """Returns the first faults of the value, at most `MAX_NAMED_FAULTS`."""
        return list(islice(self.find_faults(value), MAX_NAMED_FAULTS))

    def as_schema(self) -> Json:
        """The shape as a JSON Schema."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Plain(Shape):
    """A value of one type. If `values` is not empty, it must be one of them."""

    kind: type
    values: tuple[Any, ...] = ()

    @property
    def types(self) -> frozenset[type]:
        return frozenset({self.kind})

    def find_faults(self, value: object) -> Iterator[Fault]:
        if type(value) is not self.kind or (self.kind is str and not _is_readable(value)):
            yield Fault("", _TYPES[self.kind][1])
        elif self.values and value not in self.values:
            yield Fault("", f"one of {', '.join(map(str, self.values))} is expected")

    def as_schema(self) -> Json:
        schema: Json = {"type": _TYPES[self.kind][0]}
        return schema | {"enum": list(self.values)} if self.values else schema


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    items: Shape

    @property
    def types(self) -> frozenset[type]:
        return frozenset({tuple})

    def find_faults(self, value: object) -> Iterator[Fault]:
        if not isinstance(value, list | tuple):
            yield Fault("", "a list is expected")
            return
        for index, item in enumerate(value):
            for fault in self.items.find_faults(item):
                yield fault.within(f"[{index}]")

    def as_schema(self) -> Json:
        return {"type": "array", "items": self.items.as_schema()}


@dataclass(frozen=True, slots=True)
class MapOf(Shape):
    """An object whose members are named by ids, such as those of cards."""

    members: Shape

    def find_faults(self, value: object) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault("", "an object is expected")
            return
        for name, member in value.items():
            for fault in self.members.find_faults(member):
                yield fault.within(f".{name}")

    def as_schema(self) -> Json:
        return {"type": "object", "additionalProperties": self.members.as_schema()}


@dataclass(frozen=True, slots=True)
class Optional(Shape):
    """A member of an object that may be absent."""

    shape: Shape

    @property
    def types(self) -> frozenset[type]:
        return self.shape.types | {type(None)}

    def find_faults(self, value: object) -> Iterator[Fault]:
        return self.shape.find_faults(value)

    def as_schema(self) -> Json:
        return self.shape.as_schema()


@dataclass(frozen=True, slots=True)
class ObjectOf(Shape):
    members: Mapping[str, Shape]

    def find_faults(self, value: object) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault("", "an object is expected")
            return
        yield from self.find_faults_of_present(value)
        for name in self.required:
            if name not in value:
                yield Fault(f".{name}", "this is missing")

    def find_faults_of_present(self, value: Json) -> Iterator[Fault]:
        """Yields the faults of members that are unknown or wrong; required members may be missing."""
        for name in sorted(str(name) for name in value if name not in self.members):
            yield Fault(f".{name}", "unknown field")
        for name, member in value.items():
            if name in self.members:
                for fault in self.members[name].find_faults(member):
                    yield fault.within(f".{name}")

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

    def find_faults(self, value: object) -> Iterator[Fault]:
        """Yields the faults of the nearest shape: the one whose first fault lies deepest in the value."""
        faults_by_shape = [list(shape.find_faults(value)) for shape in self.shapes]
        if all(faults_by_shape):
            yield from max(faults_by_shape, key=lambda faults: len(faults[0].place))

    def as_schema(self) -> Json:
        """Returns one schema with several types, because generators name it better than they name a union."""
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
    """One of several objects, which their member `type` tells apart, such as the events inside a view."""

    #: The schema calls the union by the name of the game and this name.
    name: str
    shapes: Mapping[str, Mapping[str, Shape]]

    def find_faults(self, value: object) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault("", "an object is expected")
            return
        kind = value.get("type")
        if not isinstance(kind, str) or kind not in self.shapes:
            yield Fault(".type", "unknown type")
            return
        yield from object_of(type=WORD, **self.shapes[kind]).find_faults(value)

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
