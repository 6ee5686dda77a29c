"""The worker: it runs each job in a thread of its own, so that a slow or failing job delays no other.

`manage.py play_worker` runs it; on the embedded default the server does. If it dies nothing is lost: what
waits is stored in the database, and the next worker finds it there.
"""

import logging
import threading
import time
from collections.abc import Iterable

from django.db import connections

from escale.jobs.job import Job

log = logging.getLogger(__name__)
#: seconds until a job that failed is tried again: as long as it rests anyway, but within these bounds
RETRY_AT_LEAST, RETRY_AT_MOST = 1.0, 60.0
#: a job that rests at least so many seconds gives its database connection back meanwhile
CONNECTION_KEPT = 1.0
#: how many seconds `stop` waits for jobs that are in the middle of a step
STOP_TIMEOUT = 2.0
#: a step that takes longer than so many seconds is reported in the log
SLOW_STEP = 60.0


class JobThread(threading.Thread):
    """Does one step of a job after the other until it is asked to stop."""

    def __init__(self, job: Job, stop: threading.Event) -> None:
        super().__init__(name=f"job {job.name}", daemon=True)
        self.job = job
        self.step_started: float | None = None
        self._stop_event = stop

    def run(self) -> None:
        while not self._stop_event.is_set():
            rest = self._do_step()
            if rest >= CONNECTION_KEPT:
                connections.close_all()
            self._stop_event.wait(rest)
        self.job.close()
        connections.close_all()

    def _do_step(self) -> float:
        """Do one step; return for how many seconds the job rests now."""
        self.step_started = time.monotonic()
        try:
            has_more = self.job.step()
        except Exception:
            log.exception("job %s failed, it is tried again later", self.job.name)
            connections.close_all()
            return min(max(self.job.interval, RETRY_AT_LEAST), RETRY_AT_MOST)
        finally:
            self.step_started = None
        return self.job.pause if has_more else self.job.interval


class Worker:
    """All jobs of a process, from start to stop."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._stop_event = threading.Event()
        self._job_threads = [JobThread(job, self._stop_event) for job in jobs]
        self._watcher = threading.Thread(target=self._watch_steps, name="job watcher", daemon=True)

    def start(self) -> None:
        for thread in (*self._job_threads, self._watcher):
            thread.start()

    def stop(self, timeout: float = STOP_TIMEOUT) -> None:
        """Ask all jobs to stop, and return when they have or when the time is over.

        A step that still runs then ends with the process. Its transaction is rolled back by the database.
        """
        self._stop_event.set()
        deadline = time.monotonic() + timeout
        for thread in self._job_threads:
            if thread.ident is not None:
                thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                log.warning("job %s did not stop in time", thread.job.name)

    def _watch_steps(self) -> None:
        """Report jobs that hang."""
        while not self._stop_event.wait(SLOW_STEP):
            for thread in self._job_threads:
                started = thread.step_started
                if started is not None and time.monotonic() - started > SLOW_STEP:
                    log.warning("job %s is in the same step for %d s", thread.job.name, time.monotonic() - started)
