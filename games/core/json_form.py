"""Converts actions and events between tuples and JSON objects, by the shapes that META declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.contract import Json, Malformed, Meta
from games.core.shapes.shape import ObjectOf, Shape

Fields = Mapping[str, Mapping[str, Shape]]


def encode(fields: Fields, item: tuple[Any, ...]) -> Json:
    """The JSON object of an action or event; absent fields (None) are left out."""
    item_type, *values = item
    data = {"type": item_type}
    for name, value in zip(fields[item_type], values, strict=True):
        if value is not None:
            data[name] = value
    return data


def decode(fields: Fields, data: object, where: str = "action") -> tuple[Any, ...]:
    """The action of a JSON object; Malformed names the fields that are wrong or missing."""
    action_type, shape, members = _split(fields, data, where)
    faults = shape.list_faults(members)
    if faults:
        raise Malformed.of(faults, where)
    return _make_tuple(action_type, shape, members)


def decode_all(fields: Fields, items: Sequence[object], where: str = "actions") -> list[tuple[Any, ...]]:
    """The actions of a list; Malformed names what is wrong with any of them."""
    actions = []
    errors: list[Malformed] = []
    for index, data in enumerate(items):
        try:
            actions.append(decode(fields, data, f"{where}[{index}]"))
        except Malformed as error:
            errors += [error, *error.others]
    if errors:
        errors[0].others = errors[1:]
        raise errors[0]
    return actions


def decode_question(fields: Fields, data: object, where: str = "action") -> tuple[Any, ...]:
    """The action of a stored question, which may leave out fields: "may one place any die now?"."""
    action_type, shape, members = _split(fields, data, where)
    faults = list(shape.find_faults_of_present(members))
    if faults:
        raise Malformed.of(faults, where)
    return _make_tuple(action_type, shape, members)


def _split(fields: Fields, data: object, where: str) -> tuple[str, ObjectOf, Json]:
    """The type of an action, the shape of actions of this type, and its other members.

    A field that is null counts as absent.
    """
    if not isinstance(data, dict):
        raise Malformed("an action is an object with a type", where)
    action_type = data.get("type")
    if not isinstance(action_type, str) or action_type not in fields:
        raise Malformed(f"one of {', '.join(fields)} is expected", f"{where}.type")
    absent = {name for name in fields[action_type] if data.get(name) is None}
    members = {name: value for name, value in data.items() if name != "type" and name not in absent}
    return action_type, ObjectOf(fields[action_type]), members


def _make_tuple(action_type: str, shape: ObjectOf, members: Json) -> tuple[Any, ...]:
    """The action as a tuple. Lists become tuples too, because actions are compared and hashed."""
    values = [members.get(name) for name in shape.members]
    return (action_type, *(tuple(value) if isinstance(value, list) else value for value in values))


def require_setup(meta: Meta, setup: Json) -> None:
    """Raises Malformed unless the setup has the declared shape.

    Entries that come from the options may be absent; the game itself checks them.
    """
    drawn = {name: value for name, value in setup.items() if name not in meta.entries_from_options}
    expected = {
        name: shape for name, shape in meta.setup.members.items() if name not in meta.entries_from_options
    }
    faults = ObjectOf(expected).list_faults(drawn)
    if faults:
        raise Malformed.of(faults, "setup")
