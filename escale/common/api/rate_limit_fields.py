"""The header fields RateLimit and RateLimit-Policy of API responses, as in
draft-ietf-httpapi-ratelimit-headers.
"""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from escale.common import limits

API = "/api/"
PLACES = "escale.places"  # the key in the scope of a request that has a place


class Places(NamedTuple):
    """How many requests of one address may run or wait at once, and how many more may come now."""

    name: str
    count: int
    free: int


class Fields(NamedTuple):
    """One item for each of the two fields."""

    policy: str
    rest: str


def describe_usage(usage: limits.Usage) -> Fields:
    limit = usage.limit
    return Fields(
        f'"{limit.name}";q={limit.times};w={limit.seconds}',
        f'"{limit.name}";r={usage.remaining};t={usage.reset}',
    )


def describe_places(places: Places) -> Fields:
    return Fields(
        f'"{places.name}";q={places.count};qu="concurrent-requests"', f'"{places.name}";r={places.free}'
    )


class RateLimitMiddleware(MiddlewareMixin):
    """Tells in each API response which limits the request has used, and how much of them is left."""

    def process_request(self, request: HttpRequest) -> None:
        request.usages = []
        limits.usages.set(request.usages)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        fields = _list_fields(request) if request.path.startswith(API) else []
        if fields:
            response["RateLimit-Policy"] = ", ".join(item.policy for item in fields)
            response["RateLimit"] = ", ".join(item.rest for item in fields)
        return response


def _list_fields(request: Any) -> list[Fields]:
    fields = [describe_usage(usage) for usage in request.usages]
    places = getattr(request, "scope", {}).get(PLACES)
    return [*fields, describe_places(places)] if places else fields
