"""The endpoints around a match: the lobby, creating a match, taking and leaving a seat, the rematch."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils import translation
from rest_framework.response import Response

from escale.common import limits
from escale.common.api.http import etag_response, page_bounds, paginated, refuse_empty
from escale.common.api.problems import Problem, enforce
from escale.common.api.schema import LANGUAGE, PAGE, PAGE_SIZE, problems, query
from games.matches import absence, seating
from games.matches.limits import CREATE, JOIN, NOTIFY
from games.matches.storage.rows import SeatProof
from games.models import Match, Status
from games.notifying import webhooks
from games.presenting import match_view
from games.presenting.match_lists import describe_each
from games.presenting.problems import NO_ACCOUNT, NO_PROOF_HEADERS
from games.web.api import request_schemas, response_schemas
from games.web.api.auth import own_seat, seat_proof
from games.web.api.games_view import games_view


def require_proof(request) -> SeatProof:
    """The proof of the request; raises a Problem with status 401 if the request has none."""
    proof = seat_proof(request)
    if proof is None:
        raise Problem(401, "no_seat", headers=NO_PROOF_HEADERS)
    return proof


def find_match(match_id: str) -> Match:
    return get_object_or_404(Match.objects.with_seats(), pk=match_id)


def _account(request):
    return request.user if request.user.is_authenticated else None


def _taken_seat_response(request, seat: seating.TakenSeat, status: int = 201) -> Response:
    match = find_match(seat.match)
    body = match_view.describe_match(match) | {
        "seat": seat.index,
        "seat_token": seat.token,
        "invite_url": request.build_absolute_uri(f"/m/{match.pk}"),
    }
    return Response(body, status=status, headers={"Location": f"/api/v1/matches/{match.pk}/"})


@games_view(
    GET=dict(
        summary="The lobby: public matches",
        operation_id="matches_list",
        parameters=[
            query("game", "Only this game."),
            query("status", "Only matches in this status.", enum=Status.values),
            PAGE,
            PAGE_SIZE,
            LANGUAGE,
        ],
        responses={200: response_schemas.MatchPage} | problems(400),
    ),
    POST=dict(
        summary="Create a match and take its first seat",
        operation_id="matches_create",
        request=request_schemas.NewMatchIn,
        responses={201: response_schemas.TakenSeatOut} | problems(400),
    ),
)
def matches(request):
    return _create(request) if request.method == "POST" else _list(request)


def _list(request) -> Response:
    page, size = page_bounds(request)
    refuse_empty(request, ("status",))
    matches = Match.objects.listed()
    if game := request.GET.get("game"):
        matches = matches.filter(game=game[:32])
    if status := request.GET.get("status"):
        if status not in Status.values:
            raise Problem(400, "invalid", errors={"status": [", ".join(Status.values)]})
        matches = matches.filter(status=status)
    page_of_matches = matches.with_seats()[(page - 1) * size : page * size]
    results = describe_each(page_of_matches, match_view.describe_match)
    return etag_response(request, paginated(request, results, matches.count(), page, size))


def _create(request) -> Response:
    enforce(CREATE, limits.client_key(request))
    fields = request_schemas.validate_body(request_schemas.NewMatchIn, request.data)
    return _taken_seat_response(request, seating.create(**fields, user=_account(request)))


@games_view(
    GET=dict(
        summary="The public facts of a match",
        operation_id="matches_read",
        parameters=[LANGUAGE],
        responses={200: response_schemas.MatchOut},
    ),
)
def match(request, match_id: str):
    return etag_response(request, match_view.describe_match(find_match(match_id)))


@games_view(
    POST=dict(
        summary="Take a free seat",
        operation_id="seats_take",
        request=request_schemas.TakeSeatIn,
        responses={201: response_schemas.TakenSeatOut} | problems(400, 409),
    ),
)
def seats(request, match_id: str):
    enforce(JOIN, limits.client_key(request))
    fields = request_schemas.validate_body(request_schemas.TakeSeatIn, request.data)
    index = fields.pop("seat", None)
    return _taken_seat_response(request, seating.join(match_id=match_id, **fields, index=index, user=_account(request)))


@games_view(
    DELETE=dict(
        summary="Give the seat back before the start",
        operation_id="seats_leave",
        responses={204: None} | problems(401, 403, 409),
    ),
    PATCH=dict(
        summary="Be told by mail or webhook when this seat must decide",
        operation_id="seats_notify",
        request=request_schemas.NotificationIn,
        responses={200: response_schemas.WebhookOut} | problems(400, 401, 403),
    ),
)
def my_seat(request, match_id: str):
    return _notify(request, match_id) if request.method == "PATCH" else _leave(request, match_id)


def _leave(request, match_id: str) -> Response:
    seating.leave(match_id=match_id, proof=require_proof(request))
    return Response(status=204)


def _notify(request, match_id: str) -> Response:
    proof = require_proof(request)
    enforce(NOTIFY, limits.client_key(request))
    fields = request_schemas.validate_body(request_schemas.NotificationIn, request.data)
    if webhook := fields.get("webhook"):
        try:
            webhooks.guard_url(webhook)
        except webhooks.Unreachable as error:
            raise Problem(400, "invalid", errors={"webhook": [str(error)]}) from error
    secret = seating.set_contacts(
        match_id=match_id,
        proof=proof,
        mail=fields.get("mail"),
        webhook=fields.get("webhook"),
        language=translation.get_language(),
    )
    return Response({"webhook_secret": secret} if secret else {})


@games_view(
    POST=dict(
        summary="Hide or show the messages of another seat",
        operation_id="seats_block",
        request=request_schemas.BlockIn,
        responses={204: None} | problems(400, 401, 403, 409),
    ),
)
def blocks(request, match_id: str):
    fields = request_schemas.validate_body(request_schemas.BlockIn, request.data)
    seating.block(match_id=match_id, proof=require_proof(request), index=fields["seat"], blocked=fields["blocked"])
    return Response(status=204)


@games_view(
    POST=dict(
        summary="Make the seat of a token the account's own",
        operation_id="seats_claim",
        request=request_schemas.ClaimIn,
        responses={204: None} | problems(400, 401, 403),
    ),
)
def claim(request, match_id: str):
    """An account makes the seat of a token its own."""
    user = _account(request)
    if user is None:
        raise Problem(401, "no_account", NO_ACCOUNT)
    token = request_schemas.validate_body(request_schemas.ClaimIn, request.data)["token"]
    seating.claim(match_id=match_id, token=token, user=user)
    return Response(status=204)


@games_view(
    POST=dict(
        summary="Play the same game again",
        operation_id="matches_rematch",
        request=request_schemas.RematchIn,
        responses={201: response_schemas.TakenSeatOut} | problems(400, 401, 403, 409),
    ),
)
def rematch(request, match_id: str):
    enforce(CREATE, limits.client_key(request))
    fields = request_schemas.validate_body(request_schemas.RematchIn, request.data)
    seat = seating.rematch(match_id=match_id, proof=require_proof(request), **fields, user=_account(request))
    return _taken_seat_response(request, seat)


@games_view(
    POST=dict(
        summary="Take the seat back from the bot that sat in",
        operation_id="seats_return",
        responses={200: response_schemas.ViewOut} | problems(401, 403, 409),
    ),
)
def back(request, match_id: str):
    """Take one's own seat back from the bot that sat in."""
    absence.reclaim_seat(match_id=match_id, proof=require_proof(request))
    return Response(match_view.build_view(*_mine(request, match_id)))


def _mine(request, match_id: str) -> tuple[Match, int | None]:
    found = find_match(match_id)
    seat = own_seat(request, found)
    return found, seat.index if seat else None
