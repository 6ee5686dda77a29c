"""Fixtures of every test: nothing is remembered, and a real server with a real browser for those who ask for
one.
"""

import io
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.cache import cache as kept
from django.core.management import call_command
from django.db import transaction
from hypothesis import settings

from catalogue.search.live_index import catalogue_index
from rules_docs.search.live_index import rules_index
from tests import signing_in
from tests.needs import need
from tests.serving import CHROMIUM, FLAGS, Site, running
from tests.signing_in import Account

ON_VIOLATION = """document.addEventListener('securitypolicyviolation',
  broken => window.policyBroken(`${broken.effectiveDirective} ${broken.blockedURI} on ${location.pathname}`))"""


# No test is timed: a busy machine is no fault of ours. CI tries the same cases each time, so that it judges
# the change.
settings.register_profile("escale", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("escale")


def pytest_configure(config) -> None:
    """The processes of one run share the databases that their sites begin with (tests/serving.py)."""
    if "PREPARED_DATA" not in os.environ:
        os.environ["PREPARED_DATA"] = tempfile.mkdtemp(prefix="escale-prepared-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop("PREPARED_DATA")))


def pytest_itemcollected(item) -> None:
    """Marks what runs on the database that the tests are given, and what starts a site, which takes seconds; sites
    of their own are on SQLite.
    """
    if item.get_closest_marker("django_db") or {"db", "empty"} & set(item.fixturenames):
        item.add_marker("database")
    if "site" in item.fixturenames:
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items) -> None:
    """Browser tests last: their library leaves an event loop in the thread, in which Django
    refuses to work.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(autouse=True)
def clear_caches(monkeypatch):
    """Tests roll the database back, versions included: what the process remembers must not outlive them."""
    kept.clear()
    catalogue_index.clear()
    rules_index.clear()
    yield
    catalogue_index.clear()
    rules_index.clear()


@pytest.fixture(autouse=True)
def _one_window(monkeypatch):
    """Limits count from one full minute to the next: here each test lies between two of them, however long it
    takes.
    """
    now = time.time()
    monkeypatch.setattr("escale.common.limits.time", SimpleNamespace(time=lambda: now))


@contextmanager
def filled_database(django_db_blocker, *commands: str) -> Iterator[None]:
    """What these commands load, until the block ends."""
    with django_db_blocker.unblock(), transaction.atomic():
        for command in commands:
            call_command(command, verbosity=0, stdout=io.StringIO())
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def shipped_rules(django_db_setup, django_db_blocker):
    """The shipped rules, loaded once for the tests of a module."""
    with filled_database(django_db_blocker, "load_rules"):
        yield


@pytest.fixture(scope="module")
def demo_library(django_db_setup, django_db_blocker):
    """The shipped rules and the demo library, loaded once for the tests of a module."""
    with filled_database(django_db_blocker, "load_rules", "load_demo"):
        yield


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    with running(folder) as site:
        yield site
    assert csp_reports(folder / "server.log") == []


@pytest.fixture(scope="session")
def superuser(site) -> Callable[[str], Account]:
    """An account of this name, made when the first test asks for it."""
    return cache(lambda name: signing_in.superuser(site, Account(name)))


def csp_reports(log: Path) -> list[str]:
    """What browsers reported to the site, from whatever tab: pages, frames, workers."""
    return [line for line in log.read_text(encoding="utf-8").splitlines() if '"escale.csp"' in line]


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium."""
    need(CHROMIUM, "Install Chromium: apt install chromium.")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # as long as Playwright waits for everything else
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
    """A tab that fails its test when its page reports an error, breaks its policy or asks a foreign host."""
    page = context.new_page()
    trouble = watched(page, site.url)
    yield page
    assert not trouble


def watched(page, home: str) -> list[str]:
    """What goes wrong on this tab from now on."""
    trouble: list[str] = []
    page.expose_binding("policyBroken", lambda _source, what: trouble.append(f"policy: {what}"))
    page.add_init_script(ON_VIOLATION)
    page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
    page.on("console", lambda line: complaint(line, page, trouble))
    page.on("request", lambda request: _foreign(request.url, home, trouble))
    return trouble


def complaint(line, page, trouble: list[str]) -> None:
    """An error on the console goes to the trouble, but for a page that itself is an error (404)."""
    if line.type == "error" and line.location["url"] != page.url:
        trouble.append(f"console: {line.text}")


def _foreign(url: str, home: str, trouble: list[str]) -> None:
    if not url.startswith((home, "data:", "blob:")):
        trouble.append(f"third party: {url}")
