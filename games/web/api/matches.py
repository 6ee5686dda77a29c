"""The endpoints for whole matches: the lobby, creating, taking and leaving a seat, the rematch."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils import translation
from rest_framework.response import Response

from escale.common import limits
from escale.common.api.authentication import CHALLENGE_HEADERS
from escale.common.api.bodies import validate_body
from escale.common.api.http import etag_response, refuse_empty
from escale.common.api.lists import CURSOR, NUMBERED, load_list_page
from escale.common.api.problems import Problem, enforce, not_one_of
from escale.common.api.schema import LANGUAGE, PAGE_SIZE, problems, query
from games.lobby import origins
from games.matches import absence, seating
from games.matches.archiving.packed_rows import load_result
from games.matches.limits import BLOCKS, CREATE, EMAIL_RECEIVER, EMAIL_SENDER, JOIN, NOTIFY
from games.matches.storage.rows import SeatProof
from games.models import NEWEST_FIRST, Match, Status
from games.notifying import contacts, webhooks
from games.notifying.notify import receiver_key
from games.presenting import match_view
from games.presenting.match_lists import describe_each
from games.presenting.problems import NO_ACCOUNT
from games.web.api import request_schemas, response_schemas
from games.web.api.auth import enforce_for_client, find_own_seat, find_seat_proof, is_program
from games.web.api.games_view import games_view


def require_proof(request) -> SeatProof:
    """The proof of the request; raises a Problem with status 401 if the request has none."""
    proof = find_seat_proof(request)
    if proof is None:
        raise Problem(401, "no_seat", headers=CHALLENGE_HEADERS)
    return proof


def require_counted_proof(request, match_id: str, limit: limits.Limit) -> SeatProof:
    """The proof of the request, which is counted against the limit of its seat."""
    proof = require_proof(request)
    enforce(limit, f"{match_id}:{proof.value}")
    return proof


def find_match(match_id: str) -> Match:
    return get_object_or_404(Match.objects.with_seats(), pk=match_id)


def _account(request):
    return request.user if request.user.is_authenticated else None


def admit_client(request) -> str:
    """The origin of the client; raises MatchError if staff have blocked it."""
    origin = limits.request_origin(request)
    origins.guard_not_blocked(origin)
    return origin


def describe_taken_seat(request, seat: seating.TakenSeat) -> dict:
    """The match, and the seat with its token, which is shown only now."""
    match = find_match(seat.match)
    return match_view.describe_match(match) | {
        "seat": seat.index,
        "seat_token": seat.token,
        "invite_url": request.build_absolute_uri(f"/m/{match.pk}"),
    }


def _taken_seat_response(request, seat: seating.TakenSeat) -> Response:
    location = f"/api/v1/matches/{seat.match}/"
    return Response(describe_taken_seat(request, seat), status=201, headers={"Location": location})


@games_view(
    GET=dict(
        summary="The lobby: public matches",
        description="Newest first, finished ones too. `group` finds those that belong together.",
        operation_id="matches_list",
        parameters=[
            query("game", "Only this game."),
            query("status", "Only matches in this status.", enum=Status.values),
            query("group", "Only matches of this group."),
            CURSOR,
            NUMBERED,
            PAGE_SIZE,
            LANGUAGE,
        ],
        responses={200: response_schemas.MatchPage} | problems(400),
    ),
    POST=dict(
        summary="Create a match and take its first seat",
        description="The answer holds your `seat_token`, shown this once, and `invite_url` for the others. "
        "Keep the `commitment`, then add a random number to the draws with `/seats/mine/nonce/`.",
        operation_id="matches_create",
        request=request_schemas.NewMatchIn,
        responses={201: response_schemas.TakenSeatOut} | problems(400, 403, 409),
    ),
)
def matches(request):
    return _create(request) if request.method == "POST" else _list(request)


def _list(request) -> Response:
    refuse_empty(request, ("status", "group"))
    matches = Match.objects.listed()
    if game := request.GET.get("game"):
        matches = matches.filter(game=game[:32])
    if status := request.GET.get("status"):
        if status not in Status.values:
            raise not_one_of("status", Status.values)
        matches = matches.filter(status=status)
    if group := request.GET.get("group"):
        matches = matches.filter(group=group[:32])
    page = load_list_page(request, matches.with_seats(), NEWEST_FIRST)
    return etag_response(request, page.as_body(describe_each(page.rows, match_view.describe_match)))


def _create(request) -> Response:
    enforce_for_client(request, CREATE)
    fields = request_schemas.validate_without_nonce(request_schemas.NewMatchIn, request.data)
    origin = admit_client(request)
    if not is_program(request):
        origins.guard_new_table(origin, fields["seats"])
    return _taken_seat_response(request, create_match(request, fields, origin))


def create_match(request, fields: dict, origin: str) -> seating.TakenSeat:
    """The first seat of a new match with these fields."""
    return seating.create(**fields, user=_account(request), origin=origin, is_program=is_program(request))


@games_view(
    GET=dict(
        summary="The public facts of a match",
        operation_id="matches_read",
        parameters=[LANGUAGE],
        responses={200: response_schemas.MatchOut},
    ),
)
def match(request, match_id: str):
    """Who sits where, whose turn it is, and how it ended; nothing that a seat keeps secret."""
    match = find_match(match_id)
    return etag_response(request, match_view.describe_match(match) | {"outcome": load_result(match)})


@games_view(
    POST=dict(
        summary="Take a free seat",
        operation_id="seats_take",
        request=request_schemas.TakeSeatIn,
        responses={201: response_schemas.TakenSeatOut} | problems(400, 403, 409),
    ),
)
def seats(request, match_id: str):
    """The first free seat, or the one that `seat` names.

    The answer has the token of the seat, which is shown only this once.
    """
    enforce_for_client(request, JOIN)
    fields = validate_body(request_schemas.TakeSeatIn, request.data)
    seat = seating.join(
        match_id=match_id,
        name=fields["name"],
        sent=request_schemas.read_sent_nonce(fields),
        index=fields.get("seat"),
        user=_account(request),
        origin=admit_client(request),
        is_program=fields["kind"] == "program" if "kind" in fields else is_program(request),
    )
    return _taken_seat_response(request, seat)


@games_view(
    DELETE=dict(
        summary="Give the seat back before the start",
        description="The seat is free again, and its token opens nothing any more.",
        operation_id="seats_leave",
        responses={204: None} | problems(401, 403, 409),
    ),
    PATCH=dict(
        summary="Be told by mail or webhook when this seat must decide",
        description="The owner of the email address is asked first. A webhook gets JSON that is signed with "
        "the `webhook_secret` of the answer, shown this once.",
        operation_id="seats_notify",
        request=request_schemas.NotificationIn,
        responses={200: response_schemas.WebhookOut} | problems(400, 401, 403, 409),
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
    fields = validate_body(request_schemas.NotificationIn, request.data)
    if webhook := fields.get("webhook"):
        try:
            webhooks.guard_url(webhook)
        except webhooks.Unreachable as error:
            raise Problem(400, "invalid", errors={"webhook": [str(error)]}) from error
    if mail := fields.get("mail"):
        enforce(EMAIL_SENDER, limits.client_key(request))
        enforce(EMAIL_RECEIVER, receiver_key(mail))
    secret = contacts.set_contacts(
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
    """Only the messages that your own seat sees change."""
    proof = require_counted_proof(request, match_id, BLOCKS)
    fields = validate_body(request_schemas.BlockIn, request.data)
    seating.block(match_id=match_id, proof=proof, index=fields["seat"], blocked=fields["blocked"])
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
    token = validate_body(request_schemas.ClaimIn, request.data)["token"]
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
    """All seats move up by one. The first seat that asks creates the match, the others join it."""
    enforce_for_client(request, CREATE)
    fields = request_schemas.validate_without_nonce(request_schemas.RematchIn, request.data)
    seat = seating.rematch(
        match_id=match_id,
        proof=require_proof(request),
        **fields,
        user=_account(request),
        origin=admit_client(request),
    )
    return _taken_seat_response(request, seat)


@games_view(
    POST=dict(
        summary="Take the seat back from the bot that sat in",
        operation_id="seats_return",
        responses={200: response_schemas.ViewOut} | problems(401, 403, 409),
    ),
)
def back(request, match_id: str):
    """Takes back one's own seat from the relief bot, which has played for the absent person."""
    absence.reclaim_seat(match_id=match_id, proof=require_proof(request))
    return Response(match_view.build_view(*_mine(request, match_id)))


def _mine(request, match_id: str) -> tuple[Match, int | None]:
    match = find_match(match_id)
    seat = find_own_seat(request, match)
    return match, seat.index if seat else None
