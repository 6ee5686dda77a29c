"""The middlewares that guard every request, run around a move that does not go through Django (docs/adr/0322).

Django nests middlewares, so that one thread carries one request from the first to the last. Moves are written
together, so here the two functions of each middleware are called one after the other: `enter` for all moves of a
batch, then the moves, then `leave` for each of them.
"""

from __future__ import annotations

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


class GuardedRequest(NamedTuple):
    """A request, the guards that its response must still pass (innermost last), and the response of a refusal."""

    request: HttpRequest
    passed: tuple[MiddlewareMixin, ...]
    refusal: HttpResponse | None


@cache
def load_guards() -> tuple[MiddlewareMixin, ...]:
    """All middlewares of the settings, without those that a move by a seat token does not need."""
    names = [name for name in settings.MIDDLEWARE if name not in settings.NOT_FOR_MOVES]
    return tuple(_load_guard(name) for name in names)


def _load_guard(name: str) -> MiddlewareMixin:
    middleware = import_string(name)
    is_pair = isinstance(middleware, type) and issubclass(middleware, MiddlewareMixin)
    if not is_pair or hasattr(middleware, "process_view") or hasattr(middleware, "process_exception"):
        raise ImproperlyConfigured(f"{name} has more than process_request and process_response: see NOT_FOR_MOVES")
    return middleware(_no_view)


def _no_view(request: HttpRequest) -> HttpResponse:
    raise AssertionError("guards are entered and left, never called")


def enter(request: HttpRequest) -> GuardedRequest:
    """Lets the guards see the request, outermost first, until one of them refuses it."""
    passed: list[MiddlewareMixin] = []
    refusal = None
    for guard in load_guards():
        try:
            refusal = guard.process_request(request) if hasattr(guard, "process_request") else None
        except Exception as error:
            refusal = response_for_exception(request, error)
            break
        passed.append(guard)
        if refusal is not None:
            break
    return GuardedRequest(request, tuple(passed), refusal)


def resume(guarded: GuardedRequest) -> None:
    """Sets the language and the id of the request again: other requests of its batch have set theirs meanwhile."""
    current_request_id.set(guarded.request.id)
    translation.activate(getattr(guarded.request, "LANGUAGE_CODE", settings.LANGUAGE_CODE))


def leave_with_error(guarded: GuardedRequest, error: Exception) -> HttpResponse:
    """The response that Django would give if a view raised the error."""
    return leave(guarded, response_for_exception(guarded.request, error))


def leave(guarded: GuardedRequest, response: HttpResponse) -> HttpResponse:
    """Lets the guards that have seen the request see the response, innermost first."""
    resume(guarded)
    request = guarded.request
    for guard in reversed(guarded.passed):
        if hasattr(guard, "process_response"):
            try:
                response = guard.process_response(request, response)
            except Exception as error:
                response = response_for_exception(request, error)
    if response.status_code >= 400:
        log_response("%s: %s", response.reason_phrase, request.path, response=response, request=request)
    return response
