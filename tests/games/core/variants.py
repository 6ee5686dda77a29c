"""What a declared shape allows, as a set of names, and what of it a value shows: `seats[].tricks[].second=both`."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.shapes.shape import AnyOf, ListOf, MapOf, ObjectOf, Optional, Plain, Shape, Tagged


def list_variants(shape: Shape, place: str) -> Iterator[str]:
    """A name for each value of an enumeration, each type of a union, and each optional member, there or absent."""
    if isinstance(shape, Plain):
        yield from [f"{place}={value}" for value in shape.values] or [f"{place}: {shape.kind.__name__}"]
    elif isinstance(shape, AnyOf):
        for inner in shape.shapes:
            yield from list_variants(inner, place)
    elif isinstance(shape, ListOf):
        yield from list_variants(shape.items, f"{place}[]")
    elif isinstance(shape, MapOf):
        yield from list_variants(shape.members, f"{place}.*")
    elif isinstance(shape, ObjectOf):
        for name, member in shape.members.items():
            if isinstance(member, Optional):
                yield f"{place}.{name} is absent"
                member = member.shape
            yield from list_variants(member, f"{place}.{name}")
    elif not isinstance(shape, Tagged):  # Its variants are those of the events themselves.
        raise TypeError(f"nobody has said what variants {shape} has")


def find_variants(shape: Shape, value: object, place: str) -> Iterator[str]:
    """The variants that a value of this shape shows."""
    if isinstance(shape, Plain):
        yield f"{place}={value}" if shape.values else f"{place}: {shape.kind.__name__}"
    elif isinstance(shape, AnyOf):
        matching = next(inner for inner in shape.shapes if inner.find_fault(value) is None)
        yield from find_variants(matching, value, place)
    elif isinstance(shape, ListOf) and isinstance(value, list | tuple):
        for item in value:
            yield from find_variants(shape.items, item, f"{place}[]")
    elif isinstance(shape, MapOf) and isinstance(value, dict):
        for member in value.values():
            yield from find_variants(shape.members, member, f"{place}.*")
    elif isinstance(shape, ObjectOf) and isinstance(value, dict):
        yield from _find_members(shape, value, place)


def _find_members(shape: ObjectOf, value: dict[str, object], place: str) -> Iterator[str]:
    for name, member in shape.members.items():
        if name not in value:
            yield f"{place}.{name} is absent"
        else:
            inner = member.shape if isinstance(member, Optional) else member
            yield from find_variants(inner, value[name], f"{place}.{name}")
