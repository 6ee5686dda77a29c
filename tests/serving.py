"""Starts the whole site as a reader meets it, and knows where the browser is; needs no Django here."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]


class Site(NamedTuple):
    """The whole site as a reader meets it: `python manage.py serve` on a database of its own."""

    url: str
    environment: dict

    def manage(self, *arguments: str, **more: str) -> str:
        command, given = [sys.executable, "manage.py", *arguments], self.environment | more
        done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(data_dir: Path, **more: str) -> dict:
    """What a fresh machine has: no setting of the surrounding test run shines through."""
    names = ("PATH", "HOME", "LANG", "SYSTEMROOT")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return kept | {"DATA_DIR": str(data_dir), "EMAIL_URL": "memory://", "PYTHONUNBUFFERED": "1"} | more


def wait_for(url: str, server: subprocess.Popen, log: Path) -> None:
    ends = time.monotonic() + 180
    while time.monotonic() < ends:
        assert server.poll() is None, log.read_text(encoding="utf-8")
        try:
            urllib.request.urlopen(url, timeout=30).close()
            return
        except urllib.error.HTTPError:
            return  # it answers, if only that this name is none of its own
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no answer from {url} within three minutes\n{log.read_text(encoding='utf-8')}")


@contextmanager
def running(folder: Path, **more: str) -> Iterator[Site]:
    """The site on a free port, with its rules and its demo library, until the block ends."""
    port, log = free_port(), folder / "server.log"
    given = environment(folder / "data", **{"PORT": str(port), "BASE_URL": f"http://127.0.0.1:{port}"} | more)
    command = [sys.executable, "manage.py", "serve"]
    with log.open("wb") as output:
        server = subprocess.Popen(command, cwd=ROOT, env=given, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", server, log)
        yield Site(f"http://127.0.0.1:{port}", given)
    finally:
        server.terminate()
        server.wait(60)
