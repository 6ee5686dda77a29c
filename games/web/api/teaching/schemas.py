"""The bodies of requests and responses about positions and lessons. Requests are checked against them."""

from rest_framework import serializers

from games.presenting.teaching.trials import MAX_ACTIONS
from games.registry import ENGINES
from games.web.api.request_schemas import ActionField
from games.web.api.response_schemas import DecisionOut, DisabledActionOut, OutcomeOut, RuleLink, WordsOut
from games.web.api.typed.fields import NullableValueField


class TrialIn(serializers.Serializer):
    """The actions from the position on, by whoever must decide."""

    actions = serializers.ListField(
        child=ActionField(),
        max_length=MAX_ACTIONS,
        help_text="In their order, as elements of a menu; none shows the position itself.",
    )


class TrialSeatOut(serializers.Serializer):
    """A place at the table of a position."""

    index = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(["human"])
    taken = serializers.BooleanField()


class TrialMoveOut(serializers.Serializer):
    """An action of the request, and its events."""

    number = serializers.IntegerField(help_text="Of the action, from 1.")
    kind = serializers.ChoiceField(["move"])
    seat = serializers.IntegerField()
    events = serializers.ListField(child=serializers.DictField())
    sentences = serializers.ListField(child=serializers.CharField(allow_blank=True))
    text = serializers.CharField(allow_blank=True)


class TrialViewOut(serializers.Serializer):
    """What the seat that must decide may know and do. Nothing of it is stored."""

    id = serializers.CharField(help_text="Of the position.")
    game = serializers.ChoiceField(sorted(ENGINES))
    number = serializers.IntegerField(help_text="How many actions were played.")
    status = serializers.ChoiceField(["active", "finished"])
    seat = serializers.IntegerField(help_text="The seat that must decide.")
    seats = TrialSeatOut(many=True)
    decisions = DecisionOut(many=True)
    menu = serializers.ListField(child=serializers.DictField())
    labels = serializers.ListField(child=serializers.CharField(), help_text="The menu in words.")
    disabled = DisabledActionOut(many=True)
    state = serializers.DictField(help_text="The board, in the shape of the game.")
    board_words = WordsOut(many=True)
    log = TrialMoveOut(many=True)
    outcome = OutcomeOut(allow_null=True)
    prompt = serializers.CharField()


class AnswerChoiceOut(serializers.Serializer):
    """A possible answer."""

    value = NullableValueField(
        help_text="true or false, a seat, a number, the name of a thing, an action, or null."
    )
    label = serializers.CharField()


class QuestionOut(serializers.Serializer):
    """The question about a position. The engine gives the answer."""

    text = serializers.CharField()
    choices = AnswerChoiceOut(many=True)
    answer = NullableValueField(help_text="The value of the right choice.")
    because = serializers.CharField(allow_blank=True, help_text="What the engine says to the action.")


class PositionOut(serializers.Serializer):
    """A beginning of a match in which a section of the rule applies."""

    id = serializers.CharField()
    game = serializers.ChoiceField(sorted(ENGINES))
    section = serializers.CharField()
    question = QuestionOut()
    picture = serializers.CharField(help_text="The path of a drawing (SVG).")
    view = TrialViewOut()
    menu = serializers.ListField(
        child=serializers.DictField(),
        help_text="The actions of the seat that must decide; each may be tried.",
    )


class ChoiceWorthOut(serializers.Serializer):
    """The worth of a choice of a puzzle for the seat that decides."""

    value = serializers.FloatField(help_text="The chance to win, from 0 to 1; a tie counts as half.")
    margin = serializers.FloatField(
        help_text="95% of such estimates are so near to the truth; 0 if it is exact."
    )


class PuzzleOut(PositionOut):
    """A position of a bot match in which one action is clearly the best."""

    day = serializers.DateField()
    values = ChoiceWorthOut(many=True, help_text="In the order of the choices.")
    is_exact = serializers.BooleanField(help_text="Whether the values were solved, and not estimated.")


class SceneMoveOut(serializers.Serializer):
    """The move that comes next."""

    seat = serializers.IntegerField()
    action = serializers.DictField(allow_null=True, help_text="Null for a move of others.")
    label = serializers.CharField()


class SceneAnswerOut(serializers.Serializer):
    """The answer to an action that is not the right one."""

    say = serializers.CharField()
    rule = RuleLink()


class SceneOut(serializers.Serializer):
    """A position of a first game, with its explanation."""

    state = serializers.DictField()
    menu = serializers.ListField(child=serializers.DictField())
    labels = serializers.ListField(child=serializers.CharField(), help_text="The menu in words.")
    say = serializers.CharField(allow_blank=True)
    rule = RuleLink(allow_null=True)
    move = SceneMoveOut(allow_null=True, help_text="Null at the end.")
    choices = serializers.ListField(
        child=serializers.IntegerField(), help_text="Places in the menu that are offered as buttons."
    )
    answers = serializers.ListField(
        child=SceneAnswerOut(allow_null=True), help_text="To each action of the menu, if there is one."
    )
    entry = TrialMoveOut(allow_null=True, help_text="The move that led here, as the log tells it.")


class LessonOut(serializers.Serializer):
    """A first game, scene by scene."""

    game = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())
    reader = serializers.IntegerField(help_text="The seat of the reader.")
    scenes = SceneOut(many=True)
