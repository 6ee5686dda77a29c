"""The first minute in the browser: one tap from the page of a game to a table, one sentence on the things that it is
about, a hint with its reason; each ends with one tap.
"""

import pytest
from django.urls import reverse
from django.utils import translation

from games.registry import ENGINES
from tests.games.loading import WATCH
from tests.games.screens import CHANGED, PENDING
from tests.games.web.test_tables_accessible import judged

pytestmark = pytest.mark.browser

PHONE = {"width": 375, "viewport": {"width": 375, "height": 740}, "has_touch": True}
LABELS = (
    "() => [...document.querySelectorAll('.match-actions > button')].map((button) => button.innerText.trim())"
)
LANGUAGES = {"shanghaien": "de", "halunken": "it", "macao": "en"}
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.match-coach, .match-coach *, .match-seat, .match-actions')]
    .filter((part) => part.checkVisibility())
    .map((part) => part.getBoundingClientRect())
    .filter(({ top, bottom }) => top < -1 || bottom > innerHeight + 1).length"""
SMALL = """() => [...document.querySelectorAll('.match-coach :is(a, button)')]
    .filter((part) => Math.min(part.offsetWidth, part.offsetHeight) < 44).length"""


def play_now(page, game: str, language: str) -> None:
    """From the page of the game with one tap."""
    with translation.override(language):
        page.goto(reverse("games:game", args=[game]))
    page.locator("[data-play-now] .primary").tap()
    page.locator("escale-match[data-drawn]").wait_for()
    page.wait_for_function(PENDING)


def play_any(page) -> None:
    """The first action of the menu."""
    before = page.evaluate(PENDING)
    page.evaluate("() => { const m = document.querySelector('escale-match'); m.play(m.view.menu[0]) }")
    page.wait_for_function(CHANGED, arg=before)
    page.wait_for_function(PENDING)


@pytest.mark.parametrize("game", ENGINES)
def test_one_tap_leads_to_a_table_with_a_coach(game, visitor):
    """Seven decisions with the coach: each sentence is in sight, moves nothing, and names a section."""
    page = visitor(**PHONE)
    page.add_init_script(WATCH)
    play_now(page, game, LANGUAGES.get(game, "fr"))
    sentences = []
    for _ in range(7):
        page.locator(".match-coach").wait_for(timeout=10_000)
        sentences.append(page.locator(".coach-words").inner_text())
        assert page.locator(".coach-words").get_attribute("data-rule")
        assert page.evaluate(OUT_OF_SIGHT) == 0, sentences[-1]
        assert page.evaluate(SMALL) == 0
        play_any(page)
    assert len(set(sentences)) >= 4, "the coach repeats itself"
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert judged(page, [(375, "light"), (320, "dark"), (1280, "light")]) == []


def test_what_the_coach_speaks_about_is_marked(visitor):
    page = visitor(**PHONE)
    play_now(page, "shanghaien", "en")
    page.locator(".match-coach").wait_for()
    marked = page.locator("[data-coached]")
    assert marked.count() == 1 and marked.get_attribute("data-type") == "roll"
    page.locator(".coach-words").tap()
    page.locator(".match-alert .match-rule").wait_for()


def test_the_coach_ends_with_one_tap_and_comes_back(visitor):
    page = visitor(**PHONE)
    play_now(page, "macao", "en")
    page.locator(".coach-off").tap()
    page.locator(".match-coach").wait_for(state="detached")
    play_any(page)
    page.reload()
    page.wait_for_function(PENDING)
    page.wait_for_timeout(500)
    assert page.locator(".match-coach").count() == 0
    page.locator("[data-open=settings]").tap()
    page.locator("[data-do=coach]").tap()
    page.locator(".match-coach").wait_for()


def test_the_coach_is_silent_in_the_second_match_of_a_game(visitor):
    page = visitor(**PHONE)
    for match in range(2):
        play_now(page, "halunken", "en")
        page.wait_for_timeout(500)
        assert page.locator(".match-coach").count() == 1 - match


@pytest.mark.parametrize("game", ENGINES)
def test_a_hint_says_why_and_stands_in_the_bar_once(game, visitor):
    page = visitor(**PHONE)
    play_now(page, game, "en")
    page.locator(".coach-off").tap()
    for _ in range(4):
        page.locator("[data-do=hint]").tap()
        page.locator(".match-coach").wait_for()
        text = " ".join(page.locator(".coach-words").inner_text().split())
        label = page.evaluate(
            "() => { const m = document.querySelector('escale-match'); return m.view.labels[m.view.menu.findIndex("
            "(action) => JSON.stringify(action) === JSON.stringify(m.selected))] }"
        )
        assert text.startswith(f"Hint: {label}. ") and len(text) > len(f"Hint: {label}. ") + 15
        labels = page.evaluate(LABELS)
        assert len([one for one in labels if label in one]) == 1, labels
        play_any(page)
        assert page.locator(".match-coach").count() == 0, "a hint ends with its decision"
