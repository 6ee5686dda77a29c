"""python -m tests.faults [--short]: hurts the site while it is played on, and compares journals with logs."""

import argparse
import json
import sys
from collections.abc import Callable

from tests.faults import machine, scenarios, streams, trouble

#: numbers of a report that count faults
FAULTS = {
    "lost",
    "doubled",
    "gaps",
    "replay mismatch",
    "refused but logged",
    "alien",
    "order",
    "not exactly one",
}
FAULTS |= {
    "late",
    "cut",
    "early",
    "unanswered",
    "control saw nothing",
    "copy lost",
    "copy doubled",
    "copy gaps",
}
FAULTS |= {"copy replay mismatch", "wrong answers", "missed"}


def faults_of(report: dict) -> int:
    found = [value for name, value in report.items() if name in FAULTS]
    return sum(len(value) if isinstance(value, list) else value for value in found)


def plans(*, short: bool) -> list[tuple[Callable[..., dict], dict]]:
    """Each scenario with its size, on SQLite and on PostgreSQL."""
    size = {"count": 4, "moves": 150} if short else {"count": 20, "moves": 1000}
    drops = {"watchers": 40, "count": 100} if short else {"watchers": 200, "count": 1000}
    rounds = 30 if short else 300
    on_both = [
        (scenarios.kills, size),
        (scenarios.writers, {"rounds": rounds}),
        (trouble.same_key, {"rounds": rounds // 3}),
        (trouble.resignations, {"rounds": rounds // 10}),
        (trouble.stops, {}),
        (machine.clock_is_set, {}),
        (machine.backup_under_load, {}),
        (streams.drops, drops),
    ]
    return [
        (machine.full_disk, {}),
        *((scenario, more | {"postgres": kind}) for scenario, more in on_both for kind in (False, True)),
        (scenarios.database_restarts, {"mode": "fast"}),
        (scenarios.database_restarts, {"mode": "immediate"}),
        (trouble.power_fails, {}),
        (trouble.power_fails, {"careless": True}),
    ]


def main() -> int:
    names = sorted({scenario.__name__ for scenario, _ in plans(short=True)})
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="A few kills and rounds, as CI runs it.")
    parser.add_argument("--only", choices=names, metavar="NAME", help="Run only one of: %(choices)s.")
    options = parser.parse_args()
    faults = 0
    for scenario, more in plans(short=options.short):
        if options.only in (None, scenario.__name__):
            report = scenarios.run(scenario, **more)
            print(json.dumps(report), flush=True)
            faults += faults_of(report)
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
