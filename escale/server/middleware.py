"""The middlewares: they add headers to every response, and refuse some requests before any view runs.

Each middleware has two functions, `process_request` and `process_response`. Django calls them around its
views. A move with the token of a seat does not go through Django (escale/server/moves): for such moves,
escale/server/guards.py calls the same functions.
"""

import logging
import os
import re
import secrets
import time
from contextlib import nullcontext
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.common import CommonMiddleware
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext_lazy

from escale.common import languages
from escale.common.api import parameters, problems
from escale.common.replicas import allow_replica
from escale.house import error_pages
from escale.server import metrics
from escale.server.logs import request_id as current_request_id
from escale.server.protocol import admission

log = logging.getLogger("escale.requests")
_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
PERMISSIONS = "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"
API = "/api/"
OPEN_TO_ALL = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, Content-Language, Location, X-Request-ID, "
    "RateLimit, "
    "RateLimit-Policy, Idempotent-Replayed, Deprecation, Sunset, Link",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Accept-Language, Authorization, Content-Type, Idempotency-Key, "
    "If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
MATCHES = "/api/v1/matches/"
STAFF = ("/admin/", "/staff/")
MAINTENANCE_WAIT = 300  # seconds
UNKNOWN_PARAMETER = gettext_lazy("Unknown parameter.")


class RequestIdMiddleware(MiddlewareMixin):
    """Gives each request an id. As the outermost middleware, it also counts and logs every finished
    request.
    """

    def process_request(self, request: HttpRequest) -> None:
        request.started_at = time.perf_counter()
        request.id = assign_request_id(request.META.get("HTTP_X_REQUEST_ID", ""))

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response["X-Request-ID"] = request.id
        log_request(request, response.status_code)
        return response


def assign_request_id(proposed: str) -> str:
    """The id that a trusted proxy has proposed, or else a new one. All further log lines contain it."""
    is_trusted = settings.TRUSTED_PROXIES and _REQUEST_ID.fullmatch(proposed)
    request_id = proposed if is_trusted else secrets.token_hex(8)
    current_request_id.set(request_id)
    return request_id


def log_request(request: HttpRequest, status: int) -> None:
    seconds = time.perf_counter() - request.started_at
    metrics.count(request.method, status, seconds)
    log.info("%s %s %s %.1f ms", request.method, request.path, status, seconds * 1000)


class SecurityHeadersMiddleware(MiddlewareMixin):
    """Sets the security headers of each response.

    A view changes directives of the Content-Security-Policy by `response.csp = {...}`. With
    `response.embeddable = True`, other sites may show its page in a frame.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        embeddable = getattr(response, "embeddable", False)
        response.headers.setdefault(
            "Cross-Origin-Resource-Policy", "cross-origin" if embeddable else "same-origin"
        )
        if _is_part_of_a_page(request, response):
            return response
        directives = getattr(response, "csp", {})
        if embeddable:
            directives = directives | {"frame-ancestors": ["*"]}
            response.xframe_options_exempt = True
        else:
            response.headers.setdefault("X-Frame-Options", settings.X_FRAME_OPTIONS)
            response.headers.setdefault("Cross-Origin-Embedder-Policy", "require-corp")
        response.headers.setdefault("Content-Security-Policy", security_policy(directives))
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


def _is_part_of_a_page(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether the page that loads this file has the policies: browsers do not look for them here.

    A table loads fifty such files, and on a slow line half a kilobyte of headers in each costs a tenth of a second. A
    drawing may also be opened as a document, so it keeps them.
    """
    kind = response.headers.get("Content-Type", "")
    return request.path.startswith(settings.STATIC_URL) and kind.startswith(("text/css", "text/javascript"))


def security_policy(directives: dict[str, list[str]]) -> str:
    """The policy of the site, with the given directives in place of those of the same name."""
    return format_policy(settings.SECURE_CSP | directives) if directives else _site_policy()


@lru_cache(1)
def _site_policy() -> str:
    return format_policy(settings.SECURE_CSP)


def format_policy(directives: dict[str, list[str]]) -> str:
    return "; ".join(f"{name} {' '.join(values)}".strip() for name, values in directives.items())


