"""Runs bots, clocks and notifications beside the web server."""

import os
import signal
import socket
import threading

from django.core.management import BaseCommand

from games.automation import worker


class Command(BaseCommand):
    help = "Play for the bots, run the clocks and notify people, until stopped. Any number may run side by side."

    def handle(self, **options) -> None:
        stop = threading.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        worker.forever(f"{socket.gethostname()}-{os.getpid()}", stop)
