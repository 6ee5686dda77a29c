"""The clients' journal against the log of the matches. Every number of the verdict must be 0."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

from tests.faults.arena import Arena
from tests.faults.clients import Journal

SCRIPT = """
import json
from games.matches import replay
from games.models import Match, MatchEvent
keys = list(MatchEvent.objects.exclude(key=None).values_list("match_id", "number", "seat", "key"))
gaps = replays = 0
for match in Match.objects.with_seats():
    problem = replay.find_difference(match)
    gaps += "gap" in problem
    replays += bool(problem) and "gap" not in problem
print(json.dumps({"keys": keys, "gaps": gaps, "replays": replays}))
"""


def verdict(arena: Arena, journal: Journal) -> dict[str, int]:
    log = json.loads(arena.manage("shell", "--no-imports", "-c", SCRIPT).strip().splitlines()[-1])
    logged = {(match, key): (number, seat) for match, number, seat, key in log["keys"]}
    return {
        "lost": _lost(journal, logged),
        "doubled": len(log["keys"]) - len(logged) + _decided_twice(journal),
        "gaps": log["gaps"],
        "replay mismatch": log["replays"],
        "refused but logged": _refused(journal, logged),
        "alien": len(logged.keys() - {(line.match, line.key) for line in journal.lines}),
        "order": _disorder(journal),
    }


def _lost(journal: Journal, logged: dict) -> int:
    """Told that it was accepted, but not in the log, or elsewhere in it."""
    told = [line for line in journal.lines if line.status == 201]
    return sum(logged.get((line.match, line.key)) != (line.number, line.seat) for line in told)


def _decided_twice(journal: Journal) -> int:
    accepted = {
        (line.match, line.seat, line.decision, line.key) for line in journal.lines if line.status == 201
    }
    counted = Counter((match, seat, decision) for match, seat, decision, _key in accepted)
    return sum(count - 1 for count in counted.values())


def _refused(journal: Journal, logged: dict) -> int:
    refused = {
        (line.match, line.key) for line in journal.lines if line.status in (400, 401, 403, 404, 409, 422)
    }
    return len(refused & logged.keys())


def _disorder(journal: Journal) -> int:
    """One client plays a match: the numbers that it is told ascend in the order in which it acted."""
    told: dict[str, list[int]] = defaultdict(list)
    for line in journal.lines:
        if line.status == 201:
            told[line.match].append(line.number)
    return sum(numbers != sorted(set(numbers)) for numbers in told.values())
