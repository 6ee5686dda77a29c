"""Runs the worker: bots, clocks, notifications, imports and the deletion of old names."""

import signal
import threading

from django.core.management import BaseCommand

from escale.jobs.declared import declared_jobs
from escale.jobs.worker import Worker


class Command(BaseCommand):
    help = (
        "Play for the bots, run the clocks, notify people and import files until stopped. Any number may run."
    )

    def handle(self, **options) -> None:
        # Both signals raise KeyboardInterrupt in this thread. The jobs run in other threads.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.default_int_handler)
        worker = Worker(declared_jobs())
        try:
            worker.start()
            threading.Event().wait()
        except KeyboardInterrupt:
            worker.stop()
