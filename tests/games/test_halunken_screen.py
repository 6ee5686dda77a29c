"""Halunken on screen: one short match of two people in two browsers, from the invitation to the result."""

import re

import pytest

from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser

#: the page's own policy forbids bare expressions, so these are functions
PENDING = "() => document.querySelector('escale-match')?.view?.decisions[0]?.id ?? null"
CHANGED = "(before) => (document.querySelector('escale-match').view.decisions[0]?.id ?? null) !== before"
OVER = "() => document.querySelector('escale-match').view.status === 'finished'"


@pytest.fixture
def visitor(browser, site):
    """Opens one more browser of its own, silent about motion, that fails its test on any error of a script."""
    opened, trouble = [], []

    def open_browser(width: int = 1280):
        context = browser.new_context(
            base_url=site.url, locale="fr-FR", reduced_motion="reduce", viewport={"width": width, "height": 800}
        )
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        return page

    yield open_browser
    for context in opened:
        context.close()
    assert trouble == []


def invite(page) -> str:
    """A table for one more person, without Black Jack; the address to send."""
    page.goto("/fr/jouer/halunken/")
    page.get_by_label("Votre nom à la table").fill("Anna")
    page.locator("#seat2").select_option("human")
    page.locator("#o-black_jack").select_option("False")
    page.get_by_role("button", name="Ouvrir la table").click()
    page.locator("escale-match [data-do=join]").wait_for()
    return "/m/" + re.search(r"/table/([^/]+)/", page.url)[1]


def sit_down(page, address: str) -> None:
    page.goto(address)
    page.locator("[data-do=join]").click()
    page.locator("escale-match [name=answer]").fill("Bernd")
    page.keyboard.press("Enter")
    page.locator(".hl-ring").wait_for()


def settle(page, dive: int) -> None:
    """Tapped once a dive is chosen, tapped again the captain stands there."""
    page.wait_for_function(PENDING)
    before = page.evaluate(PENDING)
    for _ in range(2):
        page.locator(f"[data-space='{dive - 1}']").click()
    page.wait_for_function(CHANGED, arg=before)


def take_turn(page, kinds: set) -> bool:
    """Plays the first thing of the board that can be played: a card, a number, or a scoundrel of the other crew."""
    before = page.evaluate(PENDING)
    if before is None:
        return False
    kinds.add(before.split(".")[-2])
    thing = page.locator("escale-board-halunken [data-action]").first
    thing.click()
    assert thing.get_attribute("aria-pressed") == "true"
    page.locator("[data-do=play]").click()
    page.wait_for_function(CHANGED, arg=before)
    return True


def test_two_people_play_from_the_invitation_to_the_result(visitor):
    anna, bernd = visitor(), visitor(width=375)
    sit_down(bernd, invite(anna))
    first, second = sorted((anna, bernd), key=lambda page: page.evaluate(PENDING) is None)
    settle(first, 1)
    second.locator("[data-space='0'][aria-label*='Anna'], [data-space='0'][aria-label*='Bernd']").wait_for()
    assert violations(second) == []
    settle(second, 4)
    kinds: set[str] = set()
    for _ in range(120):
        if anna.evaluate(OVER):
            break
        if not any([take_turn(page, kinds) for page in (anna, bernd)]):
            anna.wait_for_timeout(50)
    assert kinds >= {"choose"}
    for page in (anna, bernd):
        page.locator(".match-ending").wait_for()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    totals = [[each.inner_text() for each in page.locator(".hl-crew h3 strong").all()] for page in (anna, bernd)]
    assert totals[0] == totals[1] and len(totals[0]) == 2


def test_the_arrow_keys_walk_around_the_harbour(visitor):
    page = visitor()
    page.goto("/fr/jouer/halunken/")
    page.get_by_role("button", name="Ouvrir la table").click()
    page.locator(".hl-ring").wait_for()
    page.wait_for_function(PENDING)
    page.locator("[data-space][tabindex='0']").focus()
    start = int(page.evaluate("document.activeElement.dataset.space"))
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert int(page.evaluate("document.activeElement.dataset.space")) == (start + 1) % 14
    free = page.locator(".hl-dive.open").first.get_attribute("data-space")
    while page.evaluate("document.activeElement.dataset.space") != free:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true", "chosen, and still in focus"
    page.keyboard.press("Enter")
    page.locator(".hl-crew.mine .hl-card").wait_for()
