"""Stores the analyses of finished matches.

A reader requests an analysis, the worker computes it, and it is erased when it is old.
"""

from __future__ import annotations

import zlib
from datetime import timedelta
from typing import Any

import orjson
from django.utils import timezone

from games.core.analysis.measures import VERSION
from games.core.contract import Json
from games.models import Match, MatchAnalysis, Status
from games.registry import load_game

#: After this time an analysis is erased, and the next reader has to wait for a new one.
KEEP_FOR = timedelta(days=30)
#: the content if the match cannot be analysed
_IMPOSSIBLE = b""
ROWS_PER_STEP = 100


class CannotAnalyse(Exception):
    """Raised if the match cannot be analysed: its log does not replay, or its game has no analyst."""


def can_analyse(match: Match) -> bool:
    return match.status == Status.FINISHED and load_game(match.game).analyst is not None


def is_requested(match: Match) -> bool:
    """Whether somebody has requested this analysis, whether it is computed or not."""
    return MatchAnalysis.objects.filter(match=match).exists()


def request_analysis(match: Match) -> None:
    """Puts the match into the queue, unless it is in it or already analysed."""
    MatchAnalysis.objects.get_or_create(match=match)


def load_analysis(match: Match) -> Json | None:
    """The analysis; None until it is computed. Raises CannotAnalyse if it cannot be computed."""
    content: Any = MatchAnalysis.objects.filter(match=match).values_list("content", flat=True).first()
    if content is None:
        return None
    if bytes(content) == _IMPOSSIBLE:
        raise CannotAnalyse
    document: Json = orjson.loads(zlib.decompress(bytes(content)))
    if document["version"] != VERSION:  # An older release computed it, so the worker computes it again.
        MatchAnalysis.objects.filter(match=match).update(content=None)
        return None
    return document


def store_analysis(match: Match, document: Json | None) -> None:
    """Stores an analysis, or None for a match that cannot be analysed."""
    content = _IMPOSSIBLE if document is None else zlib.compress(orjson.dumps(document), 9)
    MatchAnalysis.objects.filter(match=match).update(content=content)


def erase_old_analyses() -> bool:
    """Erases some analyses that were requested long ago; True if there may be more."""
    old = MatchAnalysis.objects.filter(asked_at__lt=timezone.now() - KEEP_FOR)
    ids = list(old.values_list("pk", flat=True)[:ROWS_PER_STEP])
    MatchAnalysis.objects.filter(pk__in=ids).delete()
    return len(ids) == ROWS_PER_STEP
