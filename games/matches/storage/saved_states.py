"""Reads saved states. `event_log` writes one with every twentieth move."""

from __future__ import annotations

from typing import Any

from games.matches.storage import sql, states
from games.matches.storage.rows import MatchRow
from games.models import Match

_SELECT_NUMBERS = "SELECT number FROM games_savedstate WHERE match_id = %s AND number <= %s"
_SELECT_STATE = "SELECT state FROM games_savedstate WHERE match_id = %s AND number = %s"


def load_numbers(match_id: str, upto: int) -> set[int]:
    """The numbers of the moves, up to event `upto`, whose state is saved."""
    return {number for (number,) in sql.fetch_rows(_SELECT_NUMBERS, [match_id, upto])}


def load_saved_state(match: MatchRow | Match, number: int) -> Any | None:
    """The state after the move with this number; None if another move has replaced it meanwhile."""
    rows = sql.fetch_rows(_SELECT_STATE, [match.id, number])
    return states.parse_state(match, rows[0][0]) if rows else None
