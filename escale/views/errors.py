"""Error pages, as designed as the others; the API gets problem details."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from escale.common import problems

CODES = {403: "forbidden", 404: "not_found", 429: "too_many_requests", 500: "server_error", 503: "unavailable"}


def page(request: HttpRequest, status: int, wait: int | None = None) -> HttpResponse:
    if request.path.startswith("/api/"):
        response = problems.json_response(status, CODES[status])
    else:
        response = render(request, "escale/error.html", {"status": status}, status=status)
    if wait is not None:
        response["Retry-After"] = str(wait)
    return response


def not_found(request, exception=None):
    return page(request, 404)


def forbidden(request, exception=None):
    return page(request, 403)


def bad_request(request, exception=None):
    return HttpResponse("Bad request", status=400, content_type="text/plain")


def server_error(request):
    return page(request, 500)


def csrf_failure(request, reason=""):
    return page(request, 403)
