"""Small helpers for views of every app: conditional answers, pages of a list, the language of the API."""

import hashlib
import json
from collections.abc import Callable, Iterable

from django.utils import translation
from django.utils.translation import gettext_lazy as _
from rest_framework import decorators
from rest_framework.response import Response

from escale.common.api.problems import Problem

UNKNOWN = _("This field is not known here.")
PAGE_SIZE, PAGE_SIZE_MAX = 24, 100


def api_view(methods: list[str]) -> Callable:
    """The framework's own, which forgets HEAD: whoever may GET may ask for the head alone (RFC 9110)."""
    return decorators.api_view([*methods, "HEAD"] if "GET" in methods else methods)


def etag_response(request, data, *, tag: str | None = None, max_age: int = 0, status: int = 200) -> Response:
    """`data` with an ETag (its digest unless `tag` is known cheaper); 304 when the client has it already."""
    raw = tag if tag is not None else json.dumps(data, sort_keys=True, default=str)
    etag = f'"{hashlib.sha256(f"{translation.get_language()} {raw}".encode()).hexdigest()[:24]}"'
    known = [item.strip().removeprefix("W/") for item in request.headers.get("If-None-Match", "").split(",")]
    response = Response(status=304) if etag in known or "*" in known else Response(data, status=status)
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={max_age}" if max_age else "no-cache"
    return response


def whole_number(request, name: str, default: int | None = None, low: int = 0, high: int = 10**9) -> int | None:
    if name not in request.GET:
        return default
    text = request.GET[name]
    if not text.isascii() or not text.isdecimal() or len(text) > 10 or not low <= int(text) <= high:
        message = _("A whole number from %(low)s to %(high)s is expected.") % {"low": low, "high": high}
        raise Problem(400, "invalid", errors={name: [str(message)]})
    return int(text)


def refuse_empty(request, names: Iterable[str]) -> None:
    """A name without a value would be silently ignored."""
    empty = [name for name in names if "" in request.GET.getlist(name)]
    if empty:
        raise Problem(400, "invalid", errors={name: [str(_("Give a value, or leave the name out."))] for name in empty})


def page_bounds(request) -> tuple[int, int]:
    """Number and size of the page asked for."""
    return whole_number(request, "page", 1, 1, 10**6), whole_number(request, "page_size", PAGE_SIZE, 1, PAGE_SIZE_MAX)


def paginated(request, results: list, count: int, page: int, size: int) -> dict:
    def link(number: int) -> str:
        query = request.GET.copy()
        query["page"] = str(number)
        return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")

    return {
        "count": count,
        "next": link(page + 1) if page * size < count else None,
        "previous": link(page - 1) if page > 1 else None,
        "results": results,
    }


def refuse_unknown(data: object, allowed: set[str]) -> dict:
    """A body must be an object and hold nothing that we would silently ignore."""
    if not isinstance(data, dict):
        raise Problem(400, "invalid", _("The body must be a JSON object."))
    unknown = sorted(set(data) - allowed)
    if unknown:
        raise Problem(400, "invalid", errors={name: [str(UNKNOWN)] for name in unknown})
    return data
