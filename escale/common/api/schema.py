"""Parts of the OpenAPI schema that the APIs of all apps share: errors, parameters, the language."""

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from escale.common import languages


class ProblemShape(serializers.Serializer):
    """RFC 9457 problem details; further members depend on the code."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)
    errors = serializers.DictField(required=False, help_text="What is wrong with which field.")


MEANINGS = {
    400: "The request is malformed; `errors` names the fields.",
    401: "No seat token and no session, or a header `Authorization` that holds no seat token.",
    403: "The token or account holds no seat of this match.",
    404: "There is no such thing.",
    405: "This method is not offered here.",
    406: "Only JSON is offered here.",
    409: "Somebody was faster, or the match is not in the state for this.",
    410: "It was here, and was removed for good.",
    413: "The body is too large.",
    415: "Only JSON is accepted here.",
    422: "Understood, but the rules forbid it; `rule` is the section that says so.",
    429: "Too many requests; `Retry-After` says how long to wait.",
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


LANGUAGE = query("lang", "Language of words in the answer, instead of Accept-Language.", enum=list(languages.codes()))
PAGE = query("page", "Number of the page, from 1.", whole(1, 10**6))
PAGE_SIZE = query("page_size", "Results a page, at most 100.", whole(1, 100))


def several(items: dict) -> dict:
    """The schema of a parameter that may be repeated."""
    return {"type": "array", "items": items}


__all__ = [
    "LANGUAGE",
    "PAGE",
    "PAGE_SIZE",
    "OpenApiExample",
    "extend_schema",
    "problem",
    "problems",
    "query",
    "several",
    "whole",
]
