"""Steps that the screen tests of Shanghaien repeat."""

from playwright.sync_api import expect

from tests.games.http import Seat, to_move
from tests.games.screens import decided


def play_by_shanghai(seats: list[Seat], until=lambda view: False) -> dict:
    """Through the API, always shouting Shanghai as soon as one may: eight short rounds."""
    while True:
        view = to_move(seats)
        if view is None or until(view):
            return view
        seats[view["seat"]].act(view["decisions"][0]["id"], view["menu"][-1])


def wait_for_log(page, text: str) -> None:
    page.locator(".match-log li", has_text=text).last.wait_for(state="attached")


def tap_twice(page, selector: str) -> None:
    """Tapped once it is selected, tapped again it is played."""
    thing = page.locator(selector).first
    thing.click()
    expect(thing).to_have_attribute("aria-pressed", "true")
    decided(page, thing.click)


def play_first_turn(page) -> None:
    """Roll, choose the end of number 1, place a die: each on the board or in the bar."""
    decided(page, page.get_by_role("button", name="Lancer deux dés").click)
    tap_twice(page, "[data-end=right]")
    tap_twice(page, ".shanghaien-roll [data-die]")
