"""Loads the states of matches from the database, and caches them in the memory of this process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

from games.matches.archiving.packed_rows import load_packed
from games.matches.storage import sql
from games.matches.storage.rows import MatchRow
from games.models import Match, Status
from games.registry import ENGINES

MAX_CACHED_STATES = 2000
_SELECT_STATE = "SELECT state FROM games_match WHERE id = %s AND moves = %s AND undos = %s"


class WriteConflict(Exception):
    """Raised if another request wrote the match after this request had read it, so it must be read again."""


class DamagedState(Exception):
    """The stored state of a match cannot be read.

    This is an error of the site; a client cannot do anything about it.
    """

    def __init__(self, match_id: str) -> None:
        super().__init__(f"the stored state of match {match_id} cannot be read")


class CachedState(NamedTuple):
    """A state; the pair of `undos` and `moves` grows with every state of a match."""

    undos: int
    moves: int
    state: Any


_states_by_match: OrderedDict[str, CachedState] = OrderedDict()
_lock = threading.Lock()


def load_state(match: MatchRow | Match) -> Any:
    """The state that belongs to the match as it was read; copy it before you change it."""
    with _lock:
        cached = _states_by_match.get(match.id)
        if cached and (cached.undos, cached.moves) == (match.undos, match.moves):
            _states_by_match.move_to_end(match.id)
            return cached.state
    state = _read_state(match)
    cache_state(match, state)
    return state


def _read_state(match: MatchRow | Match) -> Any:
    """The state from the database. The row of a packed match has none."""
    dumped_state = _fetch_dumped_state(match)
    if not dumped_state and match.status == Status.FINISHED:
        packed_match = load_packed(match.id)
        if packed_match is not None:
            return packed_match.last_state()
    return parse_state(match, dumped_state)


def parse_state(match: MatchRow | Match, dumped_state: str) -> Any:
    """The state from the JSON of the engine; DamagedState if it cannot be read."""
    try:
        return ENGINES[match.game].load(sql.from_json(dumped_state))
    except Exception as error:  # A damaged state may break any line that reads it.
        raise DamagedState(match.id) from error


def _fetch_dumped_state(match: MatchRow | Match) -> str:
    """The text in the row of the match; WriteConflict if another request has changed it meanwhile."""
    if isinstance(match, Match):
        return match.state
    rows = sql.fetch_rows(_SELECT_STATE, [match.id, match.moves, match.undos])
    if not rows:
        raise WriteConflict
    return rows[0][0]


def cache_state(match: MatchRow | Match, state: Any) -> None:
    with _lock:
        cached = _states_by_match.get(match.id)
        if cached and (cached.undos, cached.moves) > (match.undos, match.moves):
            return  # A slow reader must not replace a newer state.
        _states_by_match[match.id] = CachedState(match.undos, match.moves, state)
        _states_by_match.move_to_end(match.id)
        while len(_states_by_match) > MAX_CACHED_STATES:
            _states_by_match.popitem(last=False)


def clear_state_cache() -> None:
    with _lock:
        _states_by_match.clear()
