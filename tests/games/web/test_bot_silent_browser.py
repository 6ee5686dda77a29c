"""The table says when no worker plays for the bots, and no longer when one does."""

import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import expect

from tests.games.http import Seat, begin, posted
from tests.games.screens import come_to, too_wide
from tests.serving import ROOT, Site, running
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser
SENTENCES = {
    "fr": "Le robot ne peut pas répondre pour le moment.",
    "en": "The bot cannot answer at the moment.",
    "it": "Al momento il bot non può rispondere.",
    "de": "Der Bot kann gerade nicht antworten.",
}


@pytest.fixture(scope="module")
def silent_site(tmp_path_factory) -> Site:
    """A site with its database, on which no worker runs."""
    folder = tmp_path_factory.mktemp("silent")
    with running(folder, "--bare", DEMO="0") as site:
        yield site


@pytest.fixture
def worker(silent_site):
    """Starts a worker beside the site; it is stopped after the test."""
    processes = []

    def start() -> None:
        command = [sys.executable, "manage.py", "play_worker"]
        processes.append(subprocess.Popen(command, cwd=ROOT, env=silent_site.environment))

    yield start
    for process in processes:
        process.terminate()
        process.wait(60)


@pytest.fixture
def page(browser, silent_site):
    """A tab whose timers the test moves on."""
    context = browser.new_context(
        base_url=silent_site.url, locale="fr-FR", viewport={"width": 320, "height": 800}
    )
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


@pytest.fixture
def seat(silent_site):
    """The seat of a person whose opponent, an easy bot, must decide."""
    with httpx.Client(base_url=f"{silent_site.url}/api/v1", timeout=30) as client:
        wish = {"game": "shanghaien", "seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]}
        made = posted(client, "/matches/", wish)
        (seat,) = begin([Seat(client, made["id"], made["seat_token"])])
        while (view := seat.view())["decisions"]:
            seat.act(view["decisions"][0]["id"], view["menu"][0])
        yield seat


def status(page):
    return page.locator("escale-match [data-part=botSilence]")


def test_after_fifteen_seconds_the_table_says_that_the_bot_cannot_answer(page, seat, worker):
    come_to(page, seat)
    page.clock.run_for(13_000)
    expect(status(page)).to_be_empty()
    page.clock.run_for(3000)
    expect(status(page)).to_contain_text(SENTENCES["fr"])
    assert not too_wide(page)
    assert violations(page) == []
    seat.call("POST", "messages/", {"phrase": "hello"})
    page.wait_for_function("() => document.querySelector('escale-match').view.log.at(-1).kind === 'message'")
    expect(status(page)).to_contain_text(SENTENCES["fr"])
    worker()
    expect(status(page)).to_be_empty()


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_it_says_so_in_every_language(page, seat, language):
    come_to(page, seat)
    link = page.locator(f'link[hreflang="{language}"]').get_attribute("href")
    page.goto(link)
    page.locator("escale-match[data-drawn]").wait_for()
    page.clock.run_for(16_000)
    expect(status(page)).to_contain_text(SENTENCES[language])


def test_a_pause_is_no_silence(page, seat):
    come_to(page, seat)
    seat.call("POST", "offers/", {"kind": "pause"})
    page.wait_for_function("() => document.querySelector('escale-match').view.paused")
    page.clock.run_for(16_000)
    expect(status(page)).to_be_empty()
