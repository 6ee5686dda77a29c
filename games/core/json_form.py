"""Actions and events as JSON objects, by the field names that META declares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.core.contract import Json, Malformed

#: characters that no database, page or answer can keep
UNREADABLE = re.compile("[\x00\ud800-\udfff]")


def encode(fields: Mapping[str, tuple[str, ...]], item: tuple[Any, ...]) -> Json:
    """The JSON object of an action or event; fields that are absent (None) are left out."""
    item_type, *values = item
    data = {"type": item_type}
    for name, value in zip(fields[item_type], values, strict=True):
        if value is not None:
            data[name] = value
    return data


def decode(fields: Mapping[str, tuple[str, ...]], data: object, where: str = "action") -> tuple[Any, ...]:
    """The action of a JSON object; Malformed names the field that is wrong."""
    if not isinstance(data, dict):
        raise Malformed("an action is an object with a type", where)
    action_type = data.get("type")
    if not isinstance(action_type, str) or action_type not in fields:
        raise Malformed("unknown type of action", f"{where}.type")
    names = fields[action_type]
    unknown_names = sorted(str(name) for name in data if name != "type" and name not in names)
    if unknown_names:
        raise Malformed("unknown field", f"{where}.{unknown_names[0]}")
    values = [_decode_field(data.get(name), f"{where}.{name}") for name in names]
    return (action_type, *values)


def _decode_field(value: object, where: str) -> Any:
    """A number, a word, or a tuple where JSON has a list, because actions are compared and hashed."""
    items = value if isinstance(value, list) else [value]
    if any(item is not None and type(item) not in (int, str) for item in items):  # This also refuses a bool.
        raise Malformed("a field holds a number, a word or a list of these", where)
    if any(isinstance(item, str) and UNREADABLE.search(item) for item in items):
        raise Malformed("a word is expected that can be read", where)
    return tuple(items) if isinstance(value, list) else value
