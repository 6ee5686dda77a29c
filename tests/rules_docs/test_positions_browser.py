"""A position below a section: its question needs no scripts, and the board in a dialog asks the engine."""

import pytest
from playwright.sync_api import expect

from games.registry import ENGINES

pytestmark = pytest.mark.browser
#: what the board uses that is no symbol
NO_SYMBOLS = """() => [...document.querySelectorAll('dialog .match-board use[href^="#"]')]
  .map((use) => use.getAttribute('href')).filter((href) => document.querySelector(href)?.localName !== 'symbol')"""
RULE = "/en/rules/shanghaien/"


def test_a_question_is_answered_without_scripts(browser, site):
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(RULE)
    position = page.locator("#distribution [data-position]")
    expect(position.locator("img")).to_have_attribute(
        "alt", "A position in the game; it is described in words below."
    )
    choices = position.locator(".position-choice")
    right = choices.filter(has_text="Yes, that is right.")
    expect(right).to_have_count(1)
    expect(right.locator("p")).to_be_hidden()
    for index in range(choices.count()):
        choices.nth(index).locator("summary").click()
        expect(position.locator(".position-choice[open]")).to_have_count(1)
    expect(position.locator("[data-try]")).to_be_hidden()
    context.close()


@pytest.mark.parametrize("width", [375, 1280])
def test_a_position_is_tried_on_the_board_by_keyboard(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(RULE)
    button = page.locator("#place [data-try]").first
    button.focus()
    page.keyboard.press("Enter")
    board = page.locator("dialog escale-position")
    expect(board.locator("[data-part=status]")).to_be_focused()
    expect(board.locator("[data-part=status]")).to_have_text("Bernd: place one of the two dice")
    expect(board.locator("escale-board-shanghaien .shanghaien-tavern")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    board.locator("[data-menu]").first.focus()
    page.keyboard.press("Enter")
    expect(board.locator("[data-part=told]")).to_contain_text("Bernd places the")
    expect(board.locator("[data-part=status]")).to_have_text("Anna: roll two dice")
    impossible = board.locator("details.match-impossible")
    impossible.locator("summary").click()
    expect(impossible).to_contain_text("it takes two to shout Shanghai")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.position-dialog")).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.parametrize("game", ENGINES)
def test_a_position_on_a_phone_shows_its_board_with_its_pictures(page, game):
    """Symbols of a game had the names of sections, and the page then drew nothing in their place."""
    page.set_viewport_size({"width": 375, "height": 740})
    page.goto(f"/r/{game}?lang=de")
    tries = page.locator("[data-try]:visible")
    tries.first.click()
    dialog = page.locator("dialog escale-position")
    dialog.locator(".match-board svg use").first.wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('.art symbol')")
    assert page.evaluate(NO_SYMBOLS) == []
    actions = dialog.locator(".match-actions").bounding_box()
    assert actions["y"] + actions["height"] <= 740
    assert page.evaluate("document.documentElement.scrollWidth") == 375
