"""The game record and its parts, only for the OpenAPI schema: games.core checks records that are sent."""

from rest_framework import serializers

from games.core import contributions, fairness, records
from games.core.real_table.luck import TABLE
from games.core.record_parts import REASONS
from games.registry import ENGINES
from games.web.api.typed.fields import DrawnField, ValueField, hexadecimal


class RecordSeat(serializers.Serializer):
    """A seat of a record. The program of somebody else is `human` here."""

    name = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(["human", "bot"])
    level = serializers.CharField(required=False, allow_blank=True)


class RecordResult(serializers.Serializer):
    """How the match ended. With another reason than `complete` the moves end early."""

    scores = serializers.ListField(child=serializers.IntegerField(), help_text="In seat order.")
    winners = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.ChoiceField(REASONS)


class RecordFairness(serializers.Serializer):
    """What the luck came from (docs/game-record.md).

    Version 1 has only `commitment`, `secret` and `nonces`.
    """

    version = serializers.IntegerField(required=False, min_value=2, max_value=2)
    match = serializers.CharField(required=False)
    steps = serializers.IntegerField(required=False, min_value=1, max_value=2)
    commitment = serializers.RegexField(**hexadecimal(fairness.COMMITMENT_BYTES))
    secret = serializers.RegexField(**hexadecimal(fairness.SECRET_BYTES))
    nonces = serializers.ListField(
        child=serializers.RegexField(**hexadecimal(fairness.NONCE_BYTES, allow_null=True)),
        help_text="In seat order; null for a seat that added none.",
    )
    sources = serializers.ListField(child=serializers.ChoiceField(contributions.SOURCES), required=False)


class DrawnOut(serializers.Serializer):
    """One draw from the stream of luck. `n`, `items` and `count` depend on `draw`."""

    move = serializers.IntegerField(help_text="On which move; 0 before the first.")
    draw = serializers.ChoiceField(["below", "shuffle", "dice", "pick"])
    n = serializers.IntegerField(required=False)
    items = serializers.ListField(child=ValueField(), required=False)
    count = serializers.IntegerField(required=False)
    result = DrawnField()


class FairnessOut(RecordFairness):
    """The commitment, what it stood for, and every draw (docs/game-record.md).

    Version 1 has fewer members.
    """

    draws = DrawnOut(many=True)


class RecordShape(serializers.Serializer):
    """The game record, version 1 (see /developers/)."""

    format = serializers.ChoiceField([records.FORMAT])
    version = serializers.ChoiceField([records.VERSION])
    game = serializers.ChoiceField(sorted(ENGINES))
    options = serializers.DictField(required=False)
    seats = RecordSeat(many=True)
    luck = serializers.ChoiceField([TABLE], required=False)
    setup = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    result = RecordResult(required=False)
    fairness = RecordFairness(required=False)
