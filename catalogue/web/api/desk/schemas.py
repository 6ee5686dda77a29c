"""What programs of staff send and receive, for the OpenAPI schema and for checking request bodies."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from catalogue.models import Copy, GameTitle, Loan
from catalogue.web.api.schemas import NamedOut

# No database can store the null character. A name must have a character that is not a space.
TEXT, NAME = r"^[^\x00]*$", r"^[^\x00]*[^\s\x00][^\x00]*$"
LANGUAGE_CODE = r"^[a-z]{2,3}(-[A-Za-z]{2,4})?$"
READ_VERSION = "`changed_in` as you have read it; 409 `changed_meanwhile` if there is a newer one."
OUT_OF_ORDER = _("This is less than the number before it.")


def _text(most: int) -> serializers.RegexField:
    return serializers.RegexField(TEXT, max_length=most, required=False, allow_blank=True)


def _whole(low: int, high: int) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, allow_null=True, min_value=low, max_value=high)


class SpanIn(serializers.Serializer):
    """A range from a number to a number; null where one is unknown."""

    def validate(self, attrs: dict) -> dict:
        low, high = attrs["min"], attrs["max"]
        if low is not None and high is not None and low > high:
            raise serializers.ValidationError({"max": [OUT_OF_ORDER]})
        return attrs


@extend_schema_serializer(component_name="PlayersSpan")
class PlayersIn(SpanIn):
    """How many can play."""

    min = serializers.IntegerField(allow_null=True, min_value=1, max_value=999)
    max = serializers.IntegerField(allow_null=True, min_value=1, max_value=999)


@extend_schema_serializer(component_name="MinutesSpan")
class MinutesIn(SpanIn):
    """How long a play takes, in minutes."""

    min = serializers.IntegerField(allow_null=True, min_value=1, max_value=100_000)
    max = serializers.IntegerField(allow_null=True, min_value=1, max_value=100_000)


class FactsIn(serializers.Serializer):
    """Facts of a title. Facts that are left out stay as they are."""

    kind = serializers.ChoiceField(GameTitle.Kind.values, required=False)
    year = _whole(-10_000, 2200)
    age = _whole(0, 99)
    players = PlayersIn(required=False)
    minutes = MinutesIn(required=False)
    language_dependence = _whole(1, 5)


@extend_schema_serializer(component_name="NewTitle")
class NewTitleIn(FactsIn):
    """A title that the house does not have yet."""

    name = serializers.RegexField(NAME, max_length=300)
    language = serializers.RegexField(
        LANGUAGE_CODE, max_length=8, required=False, help_text="The language of the name."
    )
    even_if_similar = serializers.BooleanField(
        required=False, help_text="true: although there are titles with a similar name."
    )


@extend_schema_serializer(component_name="TitleChange")
class TitleChangeIn(FactsIn):
    """The facts of a title that change."""

    changed_in = serializers.IntegerField(min_value=0, help_text=READ_VERSION)


class BoxIn(serializers.Serializer):
    """Facts of a box. Facts that are left out stay as they are."""

    inventory_number = serializers.RegexField(NAME, max_length=40, required=False, allow_null=True)
    barcode = _text(40)
    shelf = serializers.RegexField(
        NAME, max_length=20, required=False, allow_null=True, help_text="The code of a shelf."
    )
    condition = serializers.ChoiceField(Copy.Condition.values, required=False)
    missing = _text(2000)
    languages = serializers.ListField(
        child=serializers.RegexField(LANGUAGE_CODE), max_length=6, required=False
    )
    edition = _text(200)
    note = _text(2000)


@extend_schema_serializer(component_name="NewBox")
class NewBoxIn(BoxIn):
    """A box of a title."""


@extend_schema_serializer(component_name="BoxChange")
class BoxChangeIn(BoxIn):
    """The facts of a box that change. Loans change whether it is in or out, and staff whether it is lost."""

    changed_in = serializers.IntegerField(min_value=0, help_text=READ_VERSION)


class DeskBoxOut(serializers.Serializer):
    """A box as staff see it."""

    id = serializers.IntegerField()
    title = NamedOut()
    inventory_number = serializers.CharField(allow_null=True)
    barcode = serializers.CharField(allow_blank=True)
    shelf = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(Copy.Status.values)
    condition = serializers.ChoiceField(Copy.Condition.values)
    missing = serializers.CharField(allow_blank=True)
    languages = serializers.ListField(child=serializers.CharField())
    edition = serializers.CharField(allow_blank=True)
    acquired = serializers.DateField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    changed_in = serializers.IntegerField(help_text="The version of its title.")


class DeskPage(serializers.Serializer):
    """A page of a list, with a cursor to the next page."""

    count = serializers.IntegerField(allow_null=True, help_text="Null beyond 1,000.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class DeskBoxPage(DeskPage):
    """Boxes, the newest first."""

    results = DeskBoxOut(many=True)


class DeskLoanOut(serializers.Serializer):
    """A box on loan. Only the pages of the desk show who has it."""

    id = serializers.IntegerField()
    title = NamedOut()
    box = serializers.IntegerField(help_text="`id` of the box.")
    inventory_number = serializers.CharField(allow_null=True)
    borrower_kind = serializers.ChoiceField(Loan.BorrowerKind.values)
    out = serializers.DateField()
    due = serializers.DateField()
    overdue = serializers.BooleanField()
    renewals = serializers.IntegerField()


class DeskLoanPage(DeskPage):
    """Open loans. Those that are due first come first."""

    results = DeskLoanOut(many=True)
