"""The decorator of every view of the games' API."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import SessionAuthentication
from rest_framework.decorators import authentication_classes

from escale.common.api.http import api_view
from escale.common.api.schema import extend_schema, problems
from games.core.contract import Malformed
from games.matches.errors import MatchError, Refused
from games.presenting.problems import problem_of
from games.web.api.auth import SeatAuthentication


class SeatScheme(OpenApiAuthenticationExtension):
    """How the schema calls the seat token."""

    target_class = SeatAuthentication
    name = "seat"

    def get_security_definition(self, auto_schema) -> dict:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Seat <token>`; any other scheme is answered with 401.",
        }


COMMON_PROBLEMS = problems(401, 404, 429)


def games_view(**documents: dict) -> Callable:
    """Makes a function a view of the games' API; each keyword is a method with what the schema says about it.

    All errors have the same form.
    """

    def decorate(function: Callable) -> Callable:
        @wraps(function)
        def translated(request, *args, **kwargs):
            try:
                return function(request, *args, **kwargs)
            except (MatchError, Refused, Malformed) as error:
                raise problem_of(error) from error

        view = api_view(list(documents))(
            authentication_classes([SeatAuthentication, SessionAuthentication])(translated)
        )
        for method, document in documents.items():
            view = extend_schema(methods=[method], **schema_fields(document))(view)
        return view

    return decorate


def schema_fields(document: dict) -> dict:
    """What the schema says about a method: its own document, and what all methods of the games' API share."""
    return {"request": None, **document, "responses": COMMON_PROBLEMS | document["responses"], "tags": ["games"]}
