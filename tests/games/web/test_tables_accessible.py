"""Every phase of every table: no axe violation, nothing wider than the screen, in four languages and both
themes.
"""

import itertools
import random
from collections.abc import Iterator

import pytest

from games.registry import ENGINES
from tests.games.http import Seat, play_out, posted, table
from tests.games.screens import too_wide
from tests.test_pages_accessible import APPEARANCE, OTHER_SCREENS, RULES, SCREENS, look, violations

pytestmark = pytest.mark.browser
TABLE = {"fr": "/fr/jouer/table", "en": "/en/play/table", "it": "/it/gioca/tavolo", "de": "/de/spielen/tisch"}
LOOKS = itertools.cycle(
    (language, screens) for screens in (SCREENS, OTHER_SCREENS) for language in ("fr", "en", "it", "de")
)
SMALL = """() => [...document.querySelectorAll('main button, main summary, main select, main input')]
  .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden'))
  .filter((each) => { const { width, height } = each.getBoundingClientRect()
    return width && (width < 24 || height < 24) })
  .map((each) => `small target: ${each.outerHTML.slice(0, 120)}`)"""


def judged(page, screens=SCREENS) -> list[str]:
    """What is wrong with the table as it stands; the rest of the page is judged with all pages.

    The first screen is judged by all rules, another by those that depend on what a screen looks like.
    """
    faults = []
    for number, (width, theme) in enumerate(screens):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        told = violations(page, "main", APPEARANCE if number else RULES) + page.evaluate(SMALL)
        told += ["wider than the screen"] if too_wide(page) else []
        faults += [f"{width} {theme}: {fault}" for fault in told]
    return faults


def come_to(page, seat: Seat, language: str = "fr") -> None:
    page.goto("about:blank")  # a new fragment alone would not load the page again
    page.goto(f"{TABLE[language]}/{seat.match}/#seat={seat.token}")
    page.locator("escale-match[data-drawn]").wait_for()


def phases(http, game: str) -> Iterator[tuple[str, Seat]]:
    """Each kind of decision once, as it comes in matches played at random: rare ones need some matches."""
    wanted = set(ENGINES[game].META.decision_kinds)
    for _ in range(40):
        seats = table(http, game)
        view = seats[0].view()
        while view["status"] != "finished":
            seat = next(seat for seat, facts in zip(seats, view["seats"], strict=True) if facts["waiting"])
            view = seat.view()
            kind = view["decisions"][0]["kind"]
            if kind in wanted:
                wanted.remove(kind)
                yield kind, seat
                if not wanted:
                    return
            view = seat.act(view["decisions"][0]["id"], random.choice(view["menu"])).json()
    raise AssertionError(f"never came: {wanted}")


@pytest.mark.parametrize("game", ENGINES)
def test_every_kind_of_decision(game, http, page):
    faults = []
    for kind, seat in phases(http, game):
        language, screens = next(LOOKS)
        come_to(page, seat, language)
        page.evaluate("() => document.querySelectorAll('main details').forEach((each) => (each.open = true))")
        faults += [f"{kind} {language} {fault}" for fault in judged(page, screens)]
    assert faults == []


@pytest.mark.parametrize("game", ENGINES)
def test_waiting_for_people(game, http, page):
    """Who invites, and who is invited."""
    made = posted(http, "/matches/", {"game": game, "seats": [{"kind": "human"}] * 2})
    page.goto(f"/m/{made['id']}")
    page.locator("[data-do=join]").wait_for()
    faults = judged(page)
    page.locator("[data-do=join]").click()
    page.locator("escale-match [name=answer]").wait_for()
    faults += judged(page)
    come_to(page, Seat(http, made["id"], made["seat_token"]))
    assert faults + judged(page, OTHER_SCREENS) == []


def impossible(seat: Seat) -> dict:
    """An action of the game that its rules refuse now."""
    view = seat.view()
    far = {name: 99 if type(value) is int else value for name, value in view["menu"][0].items()}
    asked = [*(entry["action"] for entry in view["disabled"]), far]
    refused = (
        action for action in asked if seat.call("POST", "check/", {"action": action}).status_code == 422
    )
    return next(refused)


@pytest.mark.parametrize("game", ENGINES)
def test_a_refused_move_with_its_rule_a_question_and_the_result(game, visitor, http):
    page, seats = visitor(), table(http, game)
    mover = next(seat for seat in seats if seat.view()["decisions"])
    come_to(page, mover)
    refused = page.locator("escale-match")
    refused.evaluate("(table, action) => { table.play(action) }", impossible(mover))
    page.locator(".match-alert .match-rule").wait_for()
    faults = judged(page)
    refused.evaluate("(table) => { table.commands.resign() }")
    page.locator(".match-alert form").wait_for()
    faults += judged(page)
    play_out(seats)
    come_to(page, mover, "en")
    page.locator(".match-ending").wait_for()
    assert faults + judged(page, OTHER_SCREENS) == []


@pytest.mark.parametrize("game", ENGINES)
def test_the_replay_with_its_dice_checked(game, http, page):
    match = play_out(table(http, game))
    page.goto(f"/fr/jouer/revoir/{match}/?at=12&eyes=1")
    page.wait_for_function("() => document.querySelector('[data-part=position]')?.textContent")
    page.locator("[data-do=verify]").click()
    page.locator("[data-part=fairness] .good").wait_for()
    page.locator("[data-do=share]").click()
    faults = judged(page)
    page.goto(f"/embed/{match}/?lang=de&at=9")
    page.wait_for_function("() => document.querySelector('[data-part=position]')?.textContent")
    assert faults + look(page, OTHER_SCREENS) == []


def test_a_frame_that_offers_a_new_table(http, page):
    page.goto("/embed/new/macao/?lang=it&bot=easy")
    faults = look(page, SCREENS)
    page.locator("[data-new] button").click()
    page.locator("escale-match[data-drawn]").wait_for()
    assert faults + look(page, OTHER_SCREENS) == []
