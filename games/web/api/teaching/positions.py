"""The endpoints of positions of the rules: read one, and try actions in it."""

from __future__ import annotations

from rest_framework.response import Response

from escale.common import limits
from escale.common.api.bodies import validate_body
from escale.common.api.http import etag_response
from escale.common.api.problems import Problem, enforce
from escale.common.api.schema import LANGUAGE, problems
from games.core.contract import Action
from games.core.json_form import decode_all
from games.matches.limits import TRIALS
from games.presenting.problems import name_faults_of_actions, problem_of_trial
from games.presenting.teaching.positions import PlacedPosition, find_position
from games.presenting.teaching.reading_positions import describe_as_data
from games.presenting.teaching.trials import MAX_ACTIONS, TrialRefused, play_trial
from games.registry import ENGINES
from games.web.api.games_view import games_view
from games.web.api.teaching.schemas import PositionOut, TrialIn, TrialViewOut


def _find_position(position_id: str) -> PlacedPosition:
    placed = find_position(position_id)
    if placed is None:
        raise Problem(404, "not_found")
    return placed


@games_view(
    GET=dict(
        summary="A position in which a section of a rule applies, with a question and its answer",
        description="`choices` are possible answers; `POST` tries actions. Sections of rules name their "
        "positions.",
        operation_id="positions_read",
        parameters=[LANGUAGE],
        responses={200: PositionOut},
    ),
    POST=dict(
        summary="Try actions in a position: the new view, or why the rule forbids one of them",
        description="The actions are played one after the other by whoever must decide. Nothing is stored: "
        "send all of them again with the next one. Draws depend on the position and the number of the action "
        "alone.",
        operation_id="positions_try",
        request=TrialIn,
        responses={200: TrialViewOut} | problems(400, 422),
    ),
)
def position(request, position_id: str):
    placed = _find_position(position_id)
    if request.method != "POST":
        return etag_response(request, describe_as_data(placed), max_age=300)
    enforce(TRIALS, limits.client_key(request))
    actions = _read_actions(placed.game, request.data)
    try:
        return Response(play_trial(placed, actions))
    except TrialRefused as refused:
        raise problem_of_trial(refused) from refused


def _read_actions(game: str, data: object) -> list[Action]:
    """The actions of the body; raises a Problem or Malformed that names all its faults."""
    try:
        body = validate_body(TrialIn, data)
    except Problem as problem:
        sent = data.get("actions") if isinstance(data, dict) else None
        items = sent[:MAX_ACTIONS] if isinstance(sent, list) else []
        actions = {f"actions[{index}]": item for index, item in enumerate(items)}
        raise name_faults_of_actions(problem, game, actions) from None
    return decode_all(ENGINES[game].META.actions, body["actions"])
