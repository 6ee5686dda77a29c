"""The bodies of responses of the games' API. They are used only for the OpenAPI schema.

`component_name` is the name of a body in the published schema, which stays the same for the programs of
clients.
"""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from escale.common.cursors import MAX_DEPTH
from games.core.real_table.luck import FAIR, TABLE
from games.matches.takebacks import OFFERS
from games.models import Pace, Status, Visibility
from games.web.api.typed import luck_schemas
from games.web.api.typed.fields import VoidEventsField


class RuleLink(serializers.Serializer):
    """The section of a rule, and where it can be read."""

    document = serializers.CharField()
    key = serializers.CharField()
    url = serializers.URLField(help_text="A page, in the language of the reader.")


class SeatOut(serializers.Serializer):
    """A place at the table."""

    index = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(["human", "program", "bot"])
    level = serializers.CharField(allow_null=True)
    taken = serializers.BooleanField()
    relief = serializers.CharField(allow_null=True, help_text="Level of the bot that sits in.")
    resigned = serializers.BooleanField()
    waiting = serializers.BooleanField(help_text="This seat must decide.")
    present = serializers.BooleanField()


@extend_schema_serializer(component_name="SeatSeenOut")
class ViewSeatOut(SeatOut):
    """A place at the table, as your seat sees it."""

    blocked = serializers.BooleanField(help_text="What this seat writes is hidden from yours.")


class OutcomeOut(serializers.Serializer):
    """How the match ended."""

    scores = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    end = serializers.ChoiceField(
        ["complete", "resigned", "timeout", "abandoned"],
        help_text="How the match ended; a record calls this `reason`.",
    )
    reason = serializers.CharField(
        help_text="By which rule: one of the game's `end_reasons`; the same as `end` if the rules did not "
        "end it."
    )
    why = serializers.CharField(required=False, help_text="Why staff have closed the table.")
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
    luck = serializers.ChoiceField(
        [FAIR, TABLE],
        help_text="`table`: people enter what their own dice and cards show; nothing is proved.",
    )
    fairness = luck_schemas.FairnessStateOut(
        allow_null=True, help_text="Null where people enter the luck themselves."
    )
    engine_version = serializers.IntegerField()
    edition = serializers.IntegerField(allow_null=True)
    created = serializers.DateTimeField()
    outcome = OutcomeOut(allow_null=True)
    rematch_of = serializers.CharField(allow_null=True)
    group = serializers.CharField(allow_null=True)
    links = serializers.DictField(child=serializers.CharField())


@extend_schema_serializer(component_name="SeatedOut")
class TakenSeatOut(MatchOut):
    """The match, and the seat that you have just taken."""

    seat = serializers.IntegerField()
    seat_token = serializers.CharField(help_text="Shown this once. Send it as `Authorization: Seat <token>`.")
    invite_url = serializers.URLField()


class MatchPage(serializers.Serializer):
    """A page of matches."""

    count = serializers.IntegerField(allow_null=True, help_text=f"Null for more than {MAX_DEPTH}.")
    next = serializers.URLField(allow_null=True, help_text="Follow it for the whole list, each match once.")
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
    """An action of the turn, or all actions of a type, that is not possible now."""

    action = serializers.DictField()
    label = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField(help_text="Why not, in words.")
    reason = serializers.CharField(help_text="Deprecated: the same as `detail`.")
    rule = RuleLink()


