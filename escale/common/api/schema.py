"""The OpenAPI schema: builds it, and has the parts that the APIs of all apps share."""

from threading import Lock

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from escale.common import languages


class ProblemRule(serializers.Serializer):
    """A section of a rule, in the language of the reader."""

    document = serializers.CharField()
    key = serializers.CharField()
    url = serializers.URLField()
    edition = serializers.IntegerField(required=False, allow_null=True)
    language = serializers.CharField(required=False)
    title = serializers.CharField(required=False)
    excerpt = serializers.CharField(required=False)
    html = serializers.CharField(required=False)


class SimilarTitle(serializers.Serializer):
    """A title with a similar name."""

    slug = serializers.CharField()
    name = serializers.CharField()


class ProblemShape(serializers.Serializer):
    """Problem details as in RFC 9457. Further members depend on the code."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)
    errors = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong, by the place in the request: `name`, `seats[0].kind`.",
    )
    rule = ProblemRule(required=False, help_text="The section of the rule that forbids an action.")
    params = serializers.DictField(
        required=False, help_text="Numbers and names of the sentence, for programs."
    )
    decision = serializers.CharField(
        required=False, allow_null=True, help_text="The decision that your seat must make now."
    )
    menu = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="What your seat may do instead."
    )
    move = serializers.IntegerField(required=False, help_text="The number of the wrong move of a record.")
    number = serializers.IntegerField(
        required=False, help_text="The number of the refused action of a trial, from 1."
    )
    scope = serializers.CharField(required=False, help_text="The scope that a token lacks.")
    reason = serializers.CharField(required=False, help_text="Why the move of a record is wrong.")
    why = serializers.CharField(required=False, help_text="Why a webhook could not be reached, in English.")
    awaited = serializers.CharField(
        required=False,
        allow_null=True,
        help_text="What is awaited from the seat: a hash, a nonce or nothing.",
    )
    game = serializers.CharField(required=False, help_text="The game that is unknown here.")
    level = serializers.CharField(required=False, help_text="The level of a bot that is unknown here.")
    levels = serializers.ListField(child=serializers.CharField(), required=False, help_text="Those that are.")
    kind = serializers.CharField(required=False, help_text="The kind of offer that is unknown here.")
    phrase = serializers.CharField(required=False, help_text="The phrase that is unknown here.")
    label = serializers.CharField(required=False, help_text="Which draw of the real table is missing.")
    dice = serializers.IntegerField(
        required=False, allow_null=True, help_text="How many dice the missing draw has."
    )
    among = serializers.JSONField(required=False, help_text="What the missing draw is chosen from.")
    removed_at = serializers.DateTimeField(required=False, help_text="When the title was removed.")
    permission = serializers.CharField(required=False, help_text="The permission that an account lacks.")
    similar = serializers.ListField(
        child=SimilarTitle(), required=False, help_text="Titles with a similar name."
    )
    version = serializers.IntegerField(
        required=False, help_text="The newest version of the catalogue, or of the title."
    )
    restart = serializers.URLField(required=False, help_text="Where a mirror begins again.")


MEANINGS = {
    400: "The request is malformed; `errors` names the fields.",
    401: "Nothing proves who asks, or the header `Authorization` has an unknown scheme or token.",
    403: "This is not open to you; `code` says why.",
    404: "There is no such thing.",
    405: "This method is not offered here.",
    406: "Only JSON is offered here.",
    409: "Somebody was faster, or the match is not in the state for this.",
    410: "It was here, and was removed for good.",
    413: "The body is too large.",
    415: "Only JSON is accepted here.",
    422: "Understood, but the rules forbid it; `rule` is the section that says so.",
    429: "Too many requests; `Retry-After` says how long to wait.",
    451: "These rules have been withheld after a notice about rights.",
    503: "Not available at the moment; try again after `Retry-After`.",
}


def problem(status: int) -> OpenApiResponse:
    """The response of one error status."""
    return OpenApiResponse(ProblemShape, description=MEANINGS[status])


def problems(*statuses: int) -> dict:
    """The responses of these error statuses, for `extend_schema(responses=…)`."""
    return {(status, "application/problem+json"): problem(status) for status in statuses}


def query(name: str, description: str, kind: type | dict = str, **options) -> OpenApiParameter:
    """A parameter in the query of an address."""
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=description, **options)


def whole(low: int, high: int) -> dict:
    """The schema of a whole number within bounds."""
    return {"type": "integer", "minimum": low, "maximum": high}


LANGUAGE = query(
    "lang", "Language of words in the answer, instead of Accept-Language.", enum=list(languages.codes())
)
DAY = {"type": "string", "format": "date"}
PAGE = query("page", "Number of the page, from 1.", whole(1, 10**6))
PAGE_SIZE = query("page_size", "Results a page, at most 100.", whole(1, 100))


def several(items: dict) -> dict:
    """The schema of a parameter that may be repeated."""
    return {"type": "array", "items": items}


__all__ = [
    "DAY",
    "LANGUAGE",
    "PAGE",
    "PAGE_SIZE",
    "extend_schema",
    "problem",
    "problems",
    "query",
    "several",
    "whole",
]


_BUILD_LOCK = Lock()


def build_schema() -> tuple[dict, list[tuple]]:
    """Returns the schema in the active language, and its operations as (path, regex, method, view).

    One thread builds at a time: drf-spectacular prepares its extensions while it builds its first schema, and
    fails when the thread that warms a server up and the first request do that at once.
    """
    generator = SchemaGenerator()
    with _BUILD_LOCK:
        schema = generator.get_schema(public=True)
    return schema, generator.endpoints
