"""What every answer carries: an id for the logs, a content security policy, the isolation headers."""

import re
import secrets

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.utils.decorators import sync_and_async_middleware

from escale.logs import request_id as current_id

_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
PERMISSIONS = "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"


def policy(directives: dict) -> str:
    return "; ".join(f"{name} {' '.join(values)}".strip() for name, values in directives.items())


def _around(get_response, before, after):
    """The same middleware for both kinds of server."""
    if iscoroutinefunction(get_response):

        async def middleware(request):
            before(request)
            return after(request, await get_response(request))
    else:

        def middleware(request):
            before(request)
            return after(request, get_response(request))

    return middleware


@sync_and_async_middleware
def request_id(get_response):
    def before(request):
        given = request.headers.get("X-Request-ID", "")
        request.id = given if settings.TRUSTED_PROXIES and _ID.fullmatch(given) else secrets.token_hex(8)
        current_id.set(request.id)

    def after(request, response):
        response["X-Request-ID"] = request.id
        return response

    return _around(get_response, before, after)


@sync_and_async_middleware
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
