"""Packs finished matches: the log, the secret and the states of a match become one compressed row.

Before anything is deleted, the new row is unpacked and compared with the database. `packed_log` says which
events are packed; the others, such as messages, remain rows of the log.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from escale.common.clock import now_ms
from games.core.contract import Json
from games.matches.archiving import compression, packed_rows
from games.matches.archiving.lifetimes import OLDER_SERVERS_ANSWER, PACK_AFTER
from games.matches.archiving.log_replay import MatchFacts
from games.matches.archiving.packed_log import UnpackedLog, make_content
from games.matches.storage import sql
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import LoggedEvent
from games.matches.storage.transactions import write_transaction
from games.models import (
    Match,
    MatchEvent,
    MatchSecret,
    PackedMatch,
    Packing,
    SavedState,
    Seat,
    Status,
)
from games.registry import ENGINES

log = logging.getLogger(__name__)
MATCHES_PER_STEP = 5
#: Every release with this migration can read packed matches.
FIRST_MIGRATION = "0011_packed_matches"


class NotReproduced(Exception):
    """Raised if the packed match, unpacked again, differs from the database."""


class PackedRow(NamedTuple):
    """The values to write: the compressed log, the numbers of its events, and the result for lists."""

    content: bytes
    numbers: list[int]
    result: Json


def pack_due_matches() -> bool:
    """Packs some matches that ended long enough ago; True if there may be more."""
    if not can_all_servers_read_packed_matches():
        return False
    ids = find_due_matches(MATCHES_PER_STEP)
    for match_id in ids:
        pack(match_id)
    return len(ids) == MATCHES_PER_STEP


def can_all_servers_read_packed_matches() -> bool:
    """False while servers of an older release may still answer."""
    latest = datetime.fromtimestamp(now_ms() / 1000, UTC) - OLDER_SERVERS_ANSWER
    applied = MigrationRecorder(connection).migration_qs.filter(app="games", name=FIRST_MIGRATION)
    return applied.filter(applied__lte=latest).exists()


def find_due_matches(count: int) -> list[str]:
    """The ids of some matches that must be packed.

    Every match was created before its last move. So the condition on `created_at` changes nothing, but with
    it the database reads only the beginning of the index of unpacked matches, which is sorted by that column.
    """
    latest = now_ms() - int(PACK_AFTER.total_seconds() * 1000)
    created_before = datetime.fromtimestamp(latest / 1000, UTC)
    finished = Match.objects.filter(status=Status.FINISHED, packing=Packing.NOT_YET)
    due = finished.filter(created_at__lte=created_before, moved_at__lte=latest).order_by("created_at")
    return list(due.values_list("pk", flat=True)[:count])


def pack(match_id: str) -> bool:
    """Packs the match if it then reads exactly as before; otherwise it is never tried again."""
    match = Match.objects.with_seats().get(pk=match_id)
    try:
        packed = _make_packed_row(match)
    except DatabaseError:
        raise
    except Exception:  # A damaged match may break any line that reads it.
        log.exception("match %s cannot be packed", match_id)
        Match.objects.filter(pk=match_id).update(packing=Packing.IMPOSSIBLE)
        return False
    with write_transaction():
        locked = lock_match(match_id)
        if locked is None or locked.number != match.number:
            return False  # The match has a new event, or is deleted; a later step looks again.
        if PackedMatch.objects.filter(pk=match_id).exists():
            return False  # Another worker has packed it.
        _replace_rows(match, packed)
    return True


def _make_packed_row(match: Match) -> PackedRow:
    """The packed match; NotReproduced if it does not unpack to the same events and the same state."""
    engine, secret = ENGINES[match.game], MatchSecret.objects.get(match_id=match.pk)
    events = _load_events(match.pk)
    # Names are not packed: the unpacked log takes the present names of the seats.
    names = [seat.name for seat in match.seats.all()]
    facts = MatchFacts(engine, match.seat_count, match.options, secret.setup, match.imported)
    content = make_content(facts, events, names, _fields_of(secret))
    compressed = compression.compress(engine, content)
    unpacked = packed_rows.unpack(compressed, match.game, match.seat_count, match.options, match.imported)
    unpacked_events = unpacked.events_with_names(names)
    packed_numbers = {event.number for event in unpacked_events}
    if unpacked_events != [event for event in events if event.number in packed_numbers]:
        raise NotReproduced("the events are not those of the log")
    stored_state = engine.load(sql.from_json(match.state))
    if engine.dump(unpacked.last_state()) != engine.dump(stored_state):
        raise NotReproduced("the stored state is not the replay of the log")
    return PackedRow(compressed, sorted(packed_numbers), _short_result(match.result, unpacked))


def _short_result(result: Json, unpacked: UnpackedLog) -> Json:
    """The result without the breakdown of the points, if the packed log can give that again."""
    short = {name: value for name, value in result.items() if name != "breakdown"}
    return short if packed_rows.complete_result(short, unpacked) == result else result


def _load_events(match_id: str) -> list[LoggedEvent]:
    rows = MatchEvent.objects.filter(match_id=match_id).order_by("number")
    return [LoggedEvent(*row) for row in rows.values_list("number", "kind", "seat", "at", "data")]


def _fields_of(secret: MatchSecret) -> Json:
    fields = [field.attname for field in MatchSecret._meta.concrete_fields if not field.primary_key]
    content = {name: getattr(secret, name) for name in fields}
    if content["known"] is None:  # servers of the previous release do not know this field
        del content["known"]
    return content


def _replace_rows(match: Match, packed: PackedRow) -> None:
    PackedMatch.objects.create(match_id=match.pk, content=packed.content)
    MatchEvent.objects.filter(match_id=match.pk, number__in=packed.numbers).delete()
    MatchSecret.objects.filter(match_id=match.pk).delete()
    SavedState.objects.filter(match_id=match.pk).delete()
    Seat.objects.filter(match_id=match.pk).update(nonce="")
    Match.objects.filter(pk=match.pk).update(state="", result=packed.result, packing=Packing.DONE)


def unpack(match_id: str) -> bool:
    """Restores the rows of a packed match; False if it is not packed.

    The restored events have no idempotency keys, because those are not packed.
    """
    with write_transaction():
        row = lock_match(match_id)
        packed = packed_rows.load_packed(match_id)
        events = packed_rows.load_packed_events(match_id)
        if row is None or packed is None or events is None:
            return False
        MatchEvent.objects.bulk_create(MatchEvent(match_id=match_id, **event._asdict()) for event in events)
        MatchSecret.objects.create(match_id=match_id, **packed.secret)
        state = sql.to_json(ENGINES[row.game].dump(packed.last_state()))
        result = packed_rows.load_result(row)
        PackedMatch.objects.filter(pk=match_id).delete()
        Match.objects.filter(pk=match_id).update(state=state, result=result, packing=Packing.NOT_YET)
    return True
