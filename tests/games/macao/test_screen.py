"""Les Ombres de Macao on screen: from the invitation to the result, and every kind of decision made on the
board.
"""

import pytest
from playwright.sync_api import expect

from tests.games.http import Seat, table, to_move
from tests.games.screens import OVER, TOKEN, come_to, decided, mover, open_table, sit_down, too_wide
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser

#: what is recruited for each kind of decision that only an effect brings
EFFECTS = {"contact": "dancer", "reserve": "policeman", "victim": "killer"}


def best(view: dict, kind: str = "") -> dict:
    """A sensible action for who collects members, or for who wants this kind of decision to come."""
    state, wanted = view["state"], EFFECTS.get(kind, "nobody")
    held = any(card.startswith(wanted) for card in state["seats"][view["seat"]]["blue"])

    def worth(action: dict) -> int:
        if action["type"] == "contact":
            return 3 if state["piles"][action["pile"]]["top"].startswith(wanted) and not held else 0
        if action["type"] == "discard":
            return 0 if action["card"].startswith(wanted) else 1
        return 4 if action.get("card", "").startswith(wanted) else 2

    return max(view["menu"], key=worth)


def play_on(seats: list[Seat], kind: str = "") -> Seat | None:
    """The others' and one's own moves through the API until somebody must make such a decision,
    or the end.
    """
    view = seats[0].view()
    while view["status"] != "finished":
        mover = next(seat for seat, facts in zip(seats, view["seats"], strict=True) if facts["waiting"])
        view = mover.view()
        if f".{kind}." in view["decisions"][0]["id"]:
            return mover
        view = mover.act(view["decisions"][0]["id"], best(view, kind)).json()
    return None


def waiting_for(http, kind: str) -> Seat:
    """A match in which a seat must make this kind of decision; luck may keep it out of one match, not out of
    nine.
    """
    found = (play_on(table(http, "macao"), kind) for _ in range(9))
    return next(seat for seat in found if seat)


def menu(page) -> list[dict]:
    return page.evaluate("() => document.querySelector('escale-match').view.menu")


def thing(page, action: dict):
    """What is tapped on the board for an action."""
    name = f"pile-{action['pile']}" if "pile" in action else action.get("card") or action["tile"]
    return page.locator(f'[data-thing="{name}"]')


def take(page, action: dict) -> None:
    """On the board alone: what costs is paid with the cards, the rest is tapped a second time."""

    def tap() -> None:
        thing(page, action).click()
        if action.get("pay"):
            page.locator("[data-complete]").click()
            return page.locator("[data-pay-own]").click()
        expect(thing(page, action)).to_have_attribute("aria-pressed", "true")
        thing(page, action).click()

    decided(page, tap)


def take_turns(pages: list, most: int = 60) -> set[str]:
    """People play on their boards until each kind of turn was taken there, and the game goes on."""
    taken: set[str] = set()
    for _ in range(most):
        page = mover(pages)
        new = [action for action in menu(page) if action["type"] not in taken]
        action = max(new or menu(page), key=lambda action: ("recruit", "open").count(action["type"]))
        take(page, action)
        taken.add(action["type"])
        if taken >= {"contact", "recruit"}:
            break
    return taken


def finish(seats: list[Seat], wait) -> None:
    """The rest through the API; bots take their own turns."""
    view = seats[0].view()
    while view["status"] != "finished":
        mover = next(
            (seat for seat, facts in zip(seats, view["seats"], strict=False) if facts["waiting"]), None
        )
        if mover is None:
            wait(50)
            view = seats[0].view()
        else:
            view = mover.view()
            view = (
                mover.act(view["decisions"][0]["id"], best(view)).json() if view["menu"] else seats[0].view()
            )


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (2, 1), (3, 1)])
def test_people_play_from_the_invitation_to_the_result(people, bots, visitor, http):
    pages = [visitor(width) for width in (1280, 375, 768)[:people]]
    match = open_table(pages[0], "macao", ["human"] * (people - 1) + ["easy"] * bots)
    for page, name in zip(pages[1:], ("Bernd", "Chiara"), strict=False):
        sit_down(page, match, name)
    assert take_turns(pages) >= {"contact", "recruit"}
    seats = [Seat(http, match, page.evaluate(TOKEN, match)) for page in pages]
    for page in pages[1:]:
        page.goto("about:blank")  # one screen sees the whole middle, the others come back to the end
    finish(seats, pages[0].wait_for_timeout)
    results = []
    for page in pages:
        if page is not pages[0]:
            page.goto(f"/m/{match}")
        page.wait_for_function(OVER)
        page.locator(".match-ending").wait_for()
        results.append(page.locator(".macao-result tbody tr").all_inner_texts())
        assert violations(page) == []
        assert not too_wide(page)
    assert len(results[0]) == people + bots
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("kind", ["discard", "contact", "reserve", "victim"])
def test_every_other_decision_is_made_on_the_board(kind, visitor, http):
    seat = waiting_for(http, kind)
    page = visitor(375)
    come_to(page, seat)
    assert violations(page) == []
    before = page.locator(".match-log li").count()
    take(page, menu(page)[-1])
    page.locator(".match-log li").nth(before).wait_for(state="attached")
    assert not too_wide(page)


def until_somebody_may_open(http) -> tuple[Seat, dict]:
    """Match after match: in some of them nobody ever can, hardly in twenty."""
    for _ in range(20):
        seats = table(http, "macao")
        while (view := to_move(seats)) is not None:
            for action in view["menu"]:
                if action["type"] == "open":
                    return seats[view["seat"]], action
            seats[view["seat"]].act(view["decisions"][0]["id"], best(view))
    raise AssertionError("nobody could ever open anything")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (375, 740)])
def test_establishments_lie_with_the_piles_in_sight(width, height, visitor, http):
    page = visitor(viewport={"width": width, "height": height})
    come_to(page, table(http, "macao")[0])
    things = [*page.locator(".macao-piles > li").all(), *page.locator(".macao-tiles > li").all()]
    assert len(things) > 4
    for thing_on_table in things:
        expect(thing_on_table).to_be_in_viewport(ratio=1)


def test_an_establishment_is_opened_and_paid_on_the_board(visitor, http):
    seat, action = until_somebody_may_open(http)
    page = visitor()
    come_to(page, seat)
    take(page, action)
    expect(page.locator(".macao-mine .macao-tile.opened")).to_have_count(1)


def test_a_refused_payment_opens_the_rule_and_a_better_one_is_accepted(visitor, http):
    seats = table(http, "macao")
    view = to_move(seats)
    while not any(action["type"] == "recruit" for action in view["menu"]):
        seats[view["seat"]].act(view["decisions"][0]["id"], best(view))
        view = to_move(seats)
    recruit = next(action for action in view["menu"] if action["type"] == "recruit")
    page = visitor(375)
    come_to(page, seats[view["seat"]])
    thing(page, recruit).click()
    page.locator(f'[data-own="{recruit["pay"][0]}"]').click()
    page.locator("[data-pay-own]").click()
    rule = page.locator(".match-alert .match-rule")
    rule.wait_for()
    assert rule.get_attribute("lang") == "fr"
    assert rule.locator("h3 a").get_attribute("href").split("#")[0].endswith("/macao/")
    assert page.locator(".match-alert").bounding_box()["y"] >= 0
    assert violations(page) == []
    page.locator(".match-alert [data-do=dismiss]").click()
    for name in recruit["pay"][1:]:
        page.locator(f'[data-own="{name}"]').click()
    decided(page, page.locator("[data-pay-own]").click)
    expect(page.locator(".macao-mine .macao-card.red")).to_have_count(1)
