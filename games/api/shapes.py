"""The bodies that the games' API takes, for the schema and for checking them against it."""

from rest_framework import serializers

from escale.common.http import refuse_unknown
from escale.common.problems import Problem
from games.engines import ENGINES
from games.models import Pace, Visibility
from games.services import OFFERS, PHRASES

# Python's $ also matches before a last line break: the length refuses it.
NONCE = {"required": False, "allow_blank": True, "trim_whitespace": False, "max_length": 32, "regex": r"^[0-9a-f]{32}$"}
# No database keeps the null character; and who says something says more than spaces.
NAME = {"required": False, "default": "", "allow_blank": True, "max_length": 40, "regex": r"^[^\x00]*$"}
WORDS = {"required": False, "max_length": 300, "regex": r"^[^\x00]*[^\s\x00][^\x00]*$"}


JSON_TYPES = {serializers.BooleanField: bool, serializers.CharField: str, serializers.IntegerField: int}


def _fits(field: serializers.Field, value: object) -> bool:
    """Is it the JSON type that the schema says? The framework alone takes 0 for false and 7 for a name."""
    kinds = [kind for known, kind in JSON_TYPES.items() if isinstance(field, known)]
    if isinstance(value, float) and value.is_integer():  # for JSON 0.0 is a whole number
        value = int(value)
    return all(isinstance(value, kind) and (kind is bool or not isinstance(value, bool)) for kind in kinds)


def _refuse_unknown_within(field: serializers.Field, value: object) -> None:
    child = getattr(field, "child", None)
    if isinstance(child, serializers.Serializer) and isinstance(value, list):
        for item in value:
            if isinstance(item, dict):  # anything else is refused for what it is
                refuse_unknown(item, set(child.fields))


def validated(shape: type[serializers.Serializer], data: object) -> dict:
    fields = shape().fields
    body = refuse_unknown(data, set(fields))
    wrong = [name for name, value in body.items() if not _fits(fields[name], value)]
    if wrong:
        raise Problem(400, "invalid", errors={name: [str(fields[name].error_messages["invalid"])] for name in wrong})
    for name, value in body.items():
        _refuse_unknown_within(fields[name], value)
    checked = shape(data=body)
    checked.is_valid(raise_exception=True)
    return checked.validated_data


class SeatWish(serializers.Serializer):
    """A seat of a new match."""

    kind = serializers.ChoiceField(["human", "bot"])
    level = serializers.CharField(required=False, max_length=16)


class NewMatch(serializers.Serializer):
    """What a new match needs. The creator sits on the first seat for people."""

    game = serializers.ChoiceField(sorted(ENGINES))
    options = serializers.DictField(required=False, default=dict)
    seats = serializers.ListField(child=SeatWish(), min_length=2, max_length=4)
    pace = serializers.ChoiceField(Pace.choices, required=False, default=Pace.NONE)
    visibility = serializers.ChoiceField(Visibility.choices, required=False, default=Visibility.PUBLIC)
    name = serializers.RegexField(**NAME)
    nonce = serializers.RegexField(**NONCE)


class TakeSeat(serializers.Serializer):
    """Who sits down, and the random bytes that they add to the dice."""

    name = serializers.RegexField(**NAME)
    nonce = serializers.RegexField(**NONCE)
    seat = serializers.IntegerField(required=False, min_value=0, max_value=3)


class Act(serializers.Serializer):
    """One action for one pending decision."""

    decision = serializers.CharField(max_length=40)
    action = serializers.DictField()


class Dry(serializers.Serializer):
    """An action to be tried without playing it."""

    action = serializers.DictField()


class Again(serializers.Serializer):
    """A rematch."""

    name = serializers.RegexField(**NAME)
    nonce = serializers.RegexField(**NONCE)


class Said(serializers.Serializer):
    """A preset phrase, or (accounts only) words of one's own."""

    phrase = serializers.ChoiceField(PHRASES, required=False)
    text = serializers.RegexField(**WORDS)


class Asked(serializers.Serializer):
    """What the others are asked for."""

    kind = serializers.ChoiceField(OFFERS)


class Answered(serializers.Serializer):
    """Yes or no."""

    accept = serializers.BooleanField()


class Claim(serializers.Serializer):
    """The token of a guest's seat."""

    token = serializers.CharField(max_length=128)


class Notify(serializers.Serializer):
    """How to tell this seat that it must decide; an empty value switches it off."""

    mail = serializers.EmailField(required=False, allow_blank=True, max_length=254)
    webhook = serializers.URLField(required=False, allow_blank=True, max_length=200)


class Block(serializers.Serializer):
    """Whose messages to hide."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    blocked = serializers.BooleanField()
