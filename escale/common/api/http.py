"""Helpers for the API views of all apps: conditional responses, pages of a list, checks of parameters and
bodies.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping

from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from rest_framework import decorators
from rest_framework.response import Response

from escale.common.api.problems import Problem

UNKNOWN = _("Unknown field.")
PAGE_SIZE, PAGE_SIZE_MAX = 24, 100
MAX_PAGE = 10**6
#: The value of the header Link for open data.
LICENCE_LINK = '<https://creativecommons.org/publicdomain/zero/1.0/>; rel="license"'


def api_view(methods: list[str]) -> Callable:
    """The decorator of REST framework, which also allows HEAD wherever GET is allowed (RFC 9110)."""
    return decorators.api_view([*methods, "HEAD"] if "GET" in methods else methods)


def etag_response(request, data, *, tag: str | None = None, max_age: int = 0, status: int = 200) -> Response:
    """The data with an ETag, or 304 if the client has them already.

    The ETag is a digest of the data; or of `tag`, if that is cheaper and changes whenever the data change.
    """
    source = tag if tag is not None else json.dumps(data, sort_keys=True, default=str)
    etag = _make_etag(source)
    response = Response(status=304) if _has_etag(request, etag) else Response(data, status=status)
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={max_age}" if max_age else "no-cache"
    return response


def etag_json_response(request, json_by_name: Mapping[str, str]) -> HttpResponse:
    """An object whose members are JSON already, with an ETag; or 304 if the client has it already.

    This is much cheaper than `etag_response` for long lists of records with cached JSON.
    """
    members = ",".join(f'"{name}":{text}' for name, text in json_by_name.items())
    body = f"{{{members}}}"
    etag = _make_etag(body)
    if _has_etag(request, etag):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(body, content_type="application/json")
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    return response


def _make_etag(source: str) -> str:
    digest = hashlib.sha256(f"{translation.get_language()} {source}".encode()).hexdigest()
    return f'"{digest[:24]}"'


def _has_etag(request, etag: str) -> bool:
    header = request.headers.get("If-None-Match", "")
    client_etags = [item.strip().removeprefix("W/") for item in header.split(",")]
    return etag in client_etags or "*" in client_etags


def whole_number(
    request, name: str, default: int | None = None, low: int = 0, high: int = 10**9
) -> int | None:
    """The value of a parameter within its bounds. Raises a Problem 400 for any other value."""
    if name not in request.GET:
        return default
    text = request.GET[name]
    is_number = text.isascii() and text.isdecimal() and len(text) <= 10
    if not is_number or not low <= int(text) <= high:
        message = _("A whole number from %(low)s to %(high)s is expected.") % {"low": low, "high": high}
        raise Problem(400, "invalid", errors={name: [str(message)]})
    return int(text)


def refuse_empty(request, names: Iterable[str]) -> None:
    """Refuses parameters without a value, because they would be ignored silently."""
    empty = [name for name in names if "" in request.GET.getlist(name)]
    if empty:
        raise Problem(
            400, "invalid", errors={name: [str(_("Give a value, or omit the parameter."))] for name in empty}
        )


def page_bounds(request) -> tuple[int, int]:
    """The number and the size of the requested page."""
    page = whole_number(request, "page", default=1, low=1, high=MAX_PAGE)
    size = whole_number(request, "page_size", default=PAGE_SIZE, low=1, high=PAGE_SIZE_MAX)
    return page, size


def paginated(request, results: list, count: int, page: int, size: int) -> dict:
    """One page of results with the links to its neighbours. `count` is the number of results on all pages."""

    def page_url(number: int) -> str:
        query = request.GET.copy()
        query["page"] = str(number)
        return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")

    return {
        "count": count,
        "next": page_url(page + 1) if page * size < count else None,
        "previous": page_url(page - 1) if page > 1 else None,
        "results": results,
    }


def refuse_unknown(data: object, allowed: set[str]) -> dict:
    """Returns the body. Refuses unknown fields, which would be ignored, and a body that is no object."""
    body = require_object(data)
    unknown = sorted(set(body) - allowed)
    if unknown:
        raise Problem(400, "invalid", errors={name: [str(UNKNOWN)] for name in unknown})
    return body


def require_object(data: object) -> dict:
    """Returns the body. Raises a Problem 400 if it is not a JSON object."""
    if not isinstance(data, dict):
        raise Problem(400, "invalid", _("The body must be a JSON object."))
    return data
