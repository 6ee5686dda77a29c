"""The body of an analysis. It is used only for the OpenAPI schema."""

from rest_framework import serializers

from games.core.analysis.measures import FORMAT, GRADES, ROLLOUTS, SOLVED, VERSION
from games.web.api.response_schemas import RuleLink

CHANCE = "A chance to win from 0 to 1, with half of a draw."


class ChoiceFactsOut(serializers.Serializer):
    """What an action meets in its position, where the action alone does not say it."""

    card = serializers.CharField(required=False, help_text="The card of a pile or place.")
    space = serializers.IntegerField(required=False, help_text="The space of a dive, from 1.")


class ChoiceOut(serializers.Serializer):
    """An action that was open."""

    action = serializers.DictField()
    facts = ChoiceFactsOut()
    label = serializers.CharField()
    value = serializers.FloatField(help_text=CHANCE)
    percent = serializers.CharField(help_text="The value in points of a hundred, as the language writes it.")


class CitedRuleOut(RuleLink):
    """A section that a reason cites."""

    title = serializers.CharField(help_text="Its heading in the language of the reader.")


class AnalysisReasonOut(serializers.Serializer):
    """Why the best action was better."""

    code = serializers.CharField()
    text = serializers.CharField(help_text="Said of the seat, by its name.")
    text_you = serializers.CharField(help_text="Said to the seat.")
    rule = CitedRuleOut()


class JudgedMoveOut(serializers.Serializer):
    """A move. All numbers are those of the seat that made it."""

    n = serializers.IntegerField(help_text="As in the record, from 1.")
    number = serializers.IntegerField(help_text="The event of the log.")
    seat = serializers.IntegerField()
    action = serializers.DictField()
    label = serializers.CharField()
    value = serializers.FloatField(help_text=f"Before the decision, with best play. {CHANCE}")
    loss = serializers.FloatField(help_text="Value of the best action minus that of this one; never below 0.")
    luck = serializers.FloatField(help_text="Value after the draws minus their mean; above 0 is good.")
    values = serializers.ListField(child=serializers.FloatField(), help_text="Of each seat, as `value`.")
    losses = serializers.ListField(
        child=serializers.FloatField(),
        help_text="What the decision cost each seat; below 0 for those whom it helped.",
    )
    lucks = serializers.ListField(
        child=serializers.FloatField(), help_text="What the draws brought each seat."
    )
    is_proven = serializers.BooleanField(
        help_text="The loss is greater than the error of the estimates that it rests on. Otherwise it has no "
        "grade."
    )
    grade = serializers.ChoiceField(["", *GRADES])
    grade_name = serializers.CharField(allow_blank=True)
    margin = serializers.FloatField(
        help_text="0: the values are exact. Otherwise 95 of 100 were nearer than this to the next round, "
        "solved, or to what many whole matches gave."
    )
    loss_margin = serializers.FloatField(
        help_text="Where rollouts estimated the loss: half of its interval of 95 %."
    )
    choices = ChoiceOut(many=True, help_text="The best first. One alone: the move was forced.")
    reason = AnalysisReasonOut(allow_null=True)
    things = serializers.ListField(
        child=serializers.CharField(), help_text="What a board outlines to show the best action."
    )
    luck_points = serializers.CharField()
    loss_points = serializers.CharField()
    loss_margin_points = serializers.CharField()
    cost = serializers.CharField(
        allow_blank=True, help_text="What the decision cost, as a sentence; empty if nothing."
    )


class JudgedSeatOut(serializers.Serializer):
    """What the numbers say of a seat: luck + skill + unplayed = result - 1 / seats."""

    index = serializers.IntegerField()
    name = serializers.CharField()
    decisions = serializers.IntegerField(help_text="Without forced moves.")
    exact = serializers.IntegerField()
    lost = serializers.FloatField()
    loss_per_decision = serializers.FloatField()
    grades = serializers.DictField(child=serializers.IntegerField())
    deal = serializers.FloatField(help_text="The part of its luck that was there before the first move.")
    luck = serializers.FloatField(
        help_text="Of all draws, the opponent's too; above 0 was good for this seat."
    )
    skill = serializers.FloatField(
        help_text="What all mistakes brought this seat: those of the others minus its own."
    )
    unplayed = serializers.FloatField(
        help_text="What a match that was broken off left undecided; otherwise 0."
    )
    result = serializers.FloatField(help_text="The share of the victory.")
    counts = serializers.CharField()
    summary = serializers.CharField()
    summary_you = serializers.CharField()


class AnalysisOut(serializers.Serializer):
    """The companion of a record, in the language of the reader."""

    status = serializers.ChoiceField(["done"])
    format = serializers.ChoiceField([FORMAT])
    version = serializers.ChoiceField([VERSION])
    game = serializers.CharField()
    method = serializers.ChoiceField(
        [SOLVED, ROLLOUTS],
        help_text="`solved`: exact inside a round. `rollouts`: all estimated by matches of bots.",
    )
    deal = serializers.FloatField(help_text="What the deal brought seat 0.")
    value = serializers.FloatField(help_text=f"Of seat 0 after the last move. {CHANCE}")
    values = serializers.ListField(
        child=serializers.FloatField(), help_text="Of each seat after the last move."
    )
    seats = JudgedSeatOut(many=True)
    moves = JudgedMoveOut(many=True)
    links = serializers.DictField(child=serializers.CharField())


class WaitingAnalysisOut(serializers.Serializer):
    """The worker has not computed it yet."""

    status = serializers.ChoiceField(["computing"])
