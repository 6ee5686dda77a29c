"""The bodies of responses of the games' API, for the OpenAPI schema alone. No logic.

`component_name` is the name of a body in the published schema, which stays the same for the programs of clients.
"""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.core import records
from games.models import Pace, Status, Visibility
from games.registry import ENGINES


class RuleLink(serializers.Serializer):
    """Where a rule is read."""

    document = serializers.CharField()
    key = serializers.CharField()
    url = serializers.CharField()


class SeatOut(serializers.Serializer):
    """A place at the table."""

    index = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(["human", "bot"])
    level = serializers.CharField(allow_null=True)
    taken = serializers.BooleanField()
    relief = serializers.CharField(allow_null=True, help_text="Level of the bot that sits in.")
    resigned = serializers.BooleanField()
    waiting = serializers.BooleanField(help_text="This seat must decide.")
    present = serializers.BooleanField()


@extend_schema_serializer(component_name="SeatSeenOut")
class ViewSeatOut(SeatOut):
    """A place at the table, as one seat sees it."""

    blocked = serializers.BooleanField(help_text="What this seat writes is hidden from yours.")


class OutcomeOut(serializers.Serializer):
    """How it ended."""

    scores = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    end = serializers.ChoiceField(["complete", "resigned", "timeout", "abandoned"])
    reason = serializers.CharField()
    ranks = serializers.ListField(child=serializers.IntegerField(), required=False)
    breakdown = serializers.DictField(required=False)


class MatchOut(serializers.Serializer):
    """The public facts of a match."""

    id = serializers.CharField()
    game = serializers.CharField()
    name = serializers.CharField()
    options = serializers.DictField()
    status = serializers.ChoiceField(Status.values)
    pace = serializers.ChoiceField(Pace.values)
    visibility = serializers.ChoiceField(Visibility.values)
    seats = SeatOut(many=True)
    number = serializers.IntegerField(help_text="Number of the last event.")
    moves = serializers.IntegerField()
    paused = serializers.BooleanField()
    imported = serializers.BooleanField()
    commitment = serializers.CharField(help_text="SHA-256 of the secret that the dice come from.")
    engine_version = serializers.IntegerField()
    edition = serializers.IntegerField(allow_null=True)
    created = serializers.DateTimeField()
    outcome = OutcomeOut(allow_null=True)
    rematch_of = serializers.CharField(allow_null=True)
    links = serializers.DictField(child=serializers.CharField())


@extend_schema_serializer(component_name="SeatedOut")
class TakenSeatOut(MatchOut):
    """The match, and the seat that you have just taken."""

    seat = serializers.IntegerField()
    seat_token = serializers.CharField(help_text="Shown this once. Send it as `Authorization: Seat <token>`.")
    invite_url = serializers.URLField()


class MatchPage(serializers.Serializer):
    """A page of matches."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = MatchOut(many=True)


class DecisionOut(serializers.Serializer):
    """Something that your seat must decide now."""

    id = serializers.CharField(help_text="Send it back with the action.")
    kind = serializers.CharField()
    text = serializers.CharField()
    rule = RuleLink(help_text="The section that is in force.")


@extend_schema_serializer(component_name="DisabledOut")
class DisabledActionOut(serializers.Serializer):
    """An action of the turn that is not possible now."""

    action = serializers.DictField()
    label = serializers.CharField()
    code = serializers.CharField()
    reason = serializers.CharField()
    rule = RuleLink()


class EventOut(serializers.Serializer):
    """One line of the log; further members depend on its kind."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()
    text = serializers.CharField(allow_blank=True)
    events = serializers.ListField(child=serializers.DictField(), required=False, help_text="What a move did.")
    sentences = serializers.ListField(
        child=serializers.CharField(allow_blank=True), required=False, help_text="The same in words, one for each."
    )


class WordsOut(serializers.Serializer):
    """A part of the position in words."""

    heading = serializers.CharField()
    lines = serializers.ListField(child=serializers.CharField())


class ViewOut(serializers.Serializer):
    """What this seat (or a spectator) may know."""

    id = serializers.CharField()
    game = serializers.CharField()
    number = serializers.IntegerField()
    last = serializers.IntegerField()
    status = serializers.ChoiceField(Status.values)
    seat = serializers.IntegerField(allow_null=True)
    paused = serializers.BooleanField()
    offer = serializers.DictField(allow_null=True)
    due = serializers.DateTimeField(allow_null=True, help_text="When the clock runs out.")
    seats = ViewSeatOut(many=True)
    decisions = DecisionOut(many=True)
    menu = serializers.ListField(child=serializers.DictField(), help_text="Any element may be posted as it is.")
    labels = serializers.ListField(child=serializers.CharField(), help_text="The menu in words, in the same order.")
    disabled = DisabledActionOut(many=True)
    state = serializers.DictField(allow_null=True, help_text="The board, in the shape of the game.")
    board_words = WordsOut(many=True, allow_null=True, help_text="The board in words, for people who do not see it.")
    log = EventOut(many=True)
    outcome = OutcomeOut(allow_null=True)
    prompt = serializers.CharField()


