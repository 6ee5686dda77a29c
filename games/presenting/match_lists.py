"""Describes lists of matches. A match that cannot be described is logged and left out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from django.db import DatabaseError

from games.core.contract import Json
from games.models import Match

log = logging.getLogger(__name__)


def describe_each(matches: Iterable[Match], describe: Callable[[Match], Json]) -> list[Json]:
    """The description of each match, without matches that have values which this release does not know."""
    descriptions = []
    for match in matches:
        try:
            descriptions.append(describe(match))
        except DatabaseError:
            raise
        except Exception:
            log.exception("match %s cannot be described", match.pk)
    return descriptions
