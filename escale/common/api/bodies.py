"""Checks the bodies of requests against the serializers that describe them in the OpenAPI schema, strictly."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from escale.common.api.http import UNKNOWN, require_object
from escale.common.api.problems import Problem, list_errors

# The JSON type of each kind of field, and the error if a value has another type. REST framework alone would
# accept 0 for false and 7 for a name, and it has no Italian messages.
JSON_TYPES: dict[type[serializers.Field], tuple[type | tuple[type, ...], Any]] = {
    serializers.BooleanField: (bool, _("true or false is expected.")),
    serializers.CharField: (str, _("A text is expected.")),
    serializers.IntegerField: (int, _("A whole number is expected.")),
    serializers.FloatField: ((int, float), _("A number is expected.")),
}


def validate_body(schema: type[serializers.Serializer], data: object) -> dict:
    """The body with the values that the schema makes of it; raises a Problem with all errors."""
    fields = schema().fields
    body = require_object(data)
    errors = _find_errors_of_types(fields, body)
    serializer = schema(data={name: value for name, value in body.items() if name in fields})
    if not serializer.is_valid():
        # Where the type is wrong already, REST framework says the same in other words.
        errors |= {
            place: sentences
            for place, sentences in list_errors(serializer.errors).items()
            if place not in errors
        }
    if errors:
        raise Problem(400, "invalid", errors=errors)
    return serializer.validated_data


def _find_errors_of_types(
    fields: dict[str, serializers.Field], body: dict, prefix: str = ""
) -> dict[str, list[str]]:
    """The members that are unknown or have another type than in the schema, also those of objects in lists."""
    errors_by_place = {}
    for name, value in body.items():
        error = _find_type_error(fields[name], value) if name in fields else UNKNOWN
        if error:
            errors_by_place[prefix + name] = [str(error)]
        for place, item_fields, item in _list_objects(fields.get(name), f"{prefix}{name}", value):
            errors_by_place |= _find_errors_of_types(item_fields, item, f"{place}.")
    return errors_by_place


def _list_objects(field: serializers.Field | None, place: str, value: object) -> list[tuple[str, Any, dict]]:
    """The objects in this member that have a schema: their place, their fields and themselves.

    REST framework refuses what is no object or list there.
    """
    if isinstance(field, serializers.Serializer):
        return [(place, field.fields, value)] if isinstance(value, dict) else []
    child = getattr(field, "child", None)
    if isinstance(child, serializers.Serializer) and isinstance(value, list):
        items = enumerate(value)
        return [(f"{place}[{index}]", child.fields, item) for index, item in items if isinstance(item, dict)]
    return []


def _find_type_error(field: serializers.Field, value: object) -> str | None:
    """The error if the value does not have the JSON type that the schema gives to the field."""
    if isinstance(value, float) and value.is_integer():  # In JSON 0.0 is a whole number.
        value = int(value)
    for field_class, (json_type, error) in JSON_TYPES.items():
        if not isinstance(field, field_class) or (value is None and field.allow_null):
            continue
        is_boolean_by_mistake = isinstance(value, bool) and json_type is not bool
        if is_boolean_by_mistake or not isinstance(value, json_type):
            return error
    return None
