"""The address of a move.

`answer_move` answers every POST, here as in the route of the server for seat tokens.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.views import APIView

from escale.common.api.schema import extend_schema, problems
from games.presenting.move_answers import (
    MoveAnswer,
    SentMove,
    answer_error,
    answer_move,
    read_sent_move,
    refuse_flood,
)
from games.web.api import request_schemas, response_schemas
from games.web.api.auth import SeatAuthentication
from games.web.api.games_view import schema_fields

DOCUMENT = schema_fields(
    dict(
        summary="Play an action",
        operation_id="matches_act",
        request=request_schemas.ActionIn,
        responses={201: response_schemas.ViewOut} | problems(400, 401, 403, 409, 422, 429),
    ),
    "POST",
)


class Moves(APIView):
    """REST framework describes the address, and answers OPTIONS and the methods that are not offered."""

    authentication_classes = [SeatAuthentication, SessionAuthentication]

    def dispatch(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        """Leaves a POST as it came: media types, proof and body are checked by `answer_move`."""
        if request.method == "POST":
            return self.post(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)

    @extend_schema(**DOCUMENT)
    def post(self, request: HttpRequest, match_id: str) -> HttpResponse:
        sent = read_sent_move(request, match_id, request.body)
        if sent.authorization.strip():
            _forget_cookies(request)
            answer = refuse_flood(sent) or answer_move(sent)
        else:
            answer = _answer_session(request, sent)
        return HttpResponse(answer.body, status=answer.status, headers=answer.headers)


def _forget_cookies(request: HttpRequest) -> None:
    """Keeps the middlewares of sessions and CSRF from replacing damaged cookies in the answer to a token."""
    request.COOKIES.clear()
    request.META.pop("CSRF_COOKIE_NEEDS_UPDATE", None)


def _answer_session(request: HttpRequest, sent: SentMove) -> MoveAnswer:
    """The answer to a request without the header Authorization: its proof is the account that is
    logged in.
    """
    try:
        sent = sent._replace(account_id=_read_account(request))
        return refuse_flood(sent) or answer_move(sent)
    except PermissionDenied as error:
        return answer_error(sent, error)


def _read_account(request: HttpRequest) -> int | None:
    """The id of the account; raises PermissionDenied if the request does not carry its CSRF token."""
    if not request.user.is_active:
        return None
    SessionAuthentication().enforce_csrf(request)
    return request.user.pk
