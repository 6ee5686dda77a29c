"""Starts the whole site as a reader meets it, and knows where the browser is; needs no Django here."""

import fcntl
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
#: the same engine without windows costs half the time where Debian's package of it is installed
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
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


def copy_prepared_data(data: Path, *, demo: bool) -> bool:
    """Fills a new data folder as `manage.py prepare` does, from a copy that is made once for all tests of a run.

    False where no tests run: PREPARED_DATA names the folder of these copies (tests/conftest.py).
    """
    if "PREPARED_DATA" not in os.environ or data.exists():
        return False
    prepared = Path(os.environ["PREPARED_DATA"]) / ("demo" if demo else "empty")
    with prepared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not prepared.exists():
            unfinished = prepared.with_suffix(".new")
            given = environment(unfinished, DEMO="1" if demo else "0")
            subprocess.run(
                [sys.executable, "manage.py", "prepare"], cwd=ROOT, env=given, check=True, timeout=300
            )
            unfinished.rename(prepared)
    shutil.copytree(prepared, data)
    return True


@contextmanager
def running(folder: Path, *options: str, **more: str) -> Iterator[Site]:
    """The site on a free port or on the given one, with its rules and its demo library, until the block
    ends.
    """
    port, log = more.get("PORT") or str(free_port()), folder / "server.log"
    given = environment(folder / "data", **{"PORT": port, "BASE_URL": f"http://127.0.0.1:{port}"} | more)
    if "DATABASE_URL" not in more:
        copy_prepared_data(folder / "data", demo=more.get("DEMO") != "0")
    command = [sys.executable, "manage.py", "serve", *options]
    with log.open("wb") as output:
        server = subprocess.Popen(command, cwd=ROOT, env=given, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", server, log)
        yield Site(f"http://127.0.0.1:{port}", given)
    finally:
        server.terminate()
        server.wait(60)
