"""The short form of `make faults`: a few kills, races and a stop, each compared with the log."""

import pytest

from tests.faults import scenarios, trouble
from tests.faults.__main__ import faults_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("scenario", "size"),
    [
        (scenarios.kills, {"count": 2, "moves": 60, "clients": 4}),
        (scenarios.writers, {"rounds": 5}),
        (trouble.same_key, {"rounds": 5}),
        (trouble.stops, {"streams": 20}),
    ],
)
def test_nothing_is_lost_or_doubled(scenario, size):
    report = scenarios.run(scenario, **size)
    assert faults_of(report) == 0, report
