"""Errors of the API. All have the form of RFC 9457 problem details."""

import logging
from collections.abc import Iterable
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, JsonResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.settings import api_settings

from escale.common import limits

log = logging.getLogger(__name__)
TYPE = "/problems/{}/"
DATABASE_WAIT = 2  # seconds after which a retry may succeed
TITLES = {
    400: _("The request is malformed"),
    401: _("Log in or send a seat token"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("This method is not offered here"),
    406: _("This format is not offered here"),
    409: _("Not possible as things stand"),
    410: _("Gone"),
    411: _("The length is missing"),
    413: _("Too large"),
    415: _("This kind of content is not accepted here"),
    422: _("Understood, but refused"),
    429: _("Too many requests"),
    451: _("Withheld"),
    500: _("Something broke on our side"),
    503: _("Not available at the moment"),
}
#: The details of problems about which nothing more is known.
DETAILS = {
    400: _("The address or the body is malformed."),
    401: _("Send the token of your seat in the Authorization header, or log in."),
    403: _("You do not have access to this."),
    404: _("There is nothing at this address."),
    405: _("This address does not accept this method; the Allow header names those it does."),
    406: _("This address does not offer what the Accept header asks for."),
    411: _("Send a Content-Length header."),
    413: _("The body is larger than this address accepts."),
    415: _("Send the body as application/json."),
    429: _("Please wait a moment."),
    500: _("It has been logged. Anything already confirmed to you is safe."),
    503: _("Please try again after the number of seconds given in the Retry-After header."),
}
INVALID = _("Some fields are wrong; “errors” names them.")
MAX_ERRORS_IN_DETAIL = 3
ONE_OF = _("One of: %(known)s.")
UNREADABLE = _("The body cannot be read as JSON; “errors” tells developers, in English, why.")


class Problem(exceptions.APIException):
    """An error that code below an API view may raise. `extra` are members besides the standard ones."""

    def __init__(
        self, status: int, code: str, detail="", *, title="", type_code="", errors=None, headers=None, **extra
    ) -> None:
        self.status_code, self.code, self.title = status, code, title or TITLES[status]
        self.detail, self.errors, self.headers, self.extra = detail, errors, headers or {}, extra
        self.type_code = type_code or code


def body(status: int, code: str, title, detail="", errors=None, extra=None, type_code="") -> dict:
    fields = {
        "type": settings.BASE_URL + TYPE.format((type_code or code).replace("_", "-")),
        "title": str(title),
        "status": status,
    }
    fields |= {
        "code": code,
        "detail": str(detail) or _describe_errors(errors or {}) or str(DETAILS.get(status, "")),
    }
    return fields | ({"errors": errors} if errors else {}) | (extra or {})


def _describe_errors(errors: dict) -> str:
    """The first errors in words: the places, and what is wrong there."""
    descriptions = []
    for place, sentences in islice(errors.items(), MAX_ERRORS_IN_DETAIL):
        sentence = " ".join(map(str, sentences))
        descriptions.append(f"{place}: {sentence}" if place else sentence)
    return " ".join(descriptions)


def list_errors(detail: Any, place: str = "") -> dict[str, list[str]]:
    """The messages of REST framework about a body, by place, such as `name` or `seats[0].kind`."""
    if not isinstance(detail, dict | list):
        return {place: [str(detail)]}
    if isinstance(detail, list) and not any(isinstance(item, dict | list) for item in detail):
        return {place: [str(sentence) for sentence in detail]}
    items = enumerate(detail) if isinstance(detail, list) else detail.items()
    errors_by_place: dict[str, list[str]] = {}
    for name, inner in items:
        if inner:  # For a valid item, a list has an empty object.
            errors_by_place |= list_errors(inner, join_place(place, name))
    return errors_by_place


def join_place(place: str, name: str | int) -> str:
    """The place of a member or an item inside `place`."""
    if isinstance(name, int):
        return f"{place}[{name}]"
    if name == api_settings.NON_FIELD_ERRORS_KEY:  # REST framework's name for the value as a whole
        return place
    return f"{place}.{name}" if place else name


def problem_body(problem: Problem) -> dict:
    return body(
        problem.status_code,
        problem.code,
        problem.title,
        problem.detail,
        problem.errors,
        problem.extra,
        problem.type_code,
    )


def exception_handler(error: Exception, context: dict) -> Response | None:
    problem = as_problem(error)
    if problem is None:
        return None
    content = problem_body(problem)
    response = Response(content, status=problem.status_code, content_type="application/problem+json")
    for name, value in problem.headers.items():
        response[name] = value
    return response


def as_problem(error: Exception) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if isinstance(error, Http404):
        return Problem(404, "not_found")
    if isinstance(error, PermissionDenied):
        return Problem(403, "forbidden")
    if isinstance(error, OperationalError | InterfaceError):
        log.error("the database does not answer: %s", error)
        return Problem(503, "unavailable", headers={"Retry-After": str(DATABASE_WAIT)})
    if isinstance(error, exceptions.ValidationError):
        return Problem(400, "invalid", errors=list_errors(error.detail))
    if isinstance(error, exceptions.ParseError):
        return Problem(400, "parse_error", UNREADABLE, errors={"": [str(error.detail)]})
    if isinstance(error, exceptions.Throttled):
        return too_many(int(error.wait or 1))
    if isinstance(error, exceptions.APIException):
        headers = {"WWW-Authenticate": error.auth_header} if getattr(error, "auth_header", None) else {}
        return Problem(error.status_code, str(error.default_code), error.detail, headers=headers)
    return None


def not_one_of(name: str, values: Iterable[str | None]) -> Problem:
    """The problem of a parameter that has none of these values. An empty one is not named."""
    return Problem(400, "invalid", errors={name: [say_one_of(values)]})


def say_one_of(values: Iterable[object]) -> str:
    return str(ONE_OF) % {"known": ", ".join(str(value) for value in values if value)}


def too_many(wait: int) -> Problem:
    return Problem(429, "too_many_requests", headers={"Retry-After": str(wait)})


def enforce(limit: limits.Limit, who: str, amount: int = 1) -> None:
    """Counts a request against the limit, or several. Raises a Problem 429 if it is exceeded."""
    wait = limits.count_request(limit, who, amount)
    if wait is not None:
        raise too_many(wait)


def json_response(status: int, code: str, detail="", errors=None, extra=None) -> JsonResponse:
    """The same response outside the views of REST framework, for 404 and 500 of the API."""
    content = body(status, code, TITLES[status], detail, errors, extra)
    return JsonResponse(content, status=status, content_type="application/problem+json")
