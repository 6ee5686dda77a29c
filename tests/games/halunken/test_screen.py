"""Halunken on screen: one short match of two people in two browsers, from the invitation to the result."""

import pytest
from playwright.sync_api import expect

from tests.games.http import table, to_move
from tests.games.screens import PENDING, come_to, decided, mover, open_table, sit_down, too_wide
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser


def settle(page, dive: int) -> None:
    """Tapped once a dive is chosen, tapped again the captain stands there."""
    space = page.locator(f"[data-space='{dive - 1}']")
    decided(page, lambda: [space.click() for _ in range(2)])


def take_turn(page) -> str:
    """Plays the first thing of the board that can be played: a card, a number, or a scoundrel of the other
    crew.
    """
    kind = page.evaluate(PENDING).split(".")[-2]
    thing = page.locator("escale-board-halunken [data-action]").first
    thing.click()
    expect(thing).to_have_attribute("aria-pressed", "true")
    decided(page, page.locator("[data-do=play]").click)
    return kind


def test_two_people_play_from_the_invitation_to_the_result(visitor):
    anna, bernd = visitor(), visitor(width=375)
    sit_down(bernd, open_table(anna, "halunken", ["human"], black_jack="False"))
    bernd.locator(".halunken-ring").wait_for()
    first = mover([anna, bernd])
    second = bernd if first is anna else anna
    settle(first, 1)
    second.locator("[data-space='0'][aria-label*='Anna'], [data-space='0'][aria-label*='Bernd']").wait_for()
    assert violations(second) == []
    settle(second, 4)
    kinds = set()
    while page := mover([anna, bernd]):
        kinds.add(take_turn(page))
    assert kinds >= {"choose"}
    for page in (anna, bernd):
        page.locator(".match-ending").wait_for()
        assert violations(page) == []
        assert not too_wide(page)
    totals = [
        [each.inner_text() for each in page.locator(".halunken-crew h3 strong").all()]
        for page in (anna, bernd)
    ]
    assert totals[0] == totals[1] and len(totals[0]) == 2
    for crew in anna.locator(".halunken-crew").all():
        count = crew.locator("li.doubled .halunken-card").count()
        assert f", {count})" in crew.locator("p").inner_text(), "how many cards the doubled colour has"


def test_the_arrow_keys_walk_around_the_harbour(visitor):
    page = visitor()
    page.goto("/fr/jouer/halunken/")
    page.get_by_role("button", name="Ouvrir la table").click()
    page.locator(".halunken-ring").wait_for()
    page.wait_for_function(PENDING)
    page.locator("[data-space][tabindex='0']").focus()
    start = int(page.evaluate("document.activeElement.dataset.space"))
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert int(page.evaluate("document.activeElement.dataset.space")) == (start + 1) % 14
    free = page.locator(".halunken-dive.open").first.get_attribute("data-space")
    while page.evaluate("document.activeElement.dataset.space") != free:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(":focus[aria-pressed=true]").wait_for()  # chosen, and still in focus
    page.keyboard.press("Enter")
    page.locator(".mine .halunken-suit:not(.none)").wait_for()


#: everybody walks on but one, who drinks
HANDS = (1, 2, "rum")


def test_a_number_for_a_rum_is_told_after_the_cards_were_revealed(visitor, http):
    seats = table(http, "halunken", 3, options={"black_jack": False})
    for _ in seats:
        view = to_move(seats)
        seats[view["seat"]].act(view["decisions"][0]["id"], view["menu"][0])
    for seat, card in zip(seats, HANDS, strict=True):
        seat.act(seat.view()["decisions"][0]["id"], {"type": "choose", "card": card})
    page = visitor(width=375, speed="calm", reduced_motion="no-preference")
    come_to(page, seats[0])
    view = seats[2].view()
    seats[2].act(view["decisions"][0]["id"], view["menu"][-1])
    told = page.locator(".match-prompt", has_text="rhum")
    told.wait_for()
    expect(page.locator(".match-board")).not_to_contain_text(told.inner_text().strip())  # It is said once.
    expect(page.locator(".halunken-shown")).to_have_text(["2", "7", "1"])  # the reader sits below
    page.locator("[data-do=skip]").click()
    told.wait_for(state="detached")
