"""The addresses of a move and of its dry run.

`answer_move` answers every POST of a move, here as in the route of the server for seat tokens.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.response import Response
from rest_framework.views import APIView

from escale.common.api.bodies import validate_body
from escale.common.api.problems import Problem
from escale.common.api.schema import extend_schema, problems
from games.core.json_form import decode
from games.core.real_table.luck import TABLE
from games.matches.errors import Refused
from games.matches.limits import CHECKS
from games.matches.moves import MoveRequest, choose_held_seat, try_move
from games.matches.writes import guard_pending, guard_playable, lock_own_seat
from games.presenting.move_answers import (
    MoveAnswer,
    SentMove,
    answer_error,
    answer_move,
    read_sent_move,
    refuse_flood,
)
from games.presenting.problems import name_faults_of_actions
from games.registry import ENGINES
from games.web.api import request_schemas, response_schemas
from games.web.api.auth import SeatAuthentication
from games.web.api.games_view import games_view, schema_fields
from games.web.api.matches import require_counted_proof
from games.web.api.play import load_own_snapshot

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
    """REST framework describes the endpoint, and answers OPTIONS and unsupported methods."""

    authentication_classes = [SeatAuthentication, SessionAuthentication]

    def dispatch(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        """Passes on a POST without changing it: `answer_move` checks media types, proof and body."""
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
    """Keeps middlewares of sessions and CSRF from replacing damaged cookies in the answer to a token."""
    request.COOKIES.clear()
    request.META.pop("CSRF_COOKIE_NEEDS_UPDATE", None)


def _answer_session(request: HttpRequest, sent: SentMove) -> MoveAnswer:
    """The answer to a request without the header Authorization: a logged-in account is its proof."""
    try:
        sent = sent._replace(account_id=_read_account(request))
        return refuse_flood(sent) or answer_move(sent)
    except PermissionDenied as error:
        return answer_error(sent, error)


def _read_account(request: HttpRequest) -> int | None:
    """The id of the account; raises PermissionDenied if the request does not have its CSRF token."""
    if not request.user.is_active:
        return None
    SessionAuthentication().enforce_csrf(request)
    return request.user.pk


@games_view(
    POST=dict(
        summary="Would this action be accepted?",
        operation_id="matches_check",
        request=request_schemas.DryRunIn,
        responses={200: response_schemas.LegalOut} | problems(400, 401, 403, 409, 422),
    ),
)
def check(request, match_id: str):
    """Would this action be accepted? Nothing is written either way."""
    proof = require_counted_proof(request, match_id, CHECKS)
    match, seat, table = load_own_snapshot(request, match_id)
    body = _read_dry_run(match.game, request.data)
    engine = ENGINES[match.game]
    action = decode(engine.META.actions, body["action"])
    if "chance" in body or "seat" in body:
        try_move(MoveRequest(match_id, proof, **body))
        return Response({"legal": True})
    guard_playable(match)
    if "decision" in body:
        if match.luck == TABLE:  # The token may hold several seats that must decide.
            _, own_seat = lock_own_seat(match_id, proof)
            move = MoveRequest(match_id, proof, body["decision"], action)
            seat = choose_held_seat(match, own_seat, table.state, move)
        guard_pending(match, table.state, seat, body["decision"])
    refusal = engine.check(table.state, seat, action)
    if refusal is not None:
        raise Refused(game=match.game, match=match.id, seat=seat, refusal=refusal, edition=match.edition)
    return Response({"legal": True})


def _read_dry_run(game: str, data: object) -> dict:
    """The body; raises a Problem that names all its faults. What is entered belongs to a decision."""
    fields = data if isinstance(data, dict) else {}
    is_whole_move = "chance" in fields or "seat" in fields
    schema = request_schemas.ActionIn if is_whole_move else request_schemas.DryRunIn
    try:
        return validate_body(schema, data)
    except Problem as problem:
        raise name_faults_of_actions(problem, game, {"action": fields.get("action")}) from None
