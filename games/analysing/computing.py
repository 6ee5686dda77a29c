"""Computes the requested analyses. Only the worker calls it: no HTTP request waits for one."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path

from games.analysing import analyses
from games.core.analysis.measures import write_analysis
from games.core.contract import Json
from games.matches import replay
from games.models import Match, MatchAnalysis
from games.registry import ENGINES, load_game

log = logging.getLogger(__name__)
ROOT = Path(__file__).parents[2]
#: If all processors are busy, the processes that answer requests have priority.
NICENESS = 15
#: Only a process that hangs takes this long, because the number of matches that an analysis plays is limited.
TIMEOUT_SECONDS = 3600


def analyse_next_quick_match() -> bool:
    """Analyses the match that has waited longest, of a game that takes seconds; True if there was one."""
    return _analyse_next_match([slug for slug in ENGINES if not load_game(slug).is_analyst_slow])


def analyse_next_slow_match() -> bool:
    """Does the same as `analyse_next_quick_match` for games that take a minute or more.

    They have their own queue, so that no other match waits for them.
    """
    return _analyse_next_match([slug for slug in ENGINES if load_game(slug).is_analyst_slow])


def _analyse_next_match(games: list[str]) -> bool:
    waiting = MatchAnalysis.objects.filter(content__isnull=True, match__game__in=games)
    row = waiting.order_by("asked_at").select_related("match").first()
    if row is None:
        return False
    analyses.store_analysis(row.match, _analyse_or_give_up(row.match))
    return True


def _analyse_or_give_up(match: Match) -> Json | None:
    try:
        return analyse_match(match)
    except Exception:  # Without this, one damaged match would keep all others waiting.
        log.exception("match %s cannot be analysed", match.pk)
        return None


def analyse_match(match: Match) -> Json:
    """The analysis of a match as JSON; each move has the `number` of its event in the log of the match."""
    game = load_game(match.game)
    if game.analyst is None:
        raise analyses.CannotAnalyse
    steps = replay.steps(match)
    if game.is_analyst_slow:
        document = _analyse_in_another_process(replay.record(match))
    else:
        record = replay.load_record(match)
        result = match.result or {}
        record.result = {name: result[name] for name in ("scores", "winners")}
        document = write_analysis(record, game.analyst(record))
    for move, step in zip(document["moves"], steps, strict=True):
        move["number"] = step.number
    return document


def _analyse_in_another_process(record: Json) -> Json:
    """Runs `python -m games analyse`, because in this process requests would have to wait for it."""
    command = [sys.executable, "-m", "games", "analyse", "-", "--into", "-", "--niceness", str(NICENESS)]
    text = json.dumps(record)
    finished = subprocess.run(
        command, cwd=ROOT, input=text, text=True, stdout=subprocess.PIPE, timeout=TIMEOUT_SECONDS, check=True
    )
    return json.loads(finished.stdout)
