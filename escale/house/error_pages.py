"""Responses for errors: a page of the site, or problem details in the API."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from escale.common.api import problems
from escale.house import context

CODES = {
    400: "malformed",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    411: "length_required",
    413: "too_large",
    429: "too_many_requests",
    500: "server_error",
    503: "unavailable",
}
WORDS = {
    400: (_("This request cannot be read"), _("The address or the form is not as it should be.")),
    403: (
        _("This door stays closed"),
        _("The page is not for everybody, or the form was open for too long."),
    ),
    404: (
        _("No quay of that name"),
        _("The page was moved, or it never existed. Perhaps a search will find what you meant."),
    ),
    405: (_("Not this way round"), _("This address cannot be used like that.")),
    411: (_("How big is it?"), _("Your request must state its length first.")),
    413: (_("Too big for the crane"), _("What you sent is larger than we can take aboard.")),
    429: (_("One after the other"), _("Too many requests from your network in a short time.")),
    500: (
        _("Man overboard"),
        _("Something broke on our side; it has been logged. Anything already confirmed to you is safe."),
    ),
    503: (
        _("The harbour is closed for a moment"),
        _("We are tidying up or the tide is out. Please come back soon."),
    ),
}


def error_response(request: HttpRequest, status: int, wait: int | None = None) -> HttpResponse:
    """The response for this status. `wait` is the number of seconds after which a retry may succeed."""
    if request.path.startswith("/api/"):
        response = problems.json_response(status, CODES[status])
    else:
        response = HttpResponse(_render_page(request, status, wait), status=status)
    if wait is not None:
        response["Retry-After"] = str(wait)
    return response


def _render_page(request: HttpRequest, status: int, wait: int | None) -> str:
    """The page of an error. It uses no context processors: the session or the database may be broken."""
    title, text = WORDS[status]
    values = {"status": status, "wait": wait, "words": {"title": title, "text": text}}
    if status >= 500:
        values["reference"] = getattr(request, "id", "")
    request.page_paths = {}  # An error has no address, so the language menu leads to the home page.
    house = context.house_today() if status < 500 else None  # Without a house, the frame uses no database.
    return render_to_string("escale/error.html", values | context.frame_context(request, house))


def not_found(request, exception=None):
    return error_response(request, 404)


def forbidden(request, exception=None):
    return error_response(request, 403)


def bad_request(request, exception=None):
    return error_response(request, 400)


def server_error(request):
    """503 if the database does not answer, because it restarts or its disk is full; else 500."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return error_response(request, 503, wait=problems.DATABASE_WAIT)
    return error_response(request, 500)


def csrf_failure(request, reason=""):
    return error_response(request, 403)
