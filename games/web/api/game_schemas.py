"""The bodies of responses about games, bots and lessons. They are used only for the OpenAPI schema.

`component_name` is the name of a body in the published schema, which stays the same for the programs of
clients.
"""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.web.api.response_schemas import RuleLink
from games.web.api.typed.fields import ValueField


class GameOptionOut(serializers.Serializer):
    """An option that is chosen when a match is created."""

    name = serializers.CharField()
    values = serializers.ListField(child=ValueField())
    default = ValueField()
    rule = RuleLink()


class LevelOut(serializers.Serializer):
    """A bot that may take a seat."""

    level = serializers.CharField()
    name = serializers.CharField()


@extend_schema_serializer(component_name="MeasuredOut")
class MeasurementOut(serializers.Serializer):
    """One stronger bot against weaker ones, which take the seats in turn; ties are shared."""

    seats = serializers.IntegerField()
    stronger = serializers.CharField()
    weaker = serializers.CharField(
        help_text="`random` plays anything; `plain-1000` searches without knowledge."
    )
    matches = serializers.IntegerField()
    rate = serializers.FloatField(help_text="Share of the matches that the stronger one won.")
    interval = serializers.ListField(child=serializers.FloatField(), help_text="95 %, after Wilson.")
    share = serializers.FloatField(
        help_text="The rate as a multiple of an equal share: 1 is as good as the others."
    )
    share_interval = serializers.ListField(child=serializers.FloatField())
    aim = serializers.FloatField(allow_null=True, help_text="The rate that was aimed at.")
    ms = serializers.ListField(
        child=serializers.FloatField(), help_text="CPU for a decision: stronger, weaker."
    )
    command = serializers.CharField(help_text="What repeats the measurement.")


class BotsOut(serializers.Serializer):
    """The bots of a game, weakest first, with their measured strength."""

    slug = serializers.CharField()
    name = serializers.CharField()
    levels = LevelOut(many=True)
    results = MeasurementOut(many=True)


class MeasuredLevelOut(LevelOut):
    """A bot, with its results against the level below."""

    measured = MeasurementOut(many=True)


class GameLinks(serializers.Serializer):
    """The addresses with more about a game."""

    self = serializers.URLField()
    rule = serializers.URLField(help_text="Its rule in this API.")
    page = serializers.URLField(help_text="Its page for people.")


class GameOut(serializers.Serializer):
    """A game that can be played here."""

    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    options = GameOptionOut(many=True)
    end_reasons = serializers.ListField(child=serializers.CharField())
    bots = MeasuredLevelOut(many=True)
    rule = serializers.DictField(child=serializers.CharField())
    url = serializers.URLField(help_text="Deprecated: the same as `links.self`.")
    links = GameLinks()


class RefusalOut(serializers.Serializer):
    """A reason for which the game may refuse an action, and its rule."""

    code = serializers.CharField()
    rule = RuleLink()


class FullGameOut(GameOut):
    """A game with its actions, events and refusals."""

    actions = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    events = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    decisions = serializers.ListField(child=serializers.CharField())
    refusals = RefusalOut(many=True)


WORDS = {"type": "object", "additionalProperties": {"type": "string"}}
TEXTS = {
    "type": "object",
    "description": "Words by name; some are grouped. Which there are depends on the game.",
    "properties": {
        "secrets": {"type": "boolean", "description": "Seats know what others do not."},
        "phrases": WORDS,
    },
    "required": ["secrets", "phrases"],
    "additionalProperties": {"anyOf": [{"type": "string"}, WORDS]},
}
