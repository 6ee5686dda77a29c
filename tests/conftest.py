"""Fixtures of every test: counters begin at zero, and a real server with a real browser for those who ask for one."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.cache import cache

from catalogue.index import live
from rules_docs import search as rules_search

ROOT = Path(__file__).parent.parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch):
    """Tests roll the database back, versions included: what the process remembers must not outlive them."""
    cache.clear()
    live.forget()
    monkeypatch.setattr(rules_search, "_held", rules_search.Held())
    yield
    live.forget()


class Site(NamedTuple):
    """The whole site as a reader meets it: `python manage.py serve` on a database of its own."""

    url: str
    environment: dict

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=120)
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
    for _ in range(600):
        assert server.poll() is None, log.read_text(encoding="utf-8")
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"no answer from {url} within a minute\n{log.read_text(encoding='utf-8')}")


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    port = free_port()
    given = environment(folder / "data", PORT=str(port), BASE_URL=f"http://127.0.0.1:{port}")
    log = folder / "server.log"
    command = [sys.executable, "manage.py", "serve"]
    with log.open("wb") as output:
        server = subprocess.Popen(command, cwd=ROOT, env=given, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", server, log)
        yield Site(f"http://127.0.0.1:{port}", given)
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium; without one these tests are left out, unless CI says that they must run."""
    if not CHROMIUM:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no chromium was found (apt install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser, site):
    context = browser.new_context(base_url=site.url, locale="fr-FR")
    yield context
    context.close()


@pytest.fixture
def page(context, site):
    """A tab that fails its test when the page reports an error or asks a foreign host for anything."""
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
    page.on("console", lambda line: _complaint(line, page, trouble))
    page.on("request", lambda request: _foreign(request.url, site.url, trouble))
    yield page
    assert not trouble


def _complaint(line, page, trouble: list[str]) -> None:
    # That the page itself is an error page (404) is no complaint.
    if line.type == "error" and line.location["url"] != page.url:
        trouble.append(f"console: {line.text}")


def _foreign(url: str, home: str, trouble: list[str]) -> None:
    if not url.startswith((home, "data:", "blob:")):
        trouble.append(f"third party: {url}")
