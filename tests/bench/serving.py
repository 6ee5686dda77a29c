"""A server of the site on a database of its own, and a client that times what it answers."""

import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.serving import ROOT, free_port

TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Served:
    """A running server: its address, its process, its surroundings."""

    port: int
    process: subprocess.Popen
    environment: dict[str, str]

    def times(self, paths: Sequence[str]) -> list[float]:
        """Seconds for each path, one after the other over one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        taken = []
        for path in paths:
            started = time.perf_counter()
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            taken.append(time.perf_counter() - started)
            if answer.status != 200:
                raise SystemExit(f"{path}: {answer.status}")
        return taken

    def cpu(self, paths: Sequence[str]) -> float:
        """Seconds of the server's processor for each path, on average."""
        before = self.ticks()
        self.times(paths)
        return (self.ticks() - before) / TICK / len(paths)

    def ticks(self) -> int:
        return ticks(self.process.pid)

    def megabytes(self) -> float:
        return megabytes(self.process.pid)


def ticks(pid: int) -> int:
    """Of the processor, in the process itself and in the kernel for it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def megabytes(pid: int) -> float:
    """Of memory that the process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def asgi(application: str, port: int) -> list[str]:
    return [sys.executable, "-m", "uvicorn", application, "--port", str(port), "--log-level", "error"]


@contextmanager
def served(titles: int, database: str = "") -> Iterator[Served]:
    """The site with so many titles; `database` is an empty PostgreSQL database's address, else SQLite is
    used.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        environment |= {"DATABASE_URL": database} if database else {}
        fill = f"import django; django.setup(); from tests.bench.database import prepare; prepare({titles})"
        subprocess.run([sys.executable, "-c", fill], cwd=ROOT, env=environment, check=True)
        port = free_port()
        process = subprocess.Popen(asgi("escale.asgi:application", port), cwd=ROOT, env=environment)
        try:
            wait(port, process)
            yield Served(port, process, environment)
        finally:
            process.terminate()
            process.wait(10)


def wait(port: int, process: subprocess.Popen) -> None:
    for _ in range(1800):  # three minutes: a machine may have other work
        try:
            http.client.HTTPConnection("127.0.0.1", port, timeout=2).request("GET", "/healthz")
            return
        except OSError:
            if process.poll() is not None:
                raise SystemExit("the server did not start") from None
            time.sleep(0.1)
    raise SystemExit("the server does not answer")
