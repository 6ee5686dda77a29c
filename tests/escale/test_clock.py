"""The hour that matches go by does not jump, and is the database's where several machines share one."""

import time

import pytest
from django.db import connection

from escale.common import clock


def test_setting_the_clock_of_the_machine_changes_nothing(monkeypatch):
    before = clock.now_ms()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert before <= clock.now_ms() < before + 60_000


@pytest.mark.django_db
def test_processes_agree_with_the_database(monkeypatch):
    true = time.time() * 1000
    monkeypatch.setattr(clock, "_offset", clock._offset - 3_600_000)
    clock.sync_with_database()
    wrong_by = true - clock.now_ms()
    assert abs(wrong_by) < 30_000 if connection.vendor == "postgresql" else 3_500_000 < wrong_by < 3_700_000
