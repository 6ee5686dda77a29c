"""The decorator for every view of the games' API."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import SessionAuthentication
from rest_framework.decorators import authentication_classes, renderer_classes

from escale.common.api.http import api_view
from escale.common.api.idempotency import KEY
from escale.common.api.renderers import TextRenderer, offer
from escale.common.api.schema import extend_schema, problems
from games.core.contract import Malformed
from games.matches.errors import MatchError, Refused
from games.moderation.tables import find_closed_table
from games.presenting.problems import problem_of, problem_of_closed_table
from games.web.api.auth import SeatAuthentication
from games.web.api.retries import answer_once


class SeatScheme(OpenApiAuthenticationExtension):
    """Describes the seat token in the schema."""

    target_class = SeatAuthentication
    name = "seat"

    def get_security_definition(self, auto_schema) -> dict:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Seat <token>` of a seat, or `Token <token>` of an account; any other scheme is "
            "answered with 401.",
        }


COMMON_PROBLEMS = problems(401, 404, 429)


def games_view(*renderers: type[TextRenderer], **documents: dict) -> Callable:
    """Makes a function a view of the games' API; each keyword is a method with its part of the schema.

    `renderers` are for responses that are not JSON. All errors have the same form.
    """

    def decorate(function: Callable) -> Callable:
        @wraps(function)
        def translated(request, *args, **kwargs):
            try:
                return answer_once(request, lambda: function(request, *args, **kwargs))
            except (MatchError, Refused, Malformed, Http404) as error:
                is_missing = isinstance(error, Http404) or getattr(error, "code", "") == "not_found"
                if is_missing and (closed := find_closed_table(kwargs.get("match_id", ""))):
                    raise problem_of_closed_table(closed.reason) from error
                if isinstance(error, Http404):
                    raise
                raise problem_of(error) from error

        if renderers:
            translated = renderer_classes(offer(*renderers))(translated)
        view = api_view(list(documents))(
            authentication_classes([SeatAuthentication, SessionAuthentication])(translated)
        )
        for method, document in documents.items():
            view = extend_schema(methods=[method], **schema_fields(document, method))(view)
        return view

    return decorate


def schema_fields(document: dict, method: str = "") -> dict:
    """The schema of a method: its own fields, and those that all methods of the games' API share."""
    parameters = [*document.get("parameters", []), *([KEY] if method == "POST" else [])]
    return {
        "request": None,
        **document,
        "parameters": parameters,
        "responses": COMMON_PROBLEMS | document["responses"],
        "tags": ["games"],
    }
