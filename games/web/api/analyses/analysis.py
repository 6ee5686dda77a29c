"""The analysis of a finished match. The worker computes it; a request only asks for it and reads it."""

from __future__ import annotations

from rest_framework.response import Response

from escale.common import limits
from escale.common.api.http import etag_response
from escale.common.api.problems import enforce
from escale.common.api.schema import LANGUAGE, problems
from games.analysing import analyses
from games.matches.errors import MatchError
from games.matches.limits import ANALYSES
from games.models import Status
from games.presenting.analyses.analysis_view import describe_analysis
from games.web.api.analyses import schemas
from games.web.api.games_view import games_view
from games.web.api.matches import find_match

SECONDS_TO_WAIT = 2


@games_view(
    GET=dict(
        summary="What a finished match was made of: luck and skill, move by move",
        operation_id="matches_analysis",
        parameters=[LANGUAGE],
        responses={200: schemas.AnalysisOut, 202: schemas.WaitingAnalysisOut} | problems(409),
    )
)
def analysis(request, match_id: str):
    """The first request puts the match into a queue. Until the analysis is computed, each request is answered
    with 202; `Retry-After` says when to ask again. Values are chances to win, 0 to 1. All numbers of a move
    belong to the seat that made it: luck above 0 was good for it. Values are exact if `margin` is 0,
    otherwise estimates.
    """
    match = find_match(match_id)
    if match.status != Status.FINISHED:
        raise MatchError("not_over")
    if not analyses.can_analyse(match):
        raise MatchError("no_analysis")
    try:
        document = analyses.load_analysis(match)
    except analyses.CannotAnalyse as error:
        raise MatchError("no_analysis") from error
    if document is not None:
        return etag_response(request, describe_analysis(match, document))
    if not analyses.is_requested(match):
        enforce(ANALYSES, limits.client_key(request))
        analyses.request_analysis(match)
    return Response({"status": "computing"}, status=202, headers={"Retry-After": str(SECONDS_TO_WAIT)})
