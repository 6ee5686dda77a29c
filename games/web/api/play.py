"""The endpoints of a seat during a match, except its moves: view, hint, resignation, offers, messages."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.response import Response

from escale.common import limits
from escale.common.api.bodies import validate_body
from escale.common.api.http import etag_response, whole_number
from escale.common.api.problems import Problem, enforce
from escale.common.api.schema import LANGUAGE, problems, query, whole
from games.automation import hints
from games.core.json_form import encode
from games.matches import absence, takebacks
from games.matches import messages as table_messages
from games.matches.errors import MatchError
from games.matches.limits import HINTS, HINTS_BY_ADDRESS, MESSAGES, OFFERS, PAUSES, UNDO
from games.matches.storage.match_rows import load_snapshot
from games.matches.storage.presence import mark_present, present_seats
from games.matches.storage.rows import MatchRow, MatchSnapshot, SeatFacts
from games.matches.writes import guard_playable
from games.models import Status
from games.presenting import event_view, match_view
from games.presenting.match_view import ViewOptions
from games.presenting.teaching.coach import list_remarks
from games.presenting.words import Words
from games.presenting.words import names as seat_names
from games.registry import ENGINES
from games.web.api import request_schemas, response_schemas
from games.web.api.auth import SeatToken, find_seat_proof
from games.web.api.games_view import games_view
from games.web.api.matches import admit_client, require_counted_proof, require_proof


def _load_snapshot(request, match_id: str) -> MatchSnapshot:
    """The match, and the seat that the request proves.

    A request without a proof comes from a spectator. A seat token that fits no seat is an error.
    """
    snapshot = load_snapshot(match_id, find_seat_proof(request))
    if snapshot is None:
        raise MatchError("not_found")
    if snapshot.seat is None and isinstance(request.auth, SeatToken):
        raise MatchError("not_your_seat")
    if snapshot.seat is not None:
        mark_present(match_id, snapshot.seat)
    return snapshot


def load_own_snapshot(request, match_id: str) -> MatchSnapshot:
    """The match, and the seat that the request must prove."""
    require_proof(request)
    snapshot = _load_snapshot(request, match_id)
    if snapshot.seat is None:
        raise MatchError("not_your_seat")
    return snapshot


def _view_tag(match: MatchRow, seat: int | None, seats: list[SeatFacts], options: ViewOptions) -> str:
    """The ETag of a view, which changes with everything that the view shows."""
    present = sorted(present_seats(match.id, [facts.index for facts in seats]))
    blocked = [facts.blocked for facts in seats if facts.index == seat]
    fairness = match_view.load_fairness(match)
    return f"{match.id}:{match.number}:{seat}:{options}:{present}:{blocked}:{fairness}"


@games_view(
    GET=dict(
        summary="What this seat (or a spectator) may know",
        operation_id="matches_view",
        parameters=[
            query("at", "The position after this event instead of now.", whole(0, 10**6)),
            query("after", "Only the part of the log after this event.", whole(0, 10**9)),
            query("words", "1: the board in words too.", whole(0, 1)),
            query("eyes", "See a finished match as this seat saw it.", whole(0, 3)),
            LANGUAGE,
        ],
        responses={200: response_schemas.ViewOut} | problems(400, 403),
    ),
)
def view(request, match_id: str):
    """`menu` holds every action that your seat may take now; post one back as it is.

    Without a token you see what spectators see.
    """
    match, seat, table = _load_snapshot(request, match_id)
    at, eyes = whole_number(request, "at", None, 0, 10**6), whole_number(request, "eyes", None, 0, 3)
    if (at or 0) > match.number or (eyes or 0) >= match.seat_count:
        raise Problem(404, "not_found")
    if match.status == Status.FINISHED and eyes is not None:  # nothing is secret any more
        seat = eyes
    options = ViewOptions(at, whole_number(request, "after"), bool(whole_number(request, "words", 0, 0, 1)))
    # The body is built only if the client does not have it yet.
    response = etag_response(request, None, tag=_view_tag(match, seat, table.seats, options))
    if response.status_code != 304:
        response.data = match_view.build_view(match, seat, options, table)
    return _keep_private(response)


def _keep_private(response: Response) -> Response:
    """Forbids caches to show the response to another seat."""
    response["Vary"] = "Authorization, Cookie, Accept-Language"
    response["Cache-Control"] = "private, no-cache"
    return response


@games_view(
    POST=dict(
        summary="A bot's advice, against bots only",
        operation_id="matches_hint",
        responses={200: response_schemas.HintOut} | problems(401, 403, 409),
    )
)
def hint(request, match_id: str):
    """The action that a steady bot would take, in words too, with the section of the rule for its reason."""
    enforce(HINTS_BY_ADDRESS, limits.client_key(request))
    require_counted_proof(request, match_id, HINTS)
    match, seat, table = load_own_snapshot(request, match_id)
    guard_playable(match)
    hint = hints.find_hint(match.game, table, seat)
    action = encode(ENGINES[match.game].META.actions, hint.action)
    words = Words(match.game, seat_names(table.seats))
    return Response(
        {
            "action": action,
            "label": words.choice(hint.action, seat, table.state),
            "level": hints.ADVISER_LEVEL,
            "reason": words.reason(hint.reason),
            "rule": match_view.link_to_rule(match.game, hint.reason.rule),
        }
    )


@games_view(
    GET=dict(
        summary="What a coach says about your decision, the most important first",
        operation_id="matches_coach",
        parameters=[LANGUAGE],
        responses={200: response_schemas.CoachOut} | problems(401, 403),
    )
)
def coach(request, match_id: str):
    """Sentences about rules that matter now; each has a `name`, to be said once in a match."""
    return _keep_private(Response({"remarks": list_remarks(load_own_snapshot(request, match_id))}))


def load_current_view(request, match_id: str, status: int = 200) -> Response:
    """The response to a request that has changed the match."""
    match, seat, table = _load_snapshot(request, match_id)
    return Response(match_view.build_view(match, seat, table=table), status=status)


@games_view(
    POST=dict(
        summary="Give up",
        operation_id="matches_resign",
        responses={200: response_schemas.ViewOut} | problems(401, 403, 409),
    ),
)
def resignation(request, match_id: str):
    """A match of two is over; otherwise a bot plays on in this seat."""
    absence.resign(match_id=match_id, proof=require_proof(request))
    return load_current_view(request, match_id)


@games_view(
    POST=dict(
        summary="Take back one's own last action",
        operation_id="matches_undo",
        responses={200: response_schemas.ViewOut} | problems(401, 403, 409),
    ),
)
def undo(request, match_id: str):
    """Possible until something was drawn, revealed or decided since."""
    takebacks.undo(match_id=match_id, proof=require_counted_proof(request, match_id, UNDO))
    return load_current_view(request, match_id)


@games_view(
    POST=dict(
        summary="Ask the others for a take-back or a pause",
        operation_id="matches_offer",
        request=request_schemas.OfferIn,
        responses={201: response_schemas.ViewOut} | problems(400, 401, 403, 409),
    ),
)
def offers(request, match_id: str):
    """The others see it as `offer` in their views, and answer. A new offer replaces an older one."""
    proof = require_counted_proof(request, match_id, OFFERS)
    kind = validate_body(request_schemas.OfferIn, request.data)["kind"]
    takebacks.make_offer(match_id=match_id, proof=proof, kind=kind)
    return load_current_view(request, match_id, 201)


@games_view(
    POST=dict(
        summary="Agree to what another seat asks for, or not",
        operation_id="matches_answer",
        request=request_schemas.OfferAnswerIn,
        responses={200: response_schemas.ViewOut} | problems(400, 401, 403, 409),
    ),
)
def answer(request, match_id: str):
    """When all people have agreed, it is done; one refusal ends it. Bots agree to everything."""
    proof = require_counted_proof(request, match_id, OFFERS)
    accept = validate_body(request_schemas.OfferAnswerIn, request.data)["accept"]
    takebacks.answer_offer(match_id=match_id, proof=proof, accept=accept)
    return load_current_view(request, match_id)


@games_view(
    POST=dict(
        summary="End a pause",
        operation_id="matches_resume",
        responses={200: response_schemas.ViewOut} | problems(401, 403, 409),
    ),
)
def resume(request, match_id: str):
    """Any seat may end a pause; the clocks go on."""
    takebacks.resume(match_id=match_id, proof=require_counted_proof(request, match_id, PAUSES))
    return load_current_view(request, match_id)


@games_view(
    POST=dict(
        summary="Say something at the table",
        operation_id="matches_say",
        request=request_schemas.MessageIn,
        responses={201: response_schemas.ViewOut} | problems(400, 401, 403),
    ),
)
def messages(request, match_id: str):
    """Either a phrase of the list, which everybody reads in their own language, or, for accounts, a text."""
    proof = require_counted_proof(request, match_id, MESSAGES)
    admit_client(request)
    message = validate_body(request_schemas.MessageIn, request.data)
    if len(message) != 1:
        raise Problem(400, "invalid", errors={"phrase": [_("Either a phrase or a text is expected.")]})
    if "text" in message and not request.user.is_authenticated:
        raise MatchError("chat_needs_account")
    table_messages.send_message(match_id=match_id, proof=proof, **message)
    return load_current_view(request, match_id, 201)


@games_view(
    GET=dict(
        summary="The events after a number",
        operation_id="matches_events",
        parameters=[query("after", "Only later events.", whole(0, 10**9)), LANGUAGE],
        responses={200: response_schemas.EventsOut} | problems(400, 403),
    ),
)
def events(request, match_id: str):
    """What your seat may know of them. The newest number is in `number`: ask again with `after`."""
    match, seat, table = _load_snapshot(request, match_id)
    after = whole_number(request, "after", 0)
    events = event_view.describe_new_events(match, seat, table.seats, after)
    return _keep_private(
        etag_response(request, {"game": match.game, "number": match.number, "events": events})
    )
