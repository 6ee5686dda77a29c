"""The worker: every job has a thread of its own, so that a slow, failing or hanging job delays no other."""

import threading
import time
from types import SimpleNamespace

import pytest

from escale.jobs import worker as jobs_worker
from escale.jobs.declared import declared_jobs
from escale.jobs.job import Job
from escale.jobs.worker import JobThread, Worker
from games.automation.worker import BotsAndClocks, health
from games.models import Heartbeat

PATIENCE = 20.0


class Counter:
    """A step that counts how often it was done."""

    def __init__(self) -> None:
        self.count = 0

    def step(self) -> bool:
        self.count += 1
        return True


class Rests:
    """A stop event that notes for how long a job wanted to rest, and stops it after some rests."""

    def __init__(self, steps: int = 1) -> None:
        self.seconds: list[float] = []
        self._steps = steps

    def wait(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def is_set(self) -> bool:
        return len(self.seconds) >= self._steps


@pytest.fixture
def start():
    """Starts a worker for some jobs; it is stopped after the test."""
    workers = []

    def start(*jobs: Job) -> Worker:
        workers.append(Worker(jobs))
        workers[-1].start()
        return workers[-1]

    yield start
    for worker in workers:
        worker.stop(timeout=PATIENCE)


def wait_until(reached) -> None:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_the_apps_declare_these_jobs():
    names = [job.name for job in declared_jobs()]
    assert sorted(names) == [
        "abandoned matches",
        "analyses",
        "answers that may be given again",
        "bots and clocks",
        "contacts of finished matches",
        "erasing from the log",
        "erasing of evenings",
        "erasing of guests",
        "erasing of members",
        "erasing of old imports",
        "erasing of players",
        "imports",
        "links to loans",
        "notifications",
        "old analyses",
        "open tables",
        "origins of tables",
        "packing",
        "queue of reservations",
        "reminders of loans",
        "slow analyses",
        "slow bots",
    ]


def test_a_slow_job_delays_no_other(start):
    """Bots do not wait behind a long import."""
    release, quick = threading.Event(), Counter()
    start(Job("slow", lambda: release.wait(PATIENCE), interval=60), Job("quick", quick.step, interval=0))
    wait_until(lambda: quick.count >= 100)
    assert not release.is_set()
    release.set()


def test_a_job_that_fails_is_logged_and_tried_again_later(start, monkeypatch, caplog):
    monkeypatch.setattr(jobs_worker, "MIN_RETRY_DELAY", 0.01)
    answers, quick = [OSError("the database is away"), False], Counter()

    def step() -> bool:
        answer = answers.pop(0) if answers else False
        if isinstance(answer, Exception):
            raise answer
        return answer

    start(Job("unlucky", step, interval=0.01), Job("quick", quick.step, interval=0))
    wait_until(lambda: not answers)
    assert "job unlucky failed, it is tried again later" in caplog.text
    assert "the database is away" in caplog.text
    done = quick.count
    wait_until(lambda: quick.count > done)


@pytest.mark.parametrize(("interval", "rest"), [(0.1, 1.0), (5.0, 5.0), (3600.0, 60.0)])
def test_a_job_that_failed_rests_but_never_for_long(interval, rest):
    def fail() -> bool:
        raise OSError

    rests = Rests()
    JobThread(Job("unlucky", fail, interval=interval), rests).run()
    assert rests.seconds == [rest]


@pytest.mark.django_db(transaction=True)
def test_a_job_that_hangs_does_not_stop_the_heartbeat_of_bots_and_clocks(start, monkeypatch):
    monkeypatch.setattr("games.automation.worker.HEARTBEAT_SECONDS", 0.0)
    release, bots = threading.Event(), BotsAndClocks()
    start(
        Job("hangs", lambda: release.wait(PATIENCE), interval=60),
        Job("bots and clocks", bots.step, interval=0.01),
    )
    wait_until(Heartbeat.objects.exists)
    first = Heartbeat.objects.get().beat
    wait_until(lambda: Heartbeat.objects.get().beat > first)
    assert health(Heartbeat.objects.get().beat) == "ok"
    assert not release.is_set()
    release.set()


def test_a_job_with_more_to_do_pauses_and_one_without_rests():
    rests, answers = Rests(steps=3), [True, True, False]
    JobThread(Job("a job", lambda: answers.pop(0), interval=0.7, pause_between_steps=0.2), rests).run()
    assert rests.seconds == [0.2, 0.2, 0.7]


@pytest.mark.parametrize(("interval", "closings"), [(0.5, 1), (5.0, 3)])
def test_a_job_that_rests_long_gives_its_connection_back(monkeypatch, interval, closings):
    """One closing is that of the end."""
    closed = Counter()
    monkeypatch.setattr(jobs_worker, "connections", SimpleNamespace(close_all=closed.step))
    JobThread(Job("a job", lambda: False, interval=interval), Rests(steps=2)).run()
    assert closed.count == closings


@pytest.mark.slow
def test_a_job_may_begin_later_than_its_worker_and_a_stop_does_not_wait_for_it(start):
    steps = []
    began = time.monotonic()
    later = Job("later", lambda: steps.append(time.monotonic()) or False, interval=60, first_after=0.5)
    never = Job("never", lambda: steps.append(0.0) or False, interval=60, first_after=3600)
    worker = start(later, never)
    wait_until(lambda: steps)
    assert len(steps) == 1 and steps[0] >= began + 0.5
    worker.stop()
    assert time.monotonic() < began + 20


def test_a_stop_waits_for_steps_and_gives_back_what_they_hold():
    finished, closed = threading.Event(), threading.Event()

    def step() -> bool:
        time.sleep(0.05)
        finished.set()
        return False

    worker = Worker([Job("a job", step, interval=60, close=closed.set)])
    worker.start()
    worker.stop(timeout=PATIENCE)
    assert finished.is_set() and closed.is_set()


def test_a_stop_does_not_wait_for_a_job_that_hangs(caplog):
    release = threading.Event()
    worker = Worker([Job("hangs", lambda: release.wait(PATIENCE), interval=60)])
    worker.start()
    began = time.monotonic()
    worker.stop(timeout=0.1)
    assert time.monotonic() - began < PATIENCE / 2
    assert "job hangs did not stop in time" in caplog.text
    release.set()


def test_a_job_that_hangs_is_reported(start, monkeypatch, caplog):
    monkeypatch.setattr(jobs_worker, "SLOW_STEP_SECONDS", 0.02)
    release = threading.Event()
    start(Job("hangs", lambda: release.wait(PATIENCE), interval=60))
    wait_until(lambda: "job hangs is in the same step for" in caplog.text)
    release.set()
