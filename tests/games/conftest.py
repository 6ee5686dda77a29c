"""The API of a running site, and browsers for people at its tables, for tests that need a real network."""

import httpx
import pytest

from tests.games.screens import set_speed
from tests.signing_in import Account


@pytest.fixture
def http(site):
    limits = httpx.Limits(max_connections=60)
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=30, limits=limits) as client:
        yield client


@pytest.fixture
def account(superuser) -> Account:
    return superuser("anna")


@pytest.fixture
def visitor(browser, site):
    """Opens one more browser of its own, without motion and scenes, that fails its test on any error of
    a script. With a `speed` the scenes are played.
    """
    opened, trouble = [], []

    def open_browser(width: int = 1280, speed: str = "off", **more):
        screen = {"locale": "fr-FR", "reduced_motion": "reduce", "viewport": {"width": width, "height": 800}}
        context = browser.new_context(base_url=site.url, **screen | more)
        context.add_init_script(set_speed(speed))
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        return page

    yield open_browser
    for context in opened:
        context.close()
    assert trouble == []
