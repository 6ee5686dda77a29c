"""First games in the browser: the reader makes every move, on the board where it can be tapped, to the last word."""

from itertools import cycle

import pytest
from django.urls import reverse
from django.utils import translation

from games.registry import ENGINES
from tests.games.screens import too_wide
from tests.games.web.test_tables_accessible import SCREENS, judged

pytestmark = pytest.mark.browser
SCENE = "() => document.querySelector('escale-tutorial').at"
#: the scene and its move in one look: between two looks the neighbours may go on
NOW = (
    "() => { const { at, scene } = document.querySelector('escale-tutorial'); return [at, scene.move?.action ?? null] }"
)
#: the same as tapping a thing of the board: the board proposes an action
CHOOSE = """(action) => document.querySelector('[data-part=board]').dispatchEvent(
  new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))"""
WRONG = """() => { const { scene } = document.querySelector('escale-tutorial')
  return scene.menu.find((action) => JSON.stringify(action) !== JSON.stringify(scene.move.action)) ?? null }"""


def begin(page, game: str, language: str) -> None:
    with translation.override(language):
        address = reverse("games:first_game", args=[game])
    page.clock.install(time=0)  # the pauses between the neighbours' moves need not be waited for
    page.goto(address)
    page.locator("escale-tutorial [data-play]").wait_for()


def play_a_wrong_move(page) -> bool:
    """Only a reminder comes, and the lesson stands where it was."""
    wrong, at = page.evaluate(WRONG), page.evaluate(SCENE)
    if wrong is None:
        return False
    for _ in range(2):
        page.evaluate(CHOOSE, wrong)
    assert page.locator(".lesson strong").count() == 1
    assert page.evaluate(SCENE) == at
    return True


def play_the_right_move(page, action: dict, number: int) -> None:
    """By turns proposed by the board, twice, and by the button."""
    if number % 2:
        return page.locator("[data-play]").click()
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
