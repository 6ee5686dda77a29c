"""Reads packed matches from the database, and caches the last few of them in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from django.db import DatabaseError

from games.core.contract import Json
from games.matches.archiving import compression
from games.matches.archiving.log_replay import MatchFacts
from games.matches.archiving.packed_log import VERSION, UnpackedLog
from games.matches.storage import sql
from games.matches.storage.rows import LoggedEvent, MatchRow
from games.models import Match, Status
from games.registry import ENGINES

MAX_CACHED_LOGS = 32
_SELECT_PACKED = """
    SELECT packed.content, games_match.game, games_match.seat_count, games_match.options, games_match.imported
    FROM games_packedmatch packed JOIN games_match ON games_match.id = packed.match_id
    WHERE packed.match_id = %s
"""
_SELECT_NAMES = 'SELECT name FROM games_seat WHERE match_id = %s ORDER BY "index"'
_logs_by_content: OrderedDict[tuple[str, bytes], UnpackedLog] = OrderedDict()
_lock = threading.Lock()


class DamagedLog(Exception):
    """The packed log of a match cannot be read. This is an error of the site, as with `DamagedState`."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"the packed log of match {match_id} cannot be read")


def load_packed(match_id: str) -> UnpackedLog | None:
    """The packed log of a match, or None if the match is not packed."""
    rows = sql.fetch_rows(_SELECT_PACKED, [match_id])
    if not rows:
        return None
    content, *facts = rows[0]
    key = (match_id, bytes(content))
    with _lock:
        if key in _logs_by_content:
            _logs_by_content.move_to_end(key)
            return _logs_by_content[key]
    try:
        log = unpack(bytes(content), *facts)
    except DatabaseError:
        raise
    except Exception as error:  # A damaged row may break any line that reads it.
        raise DamagedLog(match_id) from error
    with _lock:
        _logs_by_content[key] = log
        while len(_logs_by_content) > MAX_CACHED_LOGS:
            _logs_by_content.popitem(last=False)
    return log


def unpack(compressed: bytes, game: str, seat_count: int, options: Any, imported: bool) -> UnpackedLog:
    """The log in a packed row; any exception if the row is damaged."""
    content = compression.decompress(compressed)
    if content["version"] != VERSION:
        raise ValueError(f"version {content['version']} is not known")
    setup = content["secret"]["setup"]
    facts = MatchFacts(ENGINES[game], seat_count, sql.from_json(options), setup, bool(imported))
    return UnpackedLog(facts, content)


def load_packed_events(match_id: str) -> list[LoggedEvent] | None:
    """The packed events of a match, or None if the match is not packed."""
    log = load_packed(match_id)
    if log is None:
        return None
    return log.events_with_names([name for (name,) in sql.fetch_rows(_SELECT_NAMES, [match_id])])


def load_result(match: Match | MatchRow) -> Json | None:
    """The whole result of a match; the row of a packed one does not have the breakdown."""
    if match.status != Status.FINISHED or not match.result or "breakdown" in match.result:
        return match.result
    packed = load_packed(match.id)
    return complete_result(match.result, packed) if packed else match.result


def complete_result(result: Json, packed: UnpackedLog) -> Json:
    """The result with the breakdown of the points."""
    breakdown = packed.breakdown()
    if breakdown is None:
        return result
    return result | {"breakdown": sql.from_json(sql.to_json(breakdown))}


def clear_cache() -> None:
    with _lock:
        _logs_by_content.clear()
