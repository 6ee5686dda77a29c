"""Runs the whole site in one process: pages, API, live updates and the worker."""

import errno
import signal
import socket

import uvicorn
from django.core.management import BaseCommand, CommandError

from escale.jobs.declared import declared_jobs
from escale.jobs.worker import Worker
from escale.server import environment, first_start
from escale.server.protocol.guarded_connection import GuardedConnection
from games.live import stream

WELCOME = """
  Escale à jeux is open: %(url)s/

  Read a rule      %(url)s/en/rules/
  Play             %(url)s/en/play/
  The API          %(url)s/api/v1/docs/
  A staff account  python3 run.py manage createsuperuser, then %(url)s/admin/

  Stop with Ctrl-C.
"""


class Server(uvicorn.Server):
    """Ends open streams when it is asked to stop, because it would wait for them."""

    def handle_exit(self, sig, frame) -> None:
        stream.stop()
        super().handle_exit(sig, frame)


class Command(BaseCommand):
    help = "Prepare the database and serve the whole site from one process on http://127.0.0.1:PORT."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="The address to listen on.")
        parser.add_argument("--port", type=int, default=environment.port(), help="The port to listen on.")
        parser.add_argument(
            "--bare",
            action="store_true",
            help="Only serve: `prepare` and `play_worker` run beside (docs/deploy.md).",
        )

    def handle(self, *, host: str, port: int, bare: bool, **options) -> None:
        listener = open_listener(host, port)
        worker = Worker([] if bare else declared_jobs())
        if not bare:
            first_start.prepare(self.stdout.write)
            self.stdout.write(WELCOME % {"url": f"http://{host}:{port}"})
            worker.start()
        # Only TRUSTED_PROXIES decides; by default, uvicorn trusts forwarded addresses from this machine.
        config = uvicorn.Config(
            "escale.asgi:application",
            http=GuardedConnection,
            timeout_graceful_shutdown=5,
            log_level="warning",
            proxy_headers=False,
        )
        # Uvicorn raises the signal again when it has stopped, which must not end the process too early.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
        Server(config).run(sockets=[listener])
        worker.stop()


def open_listener(host: str, port: int) -> socket.socket:
    """A socket that listens on this address. Raises CommandError if that is not possible."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CommandError(f"PORT: {host}:{port} can not be used ({error.strerror}).") from error
        raise CommandError(
            f"PORT: {port} is taken; stop what runs there or choose another: PORT=8001."
        ) from error
    listener.listen(2048)
    return listener
