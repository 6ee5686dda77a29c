"""What is selected shows on the things what it would bring, before it is played."""

import pytest
from playwright.sync_api import expect

from tests.games.played_views import walk_random_matches
from tests.games.still_tables import StillTable

pytestmark = pytest.mark.browser


def show_first_decision(visitor, http, game: str, kind: str, width: int = 375) -> StillTable:
    """The first decision of this kind in matches at random, as the seat sees it that must decide."""
    still = StillTable(visitor(width), http, game)
    for position in walk_random_matches(game, 1, 200, apart=1):
        for decision in position.record.engine.decisions(position.state):
            if decision.kind == kind:
                still.show(position, decision.seat)
                return still
    raise AssertionError(f"no decision: {kind}")


def test_an_end_of_the_row_numbers_the_cards_and_shows_where_dice_would_go(visitor, http):
    still = show_first_decision(visitor, http, "shanghaien", "direction")
    numbers = still.page.locator(".shanghaien-number")
    assert numbers.all_inner_texts() == ["·"] * 6
    still.page.locator("[data-end=right]").click()
    assert numbers.all_inner_texts() == list("654321")
    dice = still.page.evaluate("() => [...new Set(document.querySelector('escale-match').view.state.dice)]")
    slots = still.page.locator(".shanghaien-slot").all_inner_texts()
    assert sorted(slots) == sorted(str(die) for die in dice)


def test_a_dive_that_is_selected_for_the_start_shows_the_captain_there(visitor, http):
    still = show_first_decision(visitor, http, "halunken", "settle")
    expect(still.page.locator(".halunken-ghost-token")).to_have_count(0)
    still.page.locator(".halunken-dive.open").first.dispatch_event("click")
    expect(still.page.locator(".halunken-ghost-token")).to_have_count(1)


def has_inside(box: dict[str, float], x: float, y: float) -> bool:
    return box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]


@pytest.mark.parametrize(
    ("width", "words"), [(375, ".match-forecast"), (1280, ".halunken-table > .halunken-preview")]
)
def test_a_card_of_halunken_shows_its_steps_and_its_words_cover_no_captain_and_no_dive(
    width, words, visitor, http
):
    still = show_first_decision(visitor, http, "halunken", "choose", width)
    cards = still.page.locator(".halunken-walk.open")
    assert [card.locator(".walk-steps use").count() for card in cards.all()] == [1, 2, 3, 4, 5, 6, 7, 0]
    cards.nth(2).click()
    shown = still.page.locator(".halunken-preview").filter(visible=True)
    expect(shown).to_have_count(1)
    box = still.page.locator(words).bounding_box()
    for thing in still.page.locator("[data-piece], .halunken-dive .halunken-plate, .halunken-walk").all():
        place = thing.bounding_box()
        assert not has_inside(box, place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
