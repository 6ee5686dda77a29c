"""The endpoint that tests the webhook of a seat."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.response import Response

from escale.common.api.schema import problems
from games.matches.errors import MatchError
from games.matches.limits import NOTIFY
from games.matches.storage.waiting_webhooks import describe_seat, make_content
from games.models import Seat
from games.notifying import webhooks
from games.web.api.auth import enforce_for_client, find_own_seat
from games.web.api.games_view import games_view
from games.web.api.matches import find_match, require_proof


class PingOut(serializers.Serializer):
    """The answer of the webhook."""

    status = serializers.IntegerField(help_text="From 200 to 299 is accepted.")


@games_view(
    POST=dict(
        summary="Send a test to the webhook of this seat",
        operation_id="seats_ping",
        responses={200: PingOut} | problems(401, 403, 409),
    ),
)
def ping(request, match_id: str):
    """The webhook gets `{"event": "ping", …}`, signed like any other; it is not sent again."""
    require_proof(request)
    enforce_for_client(request, NOTIFY)
    seat = find_own_seat(request, find_match(match_id))
    if seat is None:
        raise MatchError("not_your_seat")
    return Response({"status": _send(seat)})


def _send(seat: Seat) -> int:
    if not seat.webhook:
        raise MatchError("no_webhook")
    try:
        return webhooks.post(seat.webhook, seat.webhook_secret, make_content("ping", describe_seat(seat)))
    except (webhooks.Unreachable, OSError, ValueError) as error:
        raise MatchError("webhook_failed", why=str(error)) from error