class EventOut(serializers.Serializer):
    """One event of the log. The members that are not required depend on its kind."""

    number = serializers.IntegerField()
    kind = serializers.CharField(
        help_text="Such as `move`, `join`, `start`, `message`, `offer`; more may come."
    )
    seat = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()
    text = serializers.CharField(allow_blank=True)
    events = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="What a move did."
    )
    sentences = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text="The same in words, one for each.",
    )
    action = serializers.DictField(required=False, help_text="Of a move: your own, or after the end.")
    decision = serializers.CharField(required=False, help_text="Of a move: which decision it answered.")
    chance = serializers.DictField(required=False, help_text="Of a move: what it drew openly.")
    harmless = serializers.BooleanField(required=False, help_text="Of your own move: it can be taken back.")
    back_to = serializers.IntegerField(required=False, help_text="Of `undo`: the event before the moves.")
    of = VoidEventsField(required=False, help_text="Of `undo` and `removal`: which events are void.")
    name = serializers.CharField(required=False, allow_blank=True, help_text="Of `join`.")
    level = serializers.CharField(required=False, help_text="Of `relief`: the bot that sits in.")
    accept = serializers.BooleanField(required=False, help_text="Of `answer`.")
    phrase = serializers.CharField(required=False, help_text="Of `message`: its name.")
    said = serializers.CharField(required=False, help_text="Of `message`: in your language.")
    match = serializers.CharField(required=False, help_text="Of `rematch`: the new match.")
    why = serializers.CharField(required=False, help_text="Of `close`: the reason of staff.")


class WordsOut(serializers.Serializer):
    """A part of the position in words."""

    heading = serializers.CharField()
    lines = serializers.ListField(child=serializers.CharField())


class OfferOut(serializers.Serializer):
    """An offer of a seat to the others. It is accepted when all people have agreed."""

    kind = serializers.ChoiceField(OFFERS)
    seat = serializers.IntegerField(help_text="Who asks.")
    agreed = serializers.ListField(child=serializers.IntegerField(), help_text="The seats that agree so far.")


class ViewOut(serializers.Serializer):
    """Everything that this seat (or a spectator) may know."""

    id = serializers.CharField()
    game = serializers.CharField()
    number = serializers.IntegerField()
    last = serializers.IntegerField()
    status = serializers.ChoiceField(Status.values)
    seat = serializers.IntegerField(allow_null=True)
    paused = serializers.BooleanField()
    offer = OfferOut(allow_null=True)
    due = serializers.DateTimeField(allow_null=True, help_text="When the clock runs out.")
    seats = ViewSeatOut(many=True)
    decisions = DecisionOut(many=True)
    menu = serializers.ListField(
        child=serializers.DictField(), help_text="Any element may be posted as it is."
    )
    labels = serializers.ListField(
        child=serializers.CharField(), help_text="The menu in words, in the same order."
    )
    disabled = DisabledActionOut(many=True)
    state = serializers.DictField(allow_null=True, help_text="The board, in the shape of the game.")
    board_words = WordsOut(
        many=True, allow_null=True, help_text="The board in words, for people who do not see it."
    )
    log = EventOut(many=True)
    outcome = OutcomeOut(allow_null=True)
    fairness = luck_schemas.FairnessStateOut(allow_null=True, help_text="Until the match begins.")
    prompt = serializers.CharField()
    luck = luck_schemas.TableLuckOut(
        allow_null=True, help_text="Only where people enter the luck themselves."
    )


class EventsOut(serializers.Serializer):
    """A part of the log."""

    game = serializers.CharField()
    number = serializers.IntegerField()
    events = EventOut(many=True)


class LegalOut(serializers.Serializer):
    """The action would be accepted."""

    legal = serializers.BooleanField()


@extend_schema_serializer(component_name="HookOut")
class WebhookOut(serializers.Serializer):
    """The secret that signs the webhook, shown this once."""

    webhook_secret = serializers.CharField(required=False)


class HintOut(serializers.Serializer):
    """The action that a bot would take in your place."""

    action = serializers.DictField()
    label = serializers.CharField()
    level = serializers.CharField()
    reason = serializers.CharField(help_text="Why the bot would do it.")
    rule = RuleLink(help_text="The section that the reason rests on.")


class RemarkOut(serializers.Serializer):
    """One sentence of the coach."""

    name = serializers.CharField(help_text="What one learns by it; say it once in a match.")
    text = serializers.CharField()
    rule = RuleLink()
    things = serializers.ListField(
        child=serializers.CharField(), help_text="What it is about, as `data-key`s."
    )
    is_repeatable = serializers.BooleanField(help_text="It is about the position, and may be said again.")


class CoachOut(serializers.Serializer):
    """The remarks about your decision, the most important first."""

    remarks = RemarkOut(many=True)
