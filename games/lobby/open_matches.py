"""Finished public matches as rows of open data: the record without names, with the times of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson
from django.db.models import QuerySet

from games.core.contract import Json
from games.matches import replay
from games.matches.storage import event_log
from games.models import Match, Status
from games.presenting.event_view import format_time
from games.presenting.match_lists import describe_each


def select_matches() -> QuerySet[Match]:
    """All matches that are open data. Imported ones were played elsewhere, so they are not."""
    return Match.objects.listed().filter(status=Status.FINISHED, imported=False).with_seats()


def describe_match(match: Match) -> Json:
    """The record of a match, without names of people, and further facts for studies."""
    record = replay.record(match)
    for index, seat in enumerate(record["seats"]):
        seat["name"] = f"Seat {index + 1}"
    times = {event.number: event.at for event in event_log.load_log(match) if event.kind == "move"}
    return {
        "id": match.pk,
        "created": match.created_at.isoformat(),
        "finished": format_time(match.moved_at) if match.moved_at else None,
        "engine_version": match.engine_version,
        "edition": match.edition,
        "times": [format_time(times[step.number]) for step in replay.steps(match)],
        "record": record,
    }


def generate_match_lines(matches: Iterable[Match]) -> Iterator[bytes]:
    """A line of JSON for each match; one that cannot be read is logged and left out."""
    for match in matches:
        for described in describe_each([match], describe_match):
            yield orjson.dumps(described) + b"\n"
