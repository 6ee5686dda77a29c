"""The bodies of requests to the games' API.

The OpenAPI schema describes them, and views check bodies with them.
"""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from escale.common.api.bodies import WRONG_TYPE, validate_body
from escale.common.api.problems import Problem
from escale.common.text.names import is_readable
from games.core.real_table.luck import FAIR, TABLE
from games.matches.errors import MatchError
from games.matches.luck.contributions import Sent
from games.matches.messages import PHRASES
from games.matches.takebacks import OFFERS
from games.models import Pace, Visibility
from games.notifying.notify import is_plain_address
from games.presenting.move_answers import EXPECTED
from games.registry import ENGINES

# Hexadecimal digits. In Python $ also matches before a line break at the end, but the length refuses that.
NONCE = {
    "required": False,
    "allow_blank": True,
    "allow_null": True,
    "trim_whitespace": False,
    "max_length": 32,
    "regex": r"^[0-9a-f]{32}$",
    "help_text": "16 random bytes; null adds none.",
}
HASH = {
    "required": False,
    "trim_whitespace": False,
    "max_length": 64,
    "regex": r"^[0-9a-f]{64}$",
    "help_text": "The SHA-256 of the 16 bytes of the nonce, where the match takes two steps.",
}
EARLY_NONCE = _(
    "Send it to /seats/mine/nonce/ after you have read the commitment: otherwise the house could choose its "
    "secret to fit your number."
)
UNREADABLE_NAME = _(
    "A name must have at least one visible character, and must not contain line breaks or marks that change "
    "the direction of text."
)

ODD_ADDRESS = _("An email address without quotation marks, spaces or control characters is expected.")


def _require_readable(name: str) -> None:
    if not is_readable(name):
        raise serializers.ValidationError(UNREADABLE_NAME)


def _require_plain_address(mail: str) -> None:
    if not is_plain_address(mail):
        raise serializers.ValidationError(ODD_ADDRESS)


# No database stores the null character.
NAME = {
    "required": False,
    "default": "",
    "allow_blank": True,
    "max_length": 40,
    "regex": r"^[^\x00]*$",
    "validators": [_require_readable],
}
GROUP = {
    "required": False,
    "default": "",
    "allow_blank": True,
    "trim_whitespace": False,
    "max_length": 32,
    "regex": r"^[A-Za-z0-9_-]*$",
    "help_text": "A name of your own for matches that belong together; `/matches/?group=` lists them.",
}
# A message contains more than spaces.
MESSAGE_TEXT = {"required": False, "max_length": 300, "regex": r"^[^\x00]*[^\s\x00][^\x00]*$"}


@extend_schema_serializer(component_name="SeatWish")
class NewSeatIn(serializers.Serializer):
    """A seat of a new match."""

    kind = serializers.ChoiceField(
        ["human", "program", "bot"],
        help_text="`program`: for somebody else's program, not a bot of the house.",
    )
    level = serializers.CharField(required=False, max_length=16)
    name = serializers.RegexField(**NAME | {"help_text": "At a real table only."})


SEAT_COUNT_ERRORS = dict.fromkeys(("min_length", "max_length"), _("From 2 to 4 seats are expected."))


@extend_schema_serializer(component_name="NewMatch")
class NewMatchIn(serializers.Serializer):
    """A new match. The creator sits on the first seat for people or programs."""

    game = serializers.ChoiceField(sorted(ENGINES))
    options = serializers.DictField(required=False, default=dict)
    seats = serializers.ListField(
        child=NewSeatIn(), min_length=2, max_length=4, error_messages=SEAT_COUNT_ERRORS
    )
    pace = serializers.ChoiceField(Pace.choices, required=False, default=Pace.NONE)
    visibility = serializers.ChoiceField(
        Visibility.choices, required=False, help_text="`public`; at a real table `unlisted`."
    )
    luck = serializers.ChoiceField(
        [FAIR, TABLE],
        required=False,
        default=FAIR,
        help_text="`table`: people play with their own dice and cards, and enter what these show.",
    )
    setup = serializers.DictField(
        required=False,
        help_text="At a real table: what is known of the setup of the record, null for an unknown card.",
    )
    name = serializers.RegexField(**NAME)
    group = serializers.RegexField(**GROUP)


