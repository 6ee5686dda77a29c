"""A site for tests that break things: its processes have a database of their own, and can be killed at any
time.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests.serving import copy_prepared_data, free_port

ROOT = Path(__file__).parent.parent.parent


class Process:
    """One process of the site that can be killed at any moment and started again."""

    def __init__(self, arguments: list[str], environment: dict[str, str], log: Path) -> None:
        self.arguments, self.environment, self.log = arguments, environment, log
        self.running: subprocess.Popen | None = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.running = subprocess.Popen(
                self.arguments, cwd=ROOT, env=self.environment, stdout=output, stderr=subprocess.STDOUT
            )

    def kill(self) -> None:
        """Kill it without a warning, as the kernel does when memory is short."""
        self.running.send_signal(signal.SIGKILL)
        self.running.wait()

    def stop(self) -> float:
        """Ask it to stop, and return how many seconds it took."""
        began = time.monotonic()
        self.running.terminate()
        self.running.wait(60)
        return time.monotonic() - began


class Arena:
    """Server processes and workers over one database."""

    def __init__(
        self,
        folder: Path,
        *,
        database: str = "",
        servers: int = 1,
        workers: int = 1,
        clock: Path | None = None,
    ) -> None:
        self.folder, self.clock = folder, clock
        folder.mkdir(parents=True, exist_ok=True)
        self.environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.environment |= {"DATA_DIR": str(folder / "data"), "EMAIL_URL": "memory://", "DEMO": "0"}
        self.environment |= {"PYTHONUNBUFFERED": "1", "LOG_LEVEL": "ERROR", "TRUSTED_PROXIES": "1"}
        if clock:
            self.set_clock(0)
            self.environment["FAULTS_CLOCK"] = str(clock)
        if database:
            self.environment |= {"DATABASE_URL": database, "DATABASE_POOL": "8"}
        if database or not copy_prepared_data(folder / "data", demo=False):
            self.manage("migrate", "-v0")
        self.ports = [free_port() for _ in range(servers)]
        self.servers = [self._process(str(port), f"server-{port}.log") for port in self.ports]
        self.workers = [self._process("worker", f"worker-{n}.log") for n in range(workers)]

    def _process(self, role: str, log: str) -> Process:
        return Process(
            [sys.executable, "-m", "tests.faults.server", role], self.environment, self.folder / log
        )

    def set_clock(self, seconds: int) -> None:
        """Put the clocks of all processes forward: they are so many seconds ahead of the true time."""
        self.clock.with_suffix(".new").write_text(str(seconds))
        self.clock.with_suffix(".new").replace(self.clock)

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def __enter__(self) -> Arena:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def start(self) -> None:
        try:
            for process in (*self.servers, *self.workers):
                process.start()
            for port in self.ports:
                wait_for(port)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop all processes that run, also if starting them has failed."""
        for process in (*self.servers, *self.workers):
            if process.running is not None:
                try:
                    process.stop()
                except subprocess.TimeoutExpired:
                    process.kill()


def wait_for(port: int, seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30).close()
            return
        time.sleep(0.05)
    raise AssertionError(f"no answer on port {port} within {seconds} s")
