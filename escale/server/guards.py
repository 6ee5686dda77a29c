"""The middlewares that guard every request, run around a move that does not go through Django (docs/adr/0322).

Django nests middlewares, so that one thread carries one request from the first to the last. Moves are written
together, so here the two functions of each middleware are called one after the other: `enter` for all moves of a
batch, then the moves, then `leave` for each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.exception import response_for_exception
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.log import log_response
from django.utils.module_loading import import_string

from escale.server.logs import request_id as current_request_id


class Guard(NamedTuple):
    """The two functions of a middleware; one that is missing does nothing."""

    process_request: Callable[[HttpRequest], HttpResponse | None]
    process_response: Callable[[HttpRequest, HttpResponse], HttpResponse]


class GuardedRequest(NamedTuple):
    """A request, how many guards its response must still pass, and the response if one of them has refused it."""

    request: HttpRequest
    passed: int
    refusal: HttpResponse | None


@cache
def load_guards() -> tuple[Guard, ...]:
    """All middlewares of the settings, outermost first, without those that a move by a seat token does not need."""
    names = [name for name in settings.MIDDLEWARE if name not in settings.NOT_FOR_MOVES]
    return tuple(_load_guard(name) for name in names)


def _load_guard(name: str) -> Guard:
    middleware = import_string(name)
    is_pair = isinstance(middleware, type) and issubclass(middleware, MiddlewareMixin)
    if not is_pair or hasattr(middleware, "process_view") or hasattr(middleware, "process_exception"):
        raise ImproperlyConfigured(f"{name} has more than process_request and process_response: see NOT_FOR_MOVES")
    pair = middleware(_no_view)
    return Guard(
        getattr(pair, "process_request", lambda request: None),
        getattr(pair, "process_response", lambda request, response: response),
    )


def _no_view(request: HttpRequest) -> HttpResponse:
    raise AssertionError("guards are entered and left, never called")


def enter(request: HttpRequest) -> GuardedRequest:
    """Lets the guards see the request, outermost first, until one of them refuses it."""
    for position, guard in enumerate(load_guards()):
        try:
            refusal = guard.process_request(request)
        except Exception as error:
            return GuardedRequest(request, position, response_for_exception(request, error))
        if refusal is not None:
            return GuardedRequest(request, position + 1, refusal)
    return GuardedRequest(request, len(load_guards()), None)


def leave(guarded: GuardedRequest, response: HttpResponse) -> HttpResponse:
    """Lets the guards that have seen the request see the response, innermost first."""
    request = guarded.request
    # Other requests of the batch have set their id and their language meanwhile.
    current_request_id.set(request.id)
    translation.activate(getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE))
    for guard in reversed(load_guards()[: guarded.passed]):
        try:
            response = guard.process_response(request, response)
        except Exception as error:
            response = response_for_exception(request, error)
    if response.status_code >= 400:
        log_response("%s: %s", response.reason_phrase, request.path, response=response, request=request)
    return response
