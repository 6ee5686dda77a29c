"""Computes the analyses that were requested. Only the worker calls it: no HTTP request waits for one."""

from __future__ import annotations

import logging

from games.analysing import analyses
from games.core.analysis.measures import write_analysis
from games.core.contract import Json
from games.matches import replay
from games.models import Match, MatchAnalysis
from games.registry import load_game

log = logging.getLogger(__name__)


def analyse_next_match() -> bool:
    """Analyses the match that has waited longest; True if there was one."""
    waiting = MatchAnalysis.objects.filter(content__isnull=True).order_by("asked_at").select_related("match")
    row = waiting.first()
    if row is None:
        return False
    analyses.store_analysis(row.match, _analyse_or_give_up(row.match))
    return True


def _analyse_or_give_up(match: Match) -> Json | None:
    try:
        return analyse_match(match)
    except Exception:  # Otherwise one damaged match would keep all others waiting.
        log.exception("match %s cannot be analysed", match.pk)
        return None


def analyse_match(match: Match) -> Json:
    """The companion of the record; each move also has the `number` of its event in the log of the match."""
    analyst = load_game(match.game).analyst
    if analyst is None:
        raise analyses.CannotAnalyse
    steps = replay.steps(match)
    record = replay.load_record(match)
    result = match.result or {}
    record.result = {name: result[name] for name in ("scores", "winners")}
    document = write_analysis(record, analyst(record))
    for move, step in zip(document["moves"], steps, strict=True):
        move["number"] = step.number
    return document
