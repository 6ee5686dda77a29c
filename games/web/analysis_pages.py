"""The part of a replay with the analysis of the match; it is readable without scripts."""

from __future__ import annotations

from django.http import HttpRequest

from escale.common import limits
from games.analysing import analyses
from games.core.contract import Json
from games.matches.limits import ANALYSES
from games.models import Match
from games.presenting.analyses.analysis_view import describe_analysis, list_mistakes
from games.presenting.analyses.screen_texts import ANALYSIS_TEXTS


def describe(request: HttpRequest, match: Match) -> Json:
    """The analysis if it is computed; `?analysis=1` requests it."""
    if not analyses.can_analyse(match):
        return {"can_analyse": False}
    shown: Json = {"can_analyse": True, "analysis_texts": ANALYSIS_TEXTS}
    try:
        document = analyses.load_analysis(match)
    except analyses.CannotAnalyse:
        return {"can_analyse": False}
    if document is not None:
        described = describe_analysis(match, document)
        return shown | {"analysis": described | {"mistakes": list_mistakes(described)}}
    if request.GET.get("analysis") and limits.count_request(ANALYSES, limits.client_key(request)) is None:
        analyses.request_analysis(match)
    return shown | {"is_computing": analyses.is_requested(match)}
