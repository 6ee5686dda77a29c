"""Paths of light while one pays: each runs from a chosen card to the socket of the cost that it fills."""

import pytest

from games.core.contract import Json
from tests.games.played_views import Position, read_records, walk
from tests.games.screens import too_wide
from tests.games.still_tables import StillTable
from tests.games.web.test_in_sight import LOOK, SIZES

pytestmark = pytest.mark.browser
MIN_CARDS = 3  # that pay together, members and informants
#: where each line starts and ends on the screen
LINES = """() => {
  const lines = [...document.querySelectorAll('.light-dots')]
  return lines.map((line) => {
    const { x, y } = line.ownerSVGElement.getBoundingClientRect()
    const [start, end] = [line.getPointAtLength(0), line.getPointAtLength(line.getTotalLength())]
    return [[x + start.x, y + start.y], [x + end.x, y + end.y]]
  })
}"""
MOVING_LINES = """() => [...document.querySelectorAll('.light')]
  .filter((line) => line.getAnimations({ subtree: true }).length).length"""
SETTLED = """() => Promise.all(document.querySelector('.match-board').getAnimations({ subtree: true })
  .map((animation) => animation.finished))"""


def find_payment(seats: int) -> tuple[Position, int, Json]:
    """A position, the seat that decides there, and a recruit that both a member and an informant pay for."""
    for record in read_records("macao"):
        for position in walk(record) if len(record.seats) == seats else ():
            seat = (position.deciding_seats or [0])[0]
            view = position.view(seat)
            members = view["state"]["seats"][seat]["red"]
            for action in view["menu"]:
                payers = action.get("pay", [])
                member_count = sum(card in members for card in payers)
                if (
                    action["type"] == "recruit"
                    and len(payers) >= MIN_CARDS
                    and 0 < member_count < len(payers)
                ):
                    return position, seat, action
    raise AssertionError("no such payment in any record")


def begin_payment(page, http, seats: int = 2) -> Json:
    """Opens the payment on the board; the action."""
    position, seat, action = find_payment(seats)
    StillTable(page, http, "macao").show(position, seat)
    page.locator(f'[data-thing="{action["card"]}"]').click()
    page.locator(".macao-lights").wait_for(state="attached")
    return action


def find_ends(page) -> list[tuple[str, int]]:
    """For each line the card at which it starts, and the filled socket at which it ends."""
    page.evaluate(SETTLED)
    cards = page.locator(".payer.lifted").all()
    boxes = {card.get_attribute("data-own"): card.bounding_box() for card in cards}
    sockets = [socket.bounding_box() for socket in page.locator(".pay-socket").all()]
    ends = []
    for (start_x, start_y), (end_x, end_y) in page.evaluate(LINES):
        card = next(
            name
            for name, box in boxes.items()
            if -3 <= start_x - box["x"] <= box["width"] and -12 <= start_y - box["y"] <= 12
        )
        socket = next(
            index
            for index, box in enumerate(sockets)
            if abs(box["x"] + box["width"] / 2 - end_x) <= 2 and abs(box["y"] + box["height"] - end_y) <= 2
        )
        ends.append((card, socket))
    return ends


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_a_line_leads_from_each_card_to_what_it_pays(visitor, http, width, seats):
    page = visitor(viewport={"width": width, "height": 1000})
    action = begin_payment(page, http, seats)
    for count, card in enumerate(action["pay"], start=1):
        page.locator(f'[data-own="{card}"]').click()
        assert page.locator(".payer.lifted").count() == count
        ends = find_ends(page)
        filled = [
            index
            for index, socket in enumerate(page.locator(".pay-socket").all())
            if "filled" in socket.get_attribute("class")
        ]
        assert sorted(socket for _card, socket in ends) == filled
        idle = page.locator(".payer.lifted.idle").evaluate_all(
            "(cards) => cards.map((card) => card.dataset.own)"
        )
        assert {name for name, _socket in ends} == {*action["pay"][:count]} - {*idle}
    assert not too_wide(page)
    page.set_viewport_size({"width": width + 100, "height": 1000})
    page.wait_for_timeout(100)
    assert len(find_ends(page)) == page.locator(".pay-socket.filled").count()


def test_a_line_goes_with_its_card_and_all_go_with_the_payment(visitor, http):
    page = visitor()
    action = begin_payment(page, http)
    first, second = (page.locator(f'[data-own="{card}"]') for card in action["pay"][:2])
    first.click()
    second.click()
    first.click()
    assert [card for card, _socket in find_ends(page)] == [action["pay"][1]]
    page.locator("[data-clear-pay]").click()
    assert page.evaluate(LINES) == []
    page.locator("[data-complete]").click()
    assert len(page.evaluate(LINES)) == page.locator(".pay-socket").count()
    page.keyboard.press("Escape")
    assert page.locator(".macao-lights").count() == 0


@pytest.mark.parametrize(("motion", "moving"), [("reduce", [0, 0]), ("no-preference", [1, 1])])
def test_only_a_new_line_moves_and_none_where_motion_is_not_wanted(visitor, http, motion, moving):
    page = visitor(reduced_motion=motion)
    action = begin_payment(page, http)
    found = []
    for card in action["pay"][:2]:
        page.locator(f'[data-own="{card}"]').click()
        found.append(page.evaluate(MOVING_LINES))
    assert found == moving


def test_a_filled_socket_says_who_pays(visitor, http):
    page = visitor()
    action = begin_payment(page, http)
    page.locator(f'[data-own="{action["pay"][0]}"]').click()
    name = page.locator(f'[data-own="{action["pay"][0]}"] .macao-name').inner_text()
    assert page.locator(".pay-socket.filled").first.inner_text().strip() == f"couvert par : {name}"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_a_payment_needs_no_scrolling(visitor, http, size, seats):
    width, height = SIZES[size]
    page = visitor(viewport={"width": width, "height": height})
    begin_payment(page, http, seats)
    page.locator("[data-complete]").click()
    assert page.evaluate(LOOK, size != "desk") == []
