"""The short form of `make faults`: a few kills, races, drops and a full disk, each compared with the log.

On SQLite, or on a PostgreSQL of its own where the other tests are on PostgreSQL too.
"""

import os

import pytest

from tests.faults import machine, scenarios, streams, trouble
from tests.faults.__main__ import faults_of

pytestmark = [pytest.mark.slow, pytest.mark.database]
SHORT = [
    (scenarios.kills, {"count": 2, "moves": 60, "clients": 4}),
    (scenarios.writers, {"rounds": 5}),
    (trouble.same_key, {"rounds": 5}),
    (trouble.resignations, {"rounds": 3}),
    (trouble.stops, {"streams": 20}),
    (streams.drops, {"watchers": 12, "count": 40, "kills": 1}),
]
if (
    os.geteuid() == 0 and "TEST_DATABASE_URL" not in os.environ
):  # only root may mount the small disk; CI is root
    SHORT.append((machine.full_disk, {"moves": 20, "seconds": 0.3}))


@pytest.mark.parametrize(("scenario", "size"), SHORT)
def test_nothing_is_lost_or_doubled(scenario, size):
    report = scenarios.run(scenario, postgres="TEST_DATABASE_URL" in os.environ, **size)
    report.pop("late", None)  # `make faults` says how long it took; other tests run beside this one
    assert faults_of(report) == 0, report
