"""The endpoints of the luck of a match: what a seat adds, and what is revealed at the end."""

from __future__ import annotations

from escale.common.api.bodies import validate_body
from escale.common.api.http import etag_response
from escale.common.api.schema import problems
from games.matches.entered_luck import entries
from games.matches.errors import MatchError
from games.matches.limits import NONCES, REVEALS
from games.matches.luck import contributions
from games.matches.luck import draws as luck_draws
from games.models import Status
from games.web.api import request_schemas, response_schemas
from games.web.api.games_view import games_view
from games.web.api.matches import find_match, require_counted_proof
from games.web.api.play import load_current_view
from games.web.api.typed import luck_schemas, record_schemas


@games_view(
    POST=dict(
        summary="Add a random number to the draws, before the match begins",
        operation_id="seats_nonce",
        request=request_schemas.NonceIn,
        responses={200: response_schemas.ViewOut} | problems(400, 401, 403, 409),
    )
)
def nonce(request, match_id: str):
    """Send it after you have kept the `commitment`: then the house could not know it when it committed.

    `{"nonce": "…"}` is the number, `{"hash": "…"}` its SHA-256 where the match takes two steps,
    `{"nonce": null}` adds none. `fairness.seats[…].awaited` of the view says what is awaited from your seat.
    After 30 seconds the match begins without it.
    """
    proof = require_counted_proof(request, match_id, NONCES)
    sent = request_schemas.read_sent_nonce(validate_body(request_schemas.NonceIn, request.data))
    if sent is None:
        raise MatchError("one_nonce_or_hash")
    contributions.contribute(match_id=match_id, proof=proof, sent=sent)
    return load_current_view(request, match_id)


@games_view(
    POST=dict(
        summary="At a real table: enter cards that lie face up, or who begins",
        operation_id="matches_reveal",
        request=luck_schemas.LuckIn,
        responses={200: response_schemas.ViewOut} | problems(400, 401, 403, 409, 422),
    )
)
def reveal(request, match_id: str):
    """`luck.awaits` of the view names the places that are awaited, and `luck.left` the cards that can lie
    there. Actions wait until these places are entered, except those that use no card.
    """
    proof = require_counted_proof(request, match_id, REVEALS)
    fields = validate_body(luck_schemas.LuckIn, request.data)
    entries.reveal(match_id=match_id, proof=proof, entries=fields["entries"])
    return load_current_view(request, match_id)


@games_view(
    GET=dict(
        summary="Every draw of a finished match, to be repeated by the reader",
        operation_id="matches_fairness",
        responses={200: record_schemas.FairnessOut} | problems(409),
    )
)
def draws(request, match_id: str):
    """The secret, the numbers of all seats and every draw.

    `commitment` is the SHA-256 of the secret and the id.
    """
    match = find_match(match_id)
    if match.status != Status.FINISHED:
        raise MatchError("not_over")
    return etag_response(request, luck_draws.list_draws(match))
