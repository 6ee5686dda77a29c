"""Lists of matches. A row that cannot be described is logged and left out, and the others are shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from django.db import DatabaseError

from games.core.contract import Json
from games.models import Match

log = logging.getLogger(__name__)


def describe_each(matches: Iterable[Match], describe: Callable[[Match], Json]) -> list[Json]:
    """What `describe` says of each match, without those with values that this release does not know."""
    descriptions = []
    for match in matches:
        try:
            descriptions.append(describe(match))
        except DatabaseError:
            raise
        except Exception:
            log.exception("match %s cannot be described", match.pk)
    return descriptions
