"""The bodies of requests to the games' API: the OpenAPI schema describes them, and views check bodies against them.

`component_name` is the name of a body in the published schema, which stays the same for the programs of clients.
"""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from escale.common.api.http import UNKNOWN, refuse_unknown
from escale.common.api.problems import Problem
from games.core.seat_names import is_readable
from games.matches.messages import PHRASES
from games.matches.takebacks import OFFERS
from games.models import Pace, Visibility
from games.registry import ENGINES

# 32 hexadecimal digits. In Python $ also matches before a line break at the end, but the length refuses that.
NONCE = {"required": False, "allow_blank": True, "trim_whitespace": False, "max_length": 32, "regex": r"^[0-9a-f]{32}$"}
UNREADABLE_NAME = _("A name needs a visible sign, and holds no line breaks and no marks that change the direction.")


def _require_readable(name: str) -> None:
    if not is_readable(name):
        raise serializers.ValidationError(UNREADABLE_NAME)


# No database stores the null character.
NAME = {
    "required": False,
    "default": "",
    "allow_blank": True,
    "max_length": 40,
    "regex": r"^[^\x00]*$",
    "validators": [_require_readable],
}
# A message contains more than spaces.
MESSAGE_TEXT = {"required": False, "max_length": 300, "regex": r"^[^\x00]*[^\s\x00][^\x00]*$"}


# The JSON type of each kind of field, and the error if a value has another type. REST framework alone would accept 0
# for false and 7 for a name, and it has no Italian messages.
JSON_TYPES: dict[type[serializers.Field], tuple[type, str]] = {
    serializers.BooleanField: (bool, _("true or false is expected.")),
    serializers.CharField: (str, _("A text is expected.")),
    serializers.IntegerField: (int, _("A whole number is expected.")),
}


def _type_error(field: serializers.Field, value: object) -> str | None:
    """The error if the value does not have the JSON type that the schema gives to the field."""
    if isinstance(value, float) and value.is_integer():  # In JSON 0.0 is a whole number.
        value = int(value)
    for field_class, (json_type, error) in JSON_TYPES.items():
        if not isinstance(field, field_class):
            continue
        is_boolean_by_mistake = isinstance(value, bool) and json_type is not bool
        if is_boolean_by_mistake or not isinstance(value, json_type):
            return error
    return None


def _errors_by_place(fields: dict[str, serializers.Field], body: dict, prefix: str = "") -> dict[str, list[str]]:
    """The members that are unknown or have another type than in the schema, also those of objects in lists."""
    errors_by_place = {}
    for name, value in body.items():
        error = _type_error(fields[name], value) if name in fields else UNKNOWN
        if error:
            errors_by_place[prefix + name] = [str(error)]
        item_schema = getattr(fields.get(name), "child", None)
        if isinstance(item_schema, serializers.Serializer) and isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, dict):  # REST framework refuses anything else.
                    errors_by_place |= _errors_by_place(item_schema.fields, item, f"{prefix}{name}[{index}].")
    return errors_by_place


def validate_body(schema: type[serializers.Serializer], data: object) -> dict:
    """The body with the values that the schema makes of it; raises a Problem with all errors."""
    fields = schema().fields
    body = refuse_unknown(data, set(fields))
    if errors := _errors_by_place(fields, body):
        raise Problem(400, "invalid", errors=errors)
    serializer = schema(data=body)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


@extend_schema_serializer(component_name="SeatWish")
class NewSeatIn(serializers.Serializer):
    """A seat of a new match."""

    kind = serializers.ChoiceField(["human", "bot"])
    level = serializers.CharField(required=False, max_length=16)


SEAT_COUNT_ERRORS = dict.fromkeys(("min_length", "max_length"), _("From 2 to 4 seats are expected."))


@extend_schema_serializer(component_name="NewMatch")
class NewMatchIn(serializers.Serializer):
    """What a new match needs. The creator sits on the first seat for people."""

    game = serializers.ChoiceField(sorted(ENGINES))
    options = serializers.DictField(required=False, default=dict)
    seats = serializers.ListField(child=NewSeatIn(), min_length=2, max_length=4, error_messages=SEAT_COUNT_ERRORS)
    pace = serializers.ChoiceField(Pace.choices, required=False, default=Pace.NONE)
    visibility = serializers.ChoiceField(Visibility.choices, required=False, default=Visibility.PUBLIC)
    name = serializers.RegexField(**NAME)
    nonce = serializers.RegexField(**NONCE)


@extend_schema_serializer(component_name="TakeSeat")
class TakeSeatIn(serializers.Serializer):
    """Who sits down, and the random bytes that they add to the dice."""

    name = serializers.RegexField(**NAME)
    nonce = serializers.RegexField(**NONCE)
    seat = serializers.IntegerField(required=False, min_value=0, max_value=3)


@extend_schema_serializer(component_name="Act")
class ActionIn(serializers.Serializer):
    """One action for one pending decision."""

    decision = serializers.CharField(max_length=40)
    action = serializers.DictField()


@extend_schema_serializer(component_name="Dry")
class DryRunIn(serializers.Serializer):
    """An action to be tried without playing it; the body of a move may be sent as it is."""

    decision = serializers.CharField(max_length=40, required=False)
    action = serializers.DictField()


@extend_schema_serializer(component_name="Again")
class RematchIn(serializers.Serializer):
    """A rematch."""

    name = serializers.RegexField(**NAME)
    nonce = serializers.RegexField(**NONCE)


@extend_schema_serializer(component_name="Said")
class MessageIn(serializers.Serializer):
    """A preset phrase, or (accounts only) words of one's own."""

    phrase = serializers.ChoiceField(PHRASES, required=False)
    text = serializers.RegexField(**MESSAGE_TEXT)


@extend_schema_serializer(component_name="Asked")
class OfferIn(serializers.Serializer):
    """What the others are asked for."""

    kind = serializers.ChoiceField(OFFERS)


@extend_schema_serializer(component_name="Answered")
class OfferAnswerIn(serializers.Serializer):
    """Yes or no."""

    accept = serializers.BooleanField()


@extend_schema_serializer(component_name="Claim")
class ClaimIn(serializers.Serializer):
    """The token of a guest's seat."""

    token = serializers.CharField(max_length=128)


@extend_schema_serializer(component_name="Notify")
class NotificationIn(serializers.Serializer):
    """How to tell this seat that it must decide; an empty value switches it off."""

    mail = serializers.EmailField(required=False, allow_blank=True, max_length=254)
    webhook = serializers.URLField(required=False, allow_blank=True, max_length=200)


@extend_schema_serializer(component_name="Block")
class BlockIn(serializers.Serializer):
    """Whose messages to hide."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    blocked = serializers.BooleanField()
