"""What every answer carries: an id for the logs, the isolation headers; and what is refused before any view runs."""

import logging
import os
import re
import secrets
import time
from contextlib import nullcontext

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from escale.common import languages
from escale.common.api import problems
from escale.common.replicas import allow_replica
from escale.house import error_pages
from escale.server import metrics
from escale.server.logs import request_id as current_id

log = logging.getLogger("escale.requests")
_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
PERMISSIONS = "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"
API = "/api/"
OPEN_TO_ALL = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, Content-Language, Location, X-Request-ID",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-None-Match, "
    "Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
STAFF = ("/admin/", "/staff/")


def policy(directives: dict) -> str:
    return "; ".join(f"{name} {' '.join(values)}".strip() for name, values in directives.items())


def _around(get_response, before, after):
    """A middleware of two halves; `before` may answer itself."""

    def middleware(request):
        return after(request, before(request) or get_response(request))

    return middleware


def request_id(get_response):
    """Outermost: names the request, counts it and writes it down."""

    def before(request):
        request.begun = time.perf_counter()
        request.id = named(request.headers.get("X-Request-ID", ""))

    def after(request, response):
        response["X-Request-ID"] = request.id
        counted(request.method, request.path, response.status_code, request.begun)
        return response

    return _around(get_response, before, after)


def named(given: str) -> str:
    """The id of a request: the one that a trusted proxy gave, or a new one."""
    name = given if settings.TRUSTED_PROXIES and _ID.fullmatch(given) else secrets.token_hex(8)
    current_id.set(name)
    return name


def counted(method: str, path: str, status: int, begun: float) -> None:
    seconds = time.perf_counter() - begun
    metrics.count(method, status, seconds)
    log.info("%s %s %s %.1f ms", method, path, status, seconds * 1000)


def security_headers(get_response):
    """A view that needs more says so on its response: `response.csp = {...}` (and `response.embeddable = True`)."""

    def after(request, response):
        embeddable = getattr(response, "embeddable", False)
        directives = settings.SECURE_CSP | getattr(response, "csp", {})
        if embeddable:
            directives = directives | {"frame-ancestors": ["*"]}
            response.xframe_options_exempt = True
        else:
            response.setdefault("X-Frame-Options", settings.X_FRAME_OPTIONS)
            response.setdefault("Cross-Origin-Embedder-Policy", "require-corp")
        response.setdefault("Content-Security-Policy", policy(directives))
        response.setdefault("Cross-Origin-Resource-Policy", "cross-origin" if embeddable else "same-origin")
        response.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return _around(get_response, lambda request: None, after)


def too_large(path: str, length: str) -> bool:
    limit = settings.UPLOAD_LIMIT if path.startswith(STAFF) else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return length.isdecimal() and int(length) > limit


def closed() -> bool:
    return os.path.exists(settings.MAINTENANCE_FILE)


def guard(get_response):
    """Closed for maintenance, an address that no text can be, a body larger than this address takes."""

    def before(request):
        if closed() and request.path != "/healthz":
            return error_pages.page(request, 503, wait=300)
        # PostgreSQL knows no text with a zero in it: asked for one, it breaks whatever view passes it on.
        if "\0" in request.path:
            return error_pages.page(request, 400)
        while "%00" in request.META.get("QUERY_STRING", ""):  # what is left may make another one
            request.META["QUERY_STRING"] = request.META["QUERY_STRING"].replace("%00", "")
        if too_large(request.path, request.headers.get("Content-Length", "")):
            return error_pages.page(request, 413)
        if request.headers.get("Transfer-Encoding"):
            return error_pages.page(request, 411)
        return None

    return _around(get_response, before, lambda request, response: response)


def open_api(get_response):
    """The API answers every origin, without credentials; preflights are answered here."""

    def before(request):
        preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        if preflight and request.path.startswith(API):
            return HttpResponse(status=204, headers=PREFLIGHT)
        return None

    def after(request, response):
        if request.path.startswith(API):
            for name, value in OPEN_TO_ALL.items():
                response.setdefault(name, value)
        return response

    return _around(get_response, before, after)


def api_language(get_response):
    """`?lang=` goes before Accept-Language; an unknown one is an error, not a guess."""

    def before(request):
        if not request.path.startswith(API) or "lang" not in request.GET:
            return None
        asked = request.GET["lang"]
        if asked not in languages.codes():
            known = ", ".join(languages.codes())
            return problems.json_response(400, "invalid", errors={"lang": [_("One of: %(known)s.") % {"known": known}]})
        translation.activate(asked)
        request.LANGUAGE_CODE = asked
        return None

    return _around(get_response, before, lambda request, response: response)


def readers_may_lag(get_response):
    """Guests who only read may be shown what a replica has; staff and whoever writes see the newest."""

    def middleware(request):
        with allow_replica() if lag_allowed(request) else nullcontext():
            return get_response(request)

    return middleware


def lag_allowed(request) -> bool:
    return request.method in ("GET", "HEAD") and not request.path.startswith(STAFF)