class OpenApiMiddleware(MiddlewareMixin):
    """Lets scripts of every origin call the API, without credentials. It answers preflight requests
    itself.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        if is_preflight and request.path.startswith(API):
            return HttpResponse(status=204, headers=PREFLIGHT)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path.startswith(API):
            for name, value in OPEN_TO_ALL.items():
                response.headers.setdefault(name, value)
        return response


class RefusalMiddleware(MiddlewareMixin):
    """Refuses all requests during maintenance; and requests with a path that no database can store, with a
    body that is too large, or for which `escale.server.protocol.admission` has no place.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if getattr(request, "scope", {}).get(admission.REFUSED):
            return _refuse_in_short(request)
        if in_maintenance() and request.path != "/healthz":
            return error_pages.error_response(request, 503, wait=MAINTENANCE_WAIT)
        # PostgreSQL stores no text with a zero byte, so every view that passes it on would fail.
        if "\0" in request.path:
            return error_pages.error_response(request, 400)
        _replace_zero_bytes(request.META)
        if is_too_large(request.path, request.META.get("CONTENT_LENGTH", "")):
            return error_pages.error_response(request, 413)
        # The length of such a body is known only at its end, so it cannot be refused for its size before.
        if request.META.get("HTTP_TRANSFER_ENCODING"):
            return error_pages.error_response(request, 411)
        return None


def _refuse_in_short(request: HttpRequest) -> HttpResponse:
    """A refusal in one sentence. It costs much less than a page, and there may be hundreds."""
    if request.path.startswith(API):
        response: HttpResponse = problems.json_response(429, "too_many_requests")
    else:
        sentence = str(problems.DETAILS[429])
        response = HttpResponse(sentence, status=429, content_type="text/plain; charset=utf-8")
    response["Retry-After"] = str(admission.RETRY_AFTER_SECONDS)
    return response


def in_maintenance() -> bool:
    return os.path.exists(settings.MAINTENANCE_FILE)


def _replace_zero_bytes(meta: dict[str, str]) -> None:
    # By spaces: if they were removed, their neighbours might form another one, again and again.
    if "%00" in meta.get("QUERY_STRING", ""):
        meta["QUERY_STRING"] = meta["QUERY_STRING"].replace("%00", "%20")


def is_too_large(path: str, content_length: str) -> bool:
    return content_length.isdecimal() and int(content_length) > _body_limit(path)


def _body_limit(path: str) -> int:
    """The largest allowed body, in bytes. Moves are small, and there are many of them."""
    if path.startswith(STAFF):
        return settings.UPLOAD_LIMIT
    if path.startswith(MATCHES) and path.endswith("/actions/"):
        return settings.MOVE_BODY_LIMIT
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class LanguageMiddleware(LocaleMiddleware):
    """Chooses the language as Django does. Addresses of the API contain no language, so there the headers
    decide.
    """

    def process_request(self, request: HttpRequest) -> None:
        if not request.path.startswith(API):
            return super().process_request(request)
        language = translation.get_language_from_request(request)
        translation.activate(language)
        request.LANGUAGE_CODE = language
        return None

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not request.path.startswith(API):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


class ApiLanguageMiddleware(MiddlewareMixin):
    """Lets `?lang=` override Accept-Language in the API. A language that the site does not have is an
    error.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        # Parsing the query is slow, so it is parsed only if it may name a language.
        may_name_language = "lang" in request.META.get("QUERY_STRING", "")
        if not may_name_language or not request.path.startswith(API) or "lang" not in request.GET:
            return None
        language, known = request.GET["lang"], languages.codes()
        if language not in known:
            return problems.json_response(400, "invalid", errors={"lang": [problems.say_one_of(known)]})
        translation.activate(language)
        request.LANGUAGE_CODE = language
        return None


class ParameterMiddleware(MiddlewareMixin):
    """Refuses parameters that an operation of the API does not know, because it would silently ignore
    them.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if not request.META.get("QUERY_STRING") or not request.path.startswith(API):
            return None
        unknown = parameters.find_unknown_parameters(request)
        if not unknown:
            return None
        return problems.json_response(
            400, "invalid", errors={name: [str(UNKNOWN_PARAMETER)] for name in unknown}
        )


class SlashMiddleware(CommonMiddleware):
    """Redirects to the address with a slash, as Django does. Below /api/, method and body are kept.

    Clients repeat a POST as a GET after a 301. They would get a list instead of creating something.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_missing = response.status_code == 404 and request.path.startswith(API)
        if is_missing and self.should_redirect_with_slash(request):
            address = escape_leading_slashes(request.get_full_path(force_append_slash=True))
            response = self.response_redirect_class(address, preserve_request=True)
        return super().process_response(request, response)


def readers_may_lag(get_response):
    """A middleware that lets a replica answer guests who only read. A replica may be a moment behind.

    Requests of staff, and requests that write, read from the primary database.
    """

    def middleware(request):
        with allow_replica() if lag_allowed(request) else nullcontext():
            return get_response(request)

    return middleware


def lag_allowed(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") and not request.path.startswith(STAFF)