@extend_schema_serializer(component_name="TakeSeat")
class TakeSeatIn(serializers.Serializer):
    """The person or program that takes the seat, and what it adds to the luck; /seats/mine/nonce/ can add
    that later.
    """

    name = serializers.RegexField(**NAME)
    nonce = serializers.RegexField(**NONCE)
    hash = serializers.RegexField(**HASH)
    seat = serializers.IntegerField(required=False, min_value=0, max_value=3)
    kind = serializers.ChoiceField(
        ["human", "program"],
        required=False,
        help_text="`program` is the default with the token of an account.",
    )


def _expect(member: str) -> dict:
    """The error messages of a field that says the same whatever is wrong with it."""
    errors = ("required", "null", "blank", "max_length", "min_value", "max_value", "not_a_dict", WRONG_TYPE)
    return dict.fromkeys(errors, EXPECTED[member])


class ActionField(serializers.DictField):
    """An action of a game: an object whose fields the game itself checks."""

    def __init__(self, **kwargs) -> None:
        super().__init__(error_messages=_expect("action"), **kwargs)


@extend_schema_serializer(component_name="Act")
class ActionIn(serializers.Serializer):
    """One action for one pending decision."""

    decision = serializers.CharField(max_length=40, error_messages=_expect("decision"))
    action = ActionField()
    chance = serializers.DictField(
        required=False,
        error_messages=_expect("chance"),
        help_text='At a real table: what the action drew, as it stands in a record (`{"dice": [2, 4]}`).',
    )
    seat = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=3,
        error_messages=_expect("seat"),
        help_text="For a token that holds several seats; without it the seat that the decision belongs to.",
    )


@extend_schema_serializer(component_name="Dry")
class DryRunIn(ActionIn):
    """An action to be tried without playing it; the body of a move may be sent as it is.

    `chance` and `seat` need the `decision`.
    """

    decision = serializers.CharField(max_length=40, required=False, error_messages=_expect("decision"))


@extend_schema_serializer(component_name="Again")
class RematchIn(serializers.Serializer):
    """A rematch."""

    name = serializers.RegexField(**NAME)


@extend_schema_serializer(component_name="Nonce")
class NonceIn(serializers.Serializer):
    """The contribution of a seat to the luck: one of the two members."""

    nonce = serializers.RegexField(**{**NONCE, "allow_blank": False})
    hash = serializers.RegexField(**HASH)


def read_sent_nonce(fields: dict) -> Sent | None:
    """What the seat sends; None if it sends nothing yet."""
    sent = {name: fields[name] for name in ("nonce", "hash") if fields.get(name) != "" and name in fields}
    if not sent:
        return None
    if len(sent) > 1:
        raise MatchError("one_nonce_or_hash")
    return Sent(nonce=sent.get("nonce"), nonce_hash=sent.get("hash"))


def validate_without_nonce(schema: type[serializers.Serializer], body: object) -> dict:
    """Returns the fields of a request for a match; a nonce in it raises a Problem, as it comes too early."""
    try:
        return validate_body(schema, body)
    except Problem as problem:
        if "nonce" in (problem.errors or {}):
            problem.errors["nonce"] = [str(EARLY_NONCE)]
        raise


@extend_schema_serializer(component_name="Said")
class MessageIn(serializers.Serializer):
    """A preset phrase, or (accounts only) your own words."""

    phrase = serializers.ChoiceField(PHRASES, required=False)
    text = serializers.RegexField(**MESSAGE_TEXT)


@extend_schema_serializer(component_name="Asked")
class OfferIn(serializers.Serializer):
    """The offer to the other seats."""

    kind = serializers.ChoiceField(OFFERS)


@extend_schema_serializer(component_name="Answered")
class OfferAnswerIn(serializers.Serializer):
    """The answer to an offer."""

    accept = serializers.BooleanField()


@extend_schema_serializer(component_name="Claim")
class ClaimIn(serializers.Serializer):
    """The token of a guest's seat."""

    token = serializers.CharField(max_length=128)


@extend_schema_serializer(component_name="Notify")
class NotificationIn(serializers.Serializer):
    """How to tell this seat that it must decide; an empty value switches it off.

    The owner of the email address is asked first, by one email."""

    mail = serializers.EmailField(
        required=False, allow_blank=True, max_length=254, validators=[_require_plain_address]
    )
    webhook = serializers.URLField(required=False, allow_blank=True, max_length=200)


@extend_schema_serializer(component_name="Block")
class BlockIn(serializers.Serializer):
    """The seat whose messages to hide or show."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    blocked = serializers.BooleanField()
