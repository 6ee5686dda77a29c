"""The bodies about luck: how it is made, what is revealed of it, and what people enter at a real table.

`component_name` is the name of a body in the published schema, which stays the same for the programs of
clients.
"""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.core import contributions
from games.web.api.typed.fields import ValueField


class SeatLuckOut(serializers.Serializer):
    """The contribution of a seat to the luck."""

    contribution = serializers.ChoiceField(
        [contributions.HASHED, *contributions.SOURCES],
        allow_null=True,
        help_text="null while nothing has come, and in matches of version 1.",
    )
    hash = serializers.CharField(allow_null=True, help_text="The SHA-256 of its nonce, in two steps.")
    awaited = serializers.ChoiceField(
        ["hash", "nonce"], allow_null=True, help_text="What it may send to /seats/mine/nonce/ now."
    )


class FairnessStateOut(serializers.Serializer):
    """How the luck of a match is made."""

    version = serializers.IntegerField()
    steps = serializers.IntegerField(help_text="2 if the hashes of all nonces come before the first nonce.")
    commitment = serializers.CharField(
        help_text="SHA-256 of the secret and the id of the match. Keep it before you send a nonce."
    )
    seats = SeatLuckOut(many=True)


class AwaitedOut(serializers.Serializer):
    """A card that lies face up on a real table and has not been entered, or who begins."""

    place = serializers.CharField(help_text="For `entries` of /luck/.")
    text = serializers.CharField()
    among = serializers.CharField(
        help_text="Which list of `left` it is from; empty: a seat.", allow_blank=True
    )


class LeftCardOut(serializers.Serializer):
    """A card, or another thing that can be drawn."""

    card = ValueField(help_text="As a record names it.")
    text = serializers.CharField()
    group = serializers.CharField(allow_blank=True)


class DrawOut(serializers.Serializer):
    """What an action of the menu draws: `dice` dice, or one `among` these."""

    label = serializers.CharField()
    text = serializers.CharField()
    dice = serializers.IntegerField(allow_null=True)
    among = serializers.ListField(child=LeftCardOut(), allow_null=True)


class OrderOut(serializers.Serializer):
    """Cards of an action that people put down in an order of their choice."""

    index = serializers.IntegerField(help_text="The place of the action in the menu.")
    field = serializers.CharField(help_text="The member of the action that lists them, in that order.")
    text = serializers.CharField()
    among = LeftCardOut(many=True)


class PendingOut(serializers.Serializer):
    """A decision of any seat."""

    seat = serializers.IntegerField()
    id = serializers.CharField()


class FollowUpOut(serializers.Serializer):
    """An action that the same seat may enter right after another one, with the same tap."""

    action = ValueField()
    label = serializers.CharField()


class EnteredOut(serializers.Serializer):
    """Everything that has been entered."""

    known = serializers.DictField(child=ValueField(), help_text="Place of the setup → what is there.")
    moves = serializers.ListField(
        child=serializers.DictField(), help_text="The moves in force, as a record has them."
    )


class TableLuckOut(serializers.Serializer):
    """What people at a real table must enter, and can enter."""

    decisions = PendingOut(many=True, help_text="Of all seats: a token that holds them may answer any.")
    awaits = AwaitedOut(
        many=True, help_text="Places whose cards lie face up; the view shows other cards there."
    )
    left = serializers.DictField(
        child=serializers.ListField(child=LeftCardOut()), help_text="The cards that have not been entered."
    )
    draws = serializers.ListField(
        child=DrawOut(allow_null=True),
        help_text="For each element of the menu what `chance` must tell first.",
    )
    follow_ups = serializers.ListField(
        child=FollowUpOut(many=True),
        help_text="For each element of the menu what the same seat can do right after it.",
    )
    orders = serializers.ListField(
        child=OrderOut(), help_text="Actions of the menu whose cards may be listed in another order."
    )
    note = serializers.CharField(allow_blank=True)
    entered = EnteredOut(
        allow_null=True,
        help_text="For players, in games whose page goes on from it without a network; otherwise null.",
    )


@extend_schema_serializer(component_name="Revealed")
class LuckIn(serializers.Serializer):
    """Cards that lie face up on a real table, and who begins."""

    entries = serializers.DictField(
        child=ValueField(),
        help_text='Place of the record\'s setup → what is there: `{"starter": 1, "deck[0]": "red-3a"}`.',
    )
