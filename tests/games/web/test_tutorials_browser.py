"""First games in the browser: the reader makes every move, on the board where it can be tapped, to the last
word.
"""

from itertools import cycle

import pytest
from django.urls import reverse
from django.utils import translation

from games.registry import ENGINES
from tests.games.screens import set_speed, too_wide
from tests.games.web.test_tables_accessible import SCREENS, judged

pytestmark = pytest.mark.browser
SCENE = "() => document.querySelector('escale-tutorial').at"
#: the scene and its move in one look: between two looks the neighbours may go on
NOW = (
    "() => { const { at, scene } = document.querySelector('escale-tutorial'); return [at, "
    "scene.move?.action ?? null] }"
)
#: the same as tapping a thing of the board: the board proposes an action
CHOOSE = """(action) => document.querySelector('[data-part=board]').dispatchEvent(
  new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))"""
WRONG = """() => { const { scene } = document.querySelector('escale-tutorial')
  return scene.menu.find((action) => JSON.stringify(action) !== JSON.stringify(scene.move.action)) ?? null }"""
RIGHT = """() => { const { scene } = document.querySelector('escale-tutorial')
  return scene.menu.findIndex((action) => JSON.stringify(action) === JSON.stringify(scene.move.action)) }"""


def begin(page, game: str, language: str) -> None:
    with translation.override(language):
        address = reverse("games:first_game", args=[game])
    page.add_init_script(set_speed("off"))
    page.clock.install(time=0)  # the pauses between the neighbours' moves need not be waited for
    page.goto(address)
    page.locator("escale-tutorial [data-menu]").first.wait_for()


def play_a_wrong_move(page) -> bool:
    """The lesson says why another action is better, with its rule, and stands where it was."""
    wrong, at = page.evaluate(WRONG), page.evaluate(SCENE)
    if wrong is None:
        return False
    for _ in range(2):
        page.evaluate(CHOOSE, wrong)
    assert page.locator(".lesson-answer strong").count() == 1
    assert page.locator(".lesson-answer a.lesson-rule").get_attribute("href").count("/r/") == 1
    assert page.evaluate(SCENE) == at
    return True


def play_the_right_move(page, action: dict, number: int) -> None:
    """By turns proposed by the board, twice, and by the button."""
    if number % 2:
        return page.locator(f'[data-menu="{page.evaluate(RIGHT)}"]').click()
    for _ in range(2):
        page.evaluate(CHOOSE, action)


@pytest.mark.parametrize("language", ["fr", "other"])
@pytest.mark.parametrize(("game", "other"), [*zip(ENGINES, cycle(("de", "it", "en")))])
def test_a_first_game_is_played_to_its_end(game, other, language, http, page):
    language = other if language == "other" else language
    begin(page, game, language)
    told = http.get(f"/games/{game}/tutorial/", headers={"Accept-Language": language}).json()["scenes"]
    faults, moves, wrong = judged(page, SCREENS[::3]), 0, 0
    while (now := page.evaluate(NOW))[0] < len(told) - 1:
        at, expected = now
        if expected is None:
            page.clock.fast_forward(1200)
        else:
            assert page.locator(".lesson p").first.inner_text().startswith(told[at]["say"][:30])
            wrong += play_a_wrong_move(page)
            play_the_right_move(page, expected, moves)
            moves += 1
        page.wait_for_function("(at) => document.querySelector('escale-tutorial').at > at", arg=at)
        assert not too_wide(page)
    assert moves >= 5
    assert wrong >= 3
    assert page.locator(".lesson").inner_text().startswith(told[-1]["say"][:40])
    assert faults + judged(page, SCREENS[1:3]) == []
    page.locator("[data-again]").click()
    page.wait_for_function(f"() => ({SCENE})() === 0")


def test_the_board_of_the_lesson_can_be_tapped(page):
    """Macao's first two moves with the pointer alone."""
    begin(page, "macao", "fr")
    page.clock.pause_at(60)  # the neighbours go on when they are told to
    for pile in (2, 2):
        at = page.evaluate(SCENE)
        for _ in range(2):
            page.locator(f'[data-thing="pile-{pile}"]').click()
        assert page.evaluate(SCENE) == at + 1
        page.clock.fast_forward(1200)
        page.wait_for_function("(at) => document.querySelector('escale-tutorial').at === at", arg=at + 2)


@pytest.mark.parametrize("game", ENGINES)
def test_a_question_is_answered_by_what_is_wrong_and_by_what_is_right(game, page):
    """A wrong choice is explained with its section, and the same choices stay; the right one goes on."""
    begin(page, game, "en")
    while page.evaluate("() => document.querySelector('escale-tutorial').scene.choices.length") < 2:
        at, expected = page.evaluate(NOW)
        if expected:
            page.locator(f'[data-menu="{page.evaluate(RIGHT)}"]').click()
        page.clock.fast_forward(1200)
        page.wait_for_function("(at) => document.querySelector('escale-tutorial').at > at", arg=at)
    at, right = page.evaluate(SCENE), page.evaluate(RIGHT)
    choices = page.locator(".lesson [data-menu]")
    assert choices.count() >= 2
    assert page.locator(".lesson .primary").count() == 0, "the right answer does not look different"
    wrong = page.locator(f'.lesson [data-menu]:not([data-menu="{right}"])').first
    label = wrong.inner_text().strip()
    wrong.click()
    answer = page.locator(".lesson-answer")
    assert answer.locator("strong").inner_text() == f"{label}:"
    assert len(answer.inner_text()) > len(label) + 60
    assert choices.count() >= 2 and page.evaluate(SCENE) == at
    page.locator(f'[data-menu="{right}"]').click()
    page.wait_for_function("(at) => document.querySelector('escale-tutorial').at > at", arg=at)
