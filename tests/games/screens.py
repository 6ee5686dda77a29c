"""What tests of tables on screen share: a browser for each person, and what the page itself knows."""

from __future__ import annotations

import re

#: the page's own policy forbids bare expressions, so these are functions
PENDING = "() => document.querySelector('escale-match')?.view?.decisions[0]?.id ?? null"
#: a new decision, or none, and the answer to what was sent has come too
CHANGED = """(before) => {
    const table = document.querySelector('escale-match')
    return !table.sender.pendingDecision && (table.view.decisions[0]?.id ?? null) !== before
}"""
OVER = "() => document.querySelector('escale-match')?.view?.status === 'finished'"
SEATED = "() => document.querySelector('escale-match')?.view?.seat != null"
TOKEN = "(match) => JSON.parse(localStorage['escale-seats'])[match][0].token"


def set_speed(speed: str) -> str:
    """A script that chooses how fast moves are shown; a page without an address has no storage."""
    return f"try {{ localStorage['escale-speed'] ??= '{speed}' }} catch {{}}"


def open_table(page, game: str, seats: list[str], **options: str) -> str:
    """A table by the form of the lobby, for Anna and whoever is named; its id."""
    page.goto(f"/fr/jouer/{game}/")
    page.get_by_label("Votre nom à la table").fill("Anna")
    for number, kind in enumerate(seats, start=2):
        page.locator(f"#seat{number}").select_option(kind)
    for name, value in options.items():
        page.locator(f"#o-{name}").select_option(value)
    page.get_by_role("button", name="Ouvrir la table").click()
    page.locator("escale-match[data-drawn]").wait_for()
    return re.search(r"/table/([^/]+)/", page.url)[1]


def sit_down(page, match: str, name: str = "Bernd") -> None:
    """By the address that people send each other."""
    page.goto(f"/m/{match}")
    page.locator("[data-do=join]").click()
    page.locator("escale-match [name=answer]").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_function(SEATED)


def come_to(page, seat) -> None:
    """By the address of a second screen, in the language of the browser."""
    page.goto(f"/m/{seat.match}#seat={seat.token}")
    page.locator("escale-match[data-drawn]").wait_for()


def decided(page, act) -> None:
    """Does something that answers the pending decision, once it has come, and waits until the page knows."""
    before = page.wait_for_function(PENDING).json_value()
    act()
    page.wait_for_function(CHANGED, arg=before)


def mover(pages: list):
    """Who must decide, as soon as one of the screens says so; nobody once the match is over."""
    for _ in range(1200):
        for page in pages:
            if page.evaluate(PENDING):
                return page
        if all(page.evaluate(OVER) for page in pages):
            return None
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody must decide")


def too_wide(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth") > page.viewport_size["width"]