class EventsOut(serializers.Serializer):
    """A part of the log."""

    number = serializers.IntegerField()
    events = EventOut(many=True)


class LegalOut(serializers.Serializer):
    """The action would be accepted."""

    legal = serializers.BooleanField()


@extend_schema_serializer(component_name="HookOut")
class WebhookOut(serializers.Serializer):
    """The secret that signs the webhook, shown this once."""

    webhook_secret = serializers.CharField(required=False)


class GameOptionOut(serializers.Serializer):
    """A choice at the creation of a match."""

    name = serializers.CharField()
    values = serializers.ListField()
    default = serializers.JSONField()
    rule = RuleLink()


class LevelOut(serializers.Serializer):
    """A bot that may be asked to sit down."""

    level = serializers.CharField()
    name = serializers.CharField()


@extend_schema_serializer(component_name="MeasuredOut")
class MeasurementOut(serializers.Serializer):
    """One stronger bot among weaker ones, the seats in turn, ties shared."""

    seats = serializers.IntegerField()
    stronger = serializers.CharField()
    weaker = serializers.CharField(help_text="`random` plays anything; `plain-1000` searches without knowledge.")
    matches = serializers.IntegerField()
    rate = serializers.FloatField(help_text="Share of the matches that the stronger one won.")
    interval = serializers.ListField(child=serializers.FloatField(), help_text="95 %, after Wilson.")
    share = serializers.FloatField(help_text="The rate as a multiple of the fair share: 1 is as good as the others.")
    share_interval = serializers.ListField(child=serializers.FloatField())
    aim = serializers.FloatField(allow_null=True, help_text="The rate that was aimed at.")
    ms = serializers.ListField(child=serializers.FloatField(), help_text="CPU for a decision: stronger, weaker.")
    command = serializers.CharField(help_text="What repeats the measurement.")


class BotsOut(serializers.Serializer):
    """The bots of a game, weakest first, and what was measured of them."""

    slug = serializers.CharField()
    name = serializers.CharField()
    levels = LevelOut(many=True)
    results = MeasurementOut(many=True)


class MeasuredLevelOut(LevelOut):
    """A bot, and how it does against the level below."""

    measured = MeasurementOut(many=True)


class GameOut(serializers.Serializer):
    """A game that can be played here."""

    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    options = GameOptionOut(many=True)
    end_reasons = serializers.ListField(child=serializers.CharField())
    bots = MeasuredLevelOut(many=True)
    rule = serializers.DictField()
    url = serializers.CharField()


class RefusalOut(serializers.Serializer):
    """A reason that the game may give, and its rule."""

    code = serializers.CharField()
    rule = RuleLink()


class FullGameOut(GameOut):
    """A game with its actions, events and refusals."""

    actions = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    events = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    decisions = serializers.ListField(child=serializers.CharField())
    refusals = RefusalOut(many=True)


class RecordShape(serializers.Serializer):
    """The game record, version 1 (see /developers/)."""

    format = serializers.ChoiceField([records.FORMAT])
    version = serializers.ChoiceField([records.VERSION])
    game = serializers.ChoiceField(sorted(ENGINES))
    options = serializers.DictField(required=False)
    seats = serializers.ListField(child=serializers.DictField())
    setup = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    result = serializers.DictField(required=False)
    fairness = serializers.DictField(required=False)


class FairnessOut(serializers.Serializer):
    """The commitment, what it stood for, and every draw."""

    commitment = serializers.CharField()
    secret = serializers.CharField()
    nonces = serializers.ListField(child=serializers.CharField())
    draws = serializers.ListField(child=serializers.DictField())


class HintOut(serializers.Serializer):
    """What a bot would do in your place."""

    action = serializers.DictField()
    label = serializers.CharField()
    level = serializers.CharField()


class LessonOut(serializers.Serializer):
    """A first game, scene by scene."""

    names = serializers.ListField(child=serializers.CharField())
    reader = serializers.IntegerField()
    scenes = serializers.ListField(child=serializers.DictField())
