"""The bodies that the games' API takes, for the schema and for checking them against it."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from escale.common.api.http import UNKNOWN, refuse_unknown
from escale.common.api.problems import Problem
from games.matches.messages import PHRASES
from games.matches.takebacks import OFFERS
from games.models import Pace, Visibility
from games.registry import ENGINES

# Python's $ also matches before a last line break: the length refuses it.
NONCE = {"required": False, "allow_blank": True, "trim_whitespace": False, "max_length": 32, "regex": r"^[0-9a-f]{32}$"}
# No database keeps the null character; and who says something says more than spaces.
NAME = {"required": False, "default": "", "allow_blank": True, "max_length": 40, "regex": r"^[^\x00]*$"}
WORDS = {"required": False, "max_length": 300, "regex": r"^[^\x00]*[^\s\x00][^\x00]*$"}


# The JSON type of each kind of field. The framework alone takes 0 for false and 7 for a name, and speaks no Italian.
JSON_TYPES: dict[type[serializers.Field], tuple[type, str]] = {
    serializers.BooleanField: (bool, _("true or false is expected.")),
    serializers.CharField: (str, _("A text is expected.")),
    serializers.IntegerField: (int, _("A whole number is expected.")),
}


def _misfit(field: serializers.Field, value: object) -> str | None:
    """What is expected where this is not of the JSON type that the schema says."""
    if isinstance(value, float) and value.is_integer():  # for JSON 0.0 is a whole number
        value = int(value)
    for known, (kind, said) in JSON_TYPES.items():
        if isinstance(field, known) and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
            return said
    return None


def _errors(fields: dict[str, serializers.Field], body: dict, where: str = "") -> dict[str, list[str]]:
    """What is not known or of another type, within lists too."""
    found = {}
    for name, value in body.items():
        if said := _misfit(fields[name], value) if name in fields else UNKNOWN:
            found[where + name] = [str(said)]
        child = getattr(fields.get(name), "child", None)
        if isinstance(child, serializers.Serializer) and isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, dict):  # anything else is refused for what it is
                    found |= _errors(child.fields, item, f"{where}{name}[{place}].")
    return found


def validated(shape: type[serializers.Serializer], data: object) -> dict:
    fields = shape().fields
    body = refuse_unknown(data, set(fields))
    if wrong := _errors(fields, body):
        raise Problem(400, "invalid", errors=wrong)
    checked = shape(data=body)
    checked.is_valid(raise_exception=True)
    return checked.validated_data


class SeatWish(serializers.Serializer):
    """A seat of a new match."""

    kind = serializers.ChoiceField(["human", "bot"])
    level = serializers.CharField(required=False, max_length=16)


SEATS = dict.fromkeys(("min_length", "max_length"), _("From 2 to 4 seats are expected."))


class NewMatch(serializers.Serializer):
    """What a new match needs. The creator sits on the first seat for people."""

    game = serializers.ChoiceField(sorted(ENGINES))
    options = serializers.DictField(required=False, default=dict)
    seats = serializers.ListField(child=SeatWish(), min_length=2, max_length=4, error_messages=SEATS)
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
