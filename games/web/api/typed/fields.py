"""Fields of the OpenAPI schema for plain values of several JSON types."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

PLAIN = {"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]}
PLAIN_OR_NULL = {"anyOf": [*PLAIN["anyOf"], {"type": "null"}]}
PLAIN_OR_LIST = {"anyOf": [*PLAIN["anyOf"], {"type": "array", "items": PLAIN}]}


@extend_schema_field(PLAIN)
class ValueField(serializers.JSONField):
    """A truth value, a whole number or a text."""


@extend_schema_field(PLAIN_OR_NULL)
class NullableValueField(serializers.JSONField):
    """A truth value, a whole number, a text, or null."""


@extend_schema_field(PLAIN_OR_LIST)
class DrawnField(serializers.JSONField):
    """What was drawn: one value, or a list in a new order."""


@extend_schema_field({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]})
class VoidEventsField(serializers.JSONField):
    """The number of an event, or the numbers of several."""


def hexadecimal(size: int, **options: object) -> dict:
    """The options of a RegexField for this many bytes in lower-case hexadecimal."""
    return {"regex": rf"^[0-9a-f]{{{2 * size}}}$", **options}
