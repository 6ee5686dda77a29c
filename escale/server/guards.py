"""Runs the middlewares of the settings for moves that do not go through Django (docs/adr/0322).

Such a middleware is called a guard here. Django nests middlewares: each calls the next one, and one thread
carries one request through all of them. But many moves are written together, as a batch. So the two functions
of a guard are called separately: `process_request` for every move of the batch, then the batch is written,
then `process_response` for each of its moves.
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
    """The two functions of a middleware. If it lacks one, this is a function that does nothing."""

    process_request: Callable[[HttpRequest], HttpResponse | None]
    process_response: Callable[[HttpRequest, HttpResponse], HttpResponse]


class GuardedRequest(NamedTuple):
    """A request after the guards have seen it.

    The first `entered_count` guards have let it pass, or refused it: their `process_response` must see the
    response. `refusal` is the response of the guard that refused the request, or None.
    """

    request: HttpRequest
    entered_count: int
    refusal: HttpResponse | None


@cache
def load_guards() -> tuple[Guard, ...]:
    """All middlewares of the settings except those in NOT_FOR_MOVES, the outermost first.

    For instance, the token of a seat proves the right to move, so a move needs no session and no CSRF cookie.
    """
    names = [name for name in settings.MIDDLEWARE if name not in settings.NOT_FOR_MOVES]
    return tuple(_load_guard(name) for name in names)


def _load_guard(name: str) -> Guard:
    middleware = import_string(name)
    has_two_functions = isinstance(middleware, type) and issubclass(middleware, MiddlewareMixin)
    has_other_functions = hasattr(middleware, "process_view") or hasattr(middleware, "process_exception")
    if not has_two_functions or has_other_functions:
        raise ImproperlyConfigured(
            f"{name} has more than process_request and process_response: see NOT_FOR_MOVES"
        )
    instance = middleware(_no_view)
    return Guard(
        getattr(instance, "process_request", lambda request: None),
        getattr(instance, "process_response", lambda request, response: response),
    )


def _no_view(request: HttpRequest) -> HttpResponse:
    raise AssertionError("guards are entered and left, never called")


def process_request(request: HttpRequest) -> GuardedRequest:
    """Shows the request to the guards, the outermost first, until one of them refuses it."""
    entered_count = 0
    for guard in load_guards():
        try:
            refusal = guard.process_request(request)
        except Exception as error:
            # As in Django, a middleware that raised an error does not see the response to it.
            return GuardedRequest(request, entered_count, response_for_exception(request, error))
        entered_count += 1
        if refusal is not None:
            return GuardedRequest(request, entered_count, refusal)
    return GuardedRequest(request, entered_count, None)


def process_response(guarded: GuardedRequest, response: HttpResponse) -> HttpResponse:
    """Shows the response to the guards that have seen its request, the innermost first."""
    request = guarded.request
    # Meanwhile, other requests of the batch have set their id and language in this thread.
    current_request_id.set(request.id)
    translation.activate(getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE))
    for guard in reversed(load_guards()[: guarded.entered_count]):
        try:
            response = guard.process_response(request, response)
        except Exception as error:
            response = response_for_exception(request, error)
    if response.status_code >= 400:
        log_response("%s: %s", response.reason_phrase, request.path, response=response, request=request)
    return response
