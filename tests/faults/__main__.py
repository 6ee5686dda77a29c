"""python -m tests.faults [--short]: hurts the site while it is played on, and compares journals with logs."""

import argparse
import json
import os
import sys

from tests.faults import scenarios, trouble

#: numbers of a report that count faults
FAULTS = {"lost", "doubled", "gaps", "replay mismatch", "refused but logged", "alien", "order", "not exactly one"}
FAULTS |= {"late", "cut", "control saw nothing"}


def faults_of(report: dict) -> int:
    return sum(value for name, value in report.items() if name in FAULTS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="A few kills and rounds, as CI runs it.")
    parser.add_argument("--only", help="Run only the scenario of this function name.")
    options = parser.parse_args()
    size = {"count": 4, "moves": 150} if options.short else {"count": 20, "moves": 1000}
    rounds = 30 if options.short else 300
    postgres = os.environ.get("FAULTS_DATABASE_URL", "")
    plans = [
        (scenarios.kills, size),
        (scenarios.writers, {"rounds": rounds}),
        (scenarios.database_restarts, {"mode": "fast"}),
        (scenarios.database_restarts, {"mode": "immediate"}),
        (trouble.power_fails, {}),
        (trouble.power_fails, {"careless": True}),
        (trouble.same_key, {"rounds": rounds // 3}),
        (trouble.stops, {}),
    ]
    if postgres:
        plans += [
            (scenarios.kills, size | {"database": postgres}),
            (scenarios.writers, {"rounds": rounds, "database": postgres}),
            (trouble.same_key, {"rounds": rounds // 3, "database": postgres}),
            (trouble.stops, {"database": postgres}),
        ]
    faults = 0
    for scenario, more in plans:
        if options.only in (None, scenario.__name__):
            report = scenarios.run(scenario, **more)
            print(json.dumps(report), flush=True)
            faults += faults_of(report)
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
