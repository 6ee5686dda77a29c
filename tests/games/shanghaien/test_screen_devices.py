"""Shanghaien by keyboard, by touch, without JavaScript, with and without motion, on small and
large screens.
"""

import pytest
from playwright.sync_api import expect

from tests.games.http import table
from tests.games.screens import OVER, PENDING, come_to, decided, too_wide
from tests.games.shanghaien.screen_steps import play_by_shanghai, tap_twice

pytestmark = pytest.mark.browser

#: counts, from now on, how many things of the board moved at once
WATCH = """() => {
    window.most = 0
    const isMoving = ({ effect }) => effect.getTiming().duration > 100 && effect.target.closest('.match-board')
    const moving = () => document.getAnimations().filter(isMoving).length
    const look = () => { window.most = Math.max(window.most, moving()); requestAnimationFrame(look) }
    look()
}"""
#: keeps everything that is read out from now on
LISTEN = """() => {
    window.heard = []
    const voice = document.querySelector('[data-part=spoken]')
    new MutationObserver(() => window.heard.push(voice.textContent)).observe(voice, { childList: true })
}"""


def press_until(page, key: str, found: str, most: int = 60) -> None:
    for _ in range(most):
        if page.evaluate(f"() => document.activeElement.matches({found!r})"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{found} is not reached by {key}")


def test_the_keyboard_alone_leads_from_the_lobby_to_the_result(visitor):
    page = visitor()
    page.goto("/fr/jouer/")
    press_until(page, "Tab", "a[href$='/shanghaien/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/shanghaien/")
    press_until(page, "Tab", "#name")
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.locator(".shanghaien-row").wait_for()
    page.evaluate(LISTEN)
    for _ in range(3):
        page.wait_for_function(PENDING)
        decided(page, lambda: page.keyboard.press("1"))
    page.wait_for_function("() => window.heard.some((text) => /Anna lance.*À vous/s.test(text))")
    page.wait_for_function(PENDING)
    press_until(page, "Tab", "[data-open=settings]")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "[data-do=resign]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_function(OVER)
    page.wait_for_function("() => window.heard.some((text) => text.includes('Anna a abandonné'))")
    press_until(page, "Shift+Tab", "[data-do=rematch]")


def test_a_phone_plays_by_touch_with_the_board_in_sight(visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: True)
    page = visitor(width=375, has_touch=True, is_mobile=True, viewport={"width": 375, "height": 667})
    come_to(page, seats[view["seat"]])
    bar = page.locator(".match-actions").bounding_box()
    row = page.locator(".shanghaien-row").bounding_box()
    assert bar["height"] <= 80 < 667 / 8
    assert row["y"] + row["height"] <= bar["y"], "the whole row is seen above the bar"
    decided(page, page.get_by_role("button", name="Lancer deux dés").tap)
    for thing in ("[data-end=left]", ".shanghaien-roll [data-die]"):
        page.locator(thing).first.tap()
        decided(page, page.locator(thing).first.tap)
    expect(page.locator(".shanghaien-dice.mine .die")).to_have_count(1)
    assert not too_wide(page)


def test_without_javascript_the_table_is_read_in_words(visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: view["state"]["round"] == 2 and view["state"]["dice"])
    page = visitor(width=375, java_script_enabled=False)
    page.goto(f"/fr/jouer/table/{seats[0].match}/")
    text = page.locator("escale-match").inner_text()
    for part in ("On attend", "JavaScript", "Manche 2 sur 8", "Taverne", "Équipages", "Ce qui s’est passé"):
        assert part in text
    assert page.locator("escale-match li", has_text="dés").count() >= 2
    names = [seat["name"] for seat in view["seats"]]
    assert all(f"{name}, " in text for name in names), "both crews, with their points"
    assert not too_wide(page)
    with page.expect_navigation():
        page.get_by_role("link", name="recharger").click()
    assert "On attend" in page.locator("escale-match").inner_text()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_dice_and_cards_move_only_for_whom_they_may(motion, visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: view["decisions"][0]["kind"] == "place")
    page = visitor(reduced_motion=motion)
    come_to(page, seats[view["seat"]])
    number = view["state"]["dice"][0]
    page.evaluate(WATCH)
    tap_twice(page, f".shanghaien-roll [data-die='{number}']")
    page.locator(".shanghaien-dice.mine .die").wait_for()
    other = seats[1 - view["seat"]]
    answer = other.view()
    other.act(answer["decisions"][0]["id"], answer["menu"][0])
    page.locator(".shanghaien-roll .die").first.wait_for()
    page.wait_for_timeout(100)
    assert (page.evaluate("() => most") > 0) == (motion == "no-preference")


#: how long the ships and the waves move, and how often
HARBOUR = """() => {
  const scene = document.querySelector('.room-scene')
  const styles = [getComputedStyle(scene, '::before'), getComputedStyle(scene.querySelector('i'))]
  return styles.map((style) => [style.animationName, style.animationDuration, style.animationIterationCount])
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_harbour_comes_to_rest_within_five_seconds(motion, visitor, http):
    page = visitor(reduced_motion=motion)
    come_to(page, table(http)[0])
    for name, duration, count in page.evaluate(HARBOUR):
        assert (name == "none") == (motion == "reduce")
        assert float(duration.removesuffix("s")) <= 5 and count == "1"


def test_a_high_phone_has_a_high_window(visitor, http):
    seat = table(http)[0]
    heights = []
    for screen_height in (640, 844):
        page = visitor(viewport={"width": 375, "height": screen_height})
        come_to(page, seat)
        heights.append(page.locator(".room-scene").bounding_box()["height"])
    assert heights[1] - heights[0] > 25
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "all is in sight"


def test_the_tab_says_when_it_is_ones_turn(visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: True)
    page = visitor()
    come_to(page, seats[1 - view["seat"]])
    icon = "() => document.querySelector('link[rel=icon]').href"
    assert (page.title()[0], "favicon-turn" in page.evaluate(icon)) == ("S", False)
    play_by_shanghai(seats, lambda now: now["seat"] != view["seat"])
    page.wait_for_function("() => document.title.startsWith('●')")
    assert "favicon-turn" in page.evaluate(icon)
    assert page.request.get(page.evaluate(icon)).headers["content-type"] == "image/svg+xml"
    play_by_shanghai(seats, lambda now: now["seat"] == view["seat"])
    page.wait_for_function("() => !document.title.startsWith('●')")
    assert "favicon-turn" not in page.evaluate(icon)


def play_to_trick_in_last_round(http) -> tuple[list, dict]:
    """A table on which somebody may play a trick card in the last round: not every match comes to that."""
    while True:
        seats = table(http, options={"extra_trick": True})
        view = play_by_shanghai(
            seats,
            lambda view: view["state"]["last_round"] and any(a["type"] == "trick" for a in view["menu"]),
        )
        if view is not None:
            return seats, view


@pytest.mark.parametrize(("width", "height"), [(320, 568), (3840, 2160)])
def test_the_smallest_and_the_largest_screen(width, height, visitor, http):
    seats, view = play_to_trick_in_last_round(http)
    page = visitor(viewport={"width": width, "height": height})
    come_to(page, seats[view["seat"]])
    assert not too_wide(page)
    table_box = page.locator(".shanghaien-slate").evaluate("(box) => box.scrollWidth - box.clientWidth")
    assert table_box == 0, "all columns of the score table are seen"
    page.locator(".match-board").wait_for()
    board = page.locator(".match-board").bounding_box()
    assert board["width"] > width * (0.85 if width < 400 else 0.4)
    faces = page.locator(".shanghaien-face small").evaluate_all(
        "(all) => all.filter((each) => each.scrollWidth > each.parentElement.clientWidth).length"
    )
    assert faces == 0, "no name is cut"
