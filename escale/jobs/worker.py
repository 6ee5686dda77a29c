"""The worker: it runs each job in a thread of its own, so that a slow or failing job delays no other.

`manage.py play_worker` runs it as a separate process. In the default setup, with the embedded database
SQLite, the web server runs it. If the worker dies, nothing is lost: all waiting work is stored in the
database, and the next worker finds it there.
"""

import logging
import threading
import time
from collections.abc import Iterable

from django.db import connections

from escale.jobs.job import Job

log = logging.getLogger(__name__)
#: A failed job is tried again after its interval, but not before the first and not after the second of these.
MIN_RETRY_DELAY, MAX_RETRY_DELAY = 1.0, 60.0
#: A job that rests at least so many seconds closes its database connection before.
MIN_REST_WITHOUT_CONNECTION = 1.0
#: How many seconds `stop` waits for jobs in the middle of a step.
STOP_TIMEOUT_SECONDS = 2.0
#: A step that takes longer is reported in the log.
SLOW_STEP_SECONDS = 60.0


class JobThread(threading.Thread):
    """Runs one step of a job after the other, until it is asked to stop."""

    def __init__(self, job: Job, stop: threading.Event) -> None:
        super().__init__(name=f"job {job.name}", daemon=True)
        self.job = job
        self.step_started: float | None = None  # by time.monotonic(); None between two steps
        self._stop_event = stop

    def run(self) -> None:
        if self.job.first_after:
            self._stop_event.wait(self.job.first_after)
        while not self._stop_event.is_set():
            rest_seconds = self._do_step()
            if rest_seconds >= MIN_REST_WITHOUT_CONNECTION:
                connections.close_all()
            self._stop_event.wait(rest_seconds)
        self.job.close()
        connections.close_all()

    def _do_step(self) -> float:
        """Runs one step; returns for how many seconds the job rests now."""
        self.step_started = time.monotonic()
        try:
            has_more = self.job.step()
        except Exception:
            log.exception("job %s failed, it is tried again later", self.job.name)
            connections.close_all()
            return min(max(self.job.interval, MIN_RETRY_DELAY), MAX_RETRY_DELAY)
        finally:
            self.step_started = None
        return self.job.pause_between_steps if has_more else self.job.interval


class Worker:
    """Runs all jobs of a process."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._stop_event = threading.Event()
        self._job_threads = [JobThread(job, self._stop_event) for job in jobs]
        self._watcher = threading.Thread(target=self._watch_steps, name="job watcher", daemon=True)

    def start(self) -> None:
        for thread in (*self._job_threads, self._watcher):
            thread.start()

    def stop(self, timeout: float = STOP_TIMEOUT_SECONDS) -> None:
        """Asks all jobs to stop; returns when they have stopped, or after the timeout.

        A step that is still running after the timeout dies with the process, and the database rolls its
        transaction back.
        """
        self._stop_event.set()
        deadline = time.monotonic() + timeout
        for thread in self._job_threads:
            was_started = thread.ident is not None
            if was_started:
                thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                log.warning("job %s did not stop in time", thread.job.name)

    def _watch_steps(self) -> None:
        """Reports jobs that hang."""
        while not self._stop_event.wait(SLOW_STEP_SECONDS):
            for thread in self._job_threads:
                started = thread.step_started
                if started is None:
                    continue
                seconds = time.monotonic() - started
                if seconds > SLOW_STEP_SECONDS:
                    log.warning("job %s is in the same step for %d s", thread.job.name, seconds)
