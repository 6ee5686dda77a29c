"""The card about a character shows in pictures what it does, and where the other cards of its type are now."""

from collections import Counter
from itertools import islice

import pytest

from games.core.contract import Json
from tests.games.played_views import Position, read_records, walk
from tests.games.screens import too_wide
from tests.games.still_tables import StillTable
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser
LATE = 60  # moves, after which all kinds of cards lie on the table
#: what the card of each character on the table shows
READ_CARDS = """async () => {
  const table = document.querySelector('escale-match')
  const { board } = table.parts
  const infoCard = await table.lateParts.loadInfoCard()
  return Promise.all(Object.keys(table.view.state.cards).map(async (name) => {
    infoCard.draw(await board.describeThing(name), {})
    const { element } = infoCard
    const copies = '.macao-chip > span:not(.visually-hidden)'
    const readRow = (row) => [row.querySelector('dt').textContent, row.querySelectorAll(copies).length]
    const last = element.querySelector('.macao-copies dl > div:last-child dd').textContent
    return {
      name,
      pictures: element.querySelectorAll('.talent-picture svg, .talent-picture .macao-coins').length,
      words: element.querySelector('.macao-talent > p:last-child')?.textContent ?? '',
      rows: [...element.querySelectorAll('.macao-copies dl > div')].map(readRow),
      hidden: Number(last.match(/^× (\\d+)$/)?.[1] ?? 0),
      shown: element.querySelectorAll('.shown-sign').length,
    }
  }))
}"""


def find_late_position(seats: int) -> Position:
    """One in which a widow has died."""
    for record in read_records("macao"):
        for position in islice(walk(record), LATE, None) if len(record.seats) == seats else ():
            view = position.view(None)
            if position.deciding_seats and any(seat["deceased"] for seat in view["state"]["seats"]):
                return position
    raise AssertionError("no such position in any record")


def list_copies(view: Json, card_type: str) -> dict[str, int]:
    """How many cards of a type lie in each place, by the name that the card gives to it in French."""
    state = view["state"]
    places: Counter[str] = Counter()
    for facts, seat in zip(view["seats"], state["seats"], strict=True):
        names = [*seat["red"], *seat["blue"], *seat["deceased"]]
        places[facts["name"]] = sum(state["cards"][name]["type"] == card_type for name in names)
    for number, pile in enumerate(state["piles"], start=1):
        is_of_type = bool(pile["top"]) and state["cards"][pile["top"]]["type"] == card_type
        places[f"Pile {number}"] = int(is_of_type)
    return {place: count for place, count in places.items() if count}


@pytest.mark.parametrize(("seats", "reader"), [(2, 1), (4, 0), (3, None)])
def test_a_card_tells_what_it_does_and_where_all_of_its_type_are(visitor, http, seats, reader):
    page, position = visitor(), find_late_position(seats)
    view = position.view(reader)
    StillTable(page, http, "macao").show(position, reader)
    cards = page.evaluate(READ_CARDS)
    assert len(cards) == len(view["state"]["cards"])
    dead = {name for seat in view["state"]["seats"] for name in seat["deceased"]}
    for card in cards:
        card_type = view["state"]["cards"][card["name"]]["type"]
        copies = list_copies(view, card_type)
        assert dict(card["rows"][: len(copies)]) == copies
        assert sum(copies.values()) + card["hidden"] == view["state"]["copies"][card_type]
        assert card["shown"] == 1
        assert bool(card["pictures"] and card["words"]) == (card["name"] not in dead)


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (375, "dark"), (1280, "light")])
def test_the_card_fits_and_can_be_read_by_everybody(visitor, http, width, theme):
    page, position = visitor(width, color_scheme=theme), find_late_position(2)
    seat = position.deciding_seats[0]
    StillTable(page, http, "macao").show(position, seat)
    name = position.view(seat)["state"]["seats"][seat]["blue"][0]
    page.locator(f'[data-thing="{name}"]').click(button="right")
    page.locator(".info-card .match-rule").wait_for()
    assert violations(page, ".info-card") == []
    assert not too_wide(page)
    card = page.locator(".info-card")
    assert card.evaluate("(card) => card.scrollWidth <= card.clientWidth")
    picture, words = page.locator(".talent-picture"), page.locator(".info-card .match-rule")
    assert picture.bounding_box()["y"] < words.bounding_box()["y"]
