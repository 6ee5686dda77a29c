"""Checks request bodies strictly against the serializers that describe them in the OpenAPI schema."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from escale.common.api.http import UNKNOWN, require_object
from escale.common.api.problems import Problem, join_place, list_errors, say_one_of

#: The key of a field's own message for a value of another JSON type.
WRONG_TYPE = "wrong_type"
OBJECT_EXPECTED, LIST_EXPECTED = _("An object is expected."), _("A list is expected.")
# The JSON type of each kind of field, and the error for a value of another type. REST framework alone would
# accept 0 for false and 7 for a name, and has no Italian messages.
JSON_TYPES: dict[type[serializers.Field], tuple[type | tuple[type, ...], Any]] = {
    serializers.BooleanField: (bool, _("true or false is expected.")),
    serializers.CharField: (str, _("A string is expected.")),
    serializers.IntegerField: (int, _("A whole number is expected.")),
    serializers.FloatField: ((int, float), _("A number is expected.")),
    serializers.ListField: (list, LIST_EXPECTED),
    serializers.DictField: (dict, OBJECT_EXPECTED),
    serializers.Serializer: (dict, OBJECT_EXPECTED),
    serializers.ListSerializer: (list, LIST_EXPECTED),
}


def validate_body(schema: type[serializers.Serializer], data: object) -> dict:
    """The validated values of the body. Raises a Problem with all errors."""
    body = require_object(data)
    errors = _find_errors_of_types(schema(), body, "")
    serializer = schema(data=body)
    if not serializer.is_valid():
        # If the type is wrong, REST framework repeats that in other words.
        errors |= {
            place: sentences
            for place, sentences in list_errors(serializer.errors).items()
            if place not in errors
        }
    if errors:
        raise Problem(400, "invalid", errors=errors)
    return serializer.validated_data


def _find_errors_of_types(field: serializers.Field, value: object, place: str) -> dict[str, list[str]]:
    """By place, the errors in this value: members that are unknown or have a wrong type."""
    error = _find_type_error(field, value)
    if error:
        return {place: [str(error)]}
    errors_by_place: dict[str, list[str]] = {}
    for member_place, member_field, member in _list_members(field, value, place):
        if member_field is None:
            errors_by_place[member_place] = [str(UNKNOWN)]
        else:
            errors_by_place |= _find_errors_of_types(member_field, member, member_place)
    return errors_by_place


def _list_members(
    field: serializers.Field, value: object, place: str
) -> list[tuple[str, serializers.Field | None, object]]:
    """The members of an object and the items of a list, each with its place and its field, if it is known."""
    if isinstance(field, serializers.Serializer) and isinstance(value, dict):
        fields = field.fields
        return [(join_place(place, name), fields.get(name), member) for name, member in value.items()]
    if isinstance(field, serializers.ListField | serializers.ListSerializer) and isinstance(value, list):
        return [(join_place(place, index), field.child, item) for index, item in enumerate(value)]
    return []


def _find_type_error(field: serializers.Field, value: object) -> str | None:
    """The error if the value does not have the JSON type of the field in the schema."""
    if isinstance(value, float) and value.is_integer():  # In JSON, 0.0 is a whole number.
        value = int(value)
    if isinstance(field, serializers.ChoiceField) and value is not None and value not in list(field.choices):
        return say_one_of(field.choices)
    for field_class, (json_type, error) in JSON_TYPES.items():
        if not isinstance(field, field_class) or (value is None and field.allow_null):
            continue
        is_boolean_by_mistake = isinstance(value, bool) and json_type is not bool
        if is_boolean_by_mistake or not isinstance(value, json_type):
            return field.error_messages.get(WRONG_TYPE, error)
    return None
