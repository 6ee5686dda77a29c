"""Who sends the request, and the matches in which this account has a seat."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from escale.common.account_tokens import MISSING_SCOPE, READ, SCOPES, opens_matches
from escale.common.api.http import etag_response, refuse_empty
from escale.common.api.lists import CURSOR, NUMBERED, load_list_page
from escale.common.api.problems import Problem, not_one_of
from escale.common.api.renderers import EventStreamRenderer
from escale.common.api.schema import LANGUAGE, PAGE_SIZE, problems, query, whole
from escale.common.models import AccountToken
from games.core.contract import Json
from games.models import NEWEST_FIRST, Match, Status
from games.presenting import match_view
from games.presenting.match_lists import describe_each
from games.presenting.problems import NO_ACCOUNT
from games.web.api import response_schemas
from games.web.api.games_view import games_view


class TokenOut(serializers.Serializer):
    """The token that was sent."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(list(SCOPES)))


class MeOut(serializers.Serializer):
    """The account that sends the request."""

    name = serializers.CharField()
    token = TokenOut(allow_null=True, help_text="Null for a session.")


class OwnMatchOut(response_schemas.MatchOut):
    """A match in which the account has a seat."""

    seat = serializers.IntegerField(help_text="The first seat of the account.")
    your_turn = serializers.BooleanField(help_text="A seat of the account must decide.")


@extend_schema_serializer(component_name="OwnMatchPage")
class OwnMatchPage(response_schemas.MatchPage):
    """A page of one's own matches."""

    results = OwnMatchOut(many=True)


def require_account(request):
    """The account of the request; a Problem for guests, and for the token of a seat."""
    if not request.user.is_authenticated:
        raise Problem(401, "no_account", NO_ACCOUNT, headers={"WWW-Authenticate": "Token"})
    return request.user


def _private(response):
    response["Vary"] = "Authorization, Cookie, Accept-Language"
    response["Cache-Control"] = "private, no-cache"
    return response


@games_view(
    GET=dict(
        summary="Who am I?",
        operation_id="me_read",
        parameters=[LANGUAGE],
        responses={200: MeOut} | problems(401),
    ),
)
def me(request):
    """The name of the account, and what the token that was sent may do."""
    account = require_account(request)
    token = request.auth if isinstance(request.auth, AccountToken) else None
    described = {"name": token.name, "scopes": token.scopes} if token else None
    return _private(etag_response(request, {"name": account.get_username(), "token": described}))


@games_view(
    GET=dict(
        summary="The matches in which I have a seat, unlisted ones too",
        operation_id="me_matches",
        parameters=[
            query("game", "Only this game."),
            query("status", "Only matches in this status.", enum=Status.values),
            query("group", "Only matches of this group."),
            CURSOR,
            NUMBERED,
            PAGE_SIZE,
            LANGUAGE,
        ],
        responses={200: OwnMatchPage} | problems(400, 401, 403),
    ),
)
def my_matches(request):
    """Newest first. `your_turn` says that a seat of the account must decide."""
    account = require_account(request)
    if isinstance(request.auth, AccountToken) and not opens_matches(request.auth):
        raise Problem(403, "missing_scope", MISSING_SCOPE, scope=READ)
    names = ("game", "status", "group")
    refuse_empty(request, names)
    filters = {name: request.GET[name][:32] for name in names if name in request.GET}
    if filters.get("status", Status.OPEN) not in Status.values:
        raise not_one_of("status", Status.values)
    # A subquery, because an account may have two seats of one match.
    own = Match.objects.filter(pk__in=account.seats.order_by().values("match"), **filters)
    page = load_list_page(request, own.with_seats(), NEWEST_FIRST)
    described = describe_each(page.rows, lambda match: _describe_own(match, account.pk))
    return _private(etag_response(request, page.as_body(described)))


def _describe_own(match: Match, account_id: int) -> Json:
    described = match_view.describe_match(match)
    own = [seat.index for seat in match.seats.all() if seat.user_id == account_id]
    your_turn = any(described["seats"][index]["waiting"] for index in own)
    return described | {"seat": own[0], "your_turn": your_turn}


@games_view(
    EventStreamRenderer,
    GET=dict(
        summary="One stream for all my seats",
        operation_id="me_stream",
        parameters=[query("after", "The id of the last event you know.", whole(0, 10**13)), LANGUAGE],
        responses={(200, "text/event-stream"): str} | problems(401, 403),
    ),
)
def stream(request):
    """Server-sent events of all matches of an account (`Authorization: Token …`), or of up to 100 seats
    (`Authorization: Seat …, …`): `started`, `turn` (your seat must decide), `offered` and `answered` (another
    seat asks for something, or answers), `finished`. The data is `{"match": …, "seat": …, "number": …}`,
    with `kind` of an offer and `accept` of an answer.

    At the beginning comes `turn` for each match that waits for you. Connect again with `Last-Event-ID`, or
    with `after`, and you get what you missed; at the seam an event may come twice. A new match of the account
    is noticed within three seconds. Ends after ten minutes."""
    if request.method == "HEAD":
        return HttpResponse(content_type="text/event-stream; charset=utf-8")
    # The ASGI server answers before this view (games/live/seat_stream.py); a WSGI server cannot stream.
    raise Problem(503, "unavailable")
