"""What a table of Halunken shows on a phone: the worth of the own colours, each sentence once, and words that hide
no dive and no captain.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.games.played_views import Position, read_records, walk
from tests.games.screens import too_wide
from tests.games.still_tables import StillTable

pytestmark = pytest.mark.browser

PHONES = {"small": (320, 640), "phone": (375, 740)}
APART = 9  # Every ninth decision of a match is looked at.
#: The counts of the own colours, and what stands below them.
READ_COLOURS = """() => [...document.querySelectorAll('.mine .halunken-suit')].map((colour) => {
  const worth = colour.querySelector('small')
  return [Number(colour.firstElementChild.textContent), worth?.checkVisibility() ? worth.textContent : '']
})"""
#: What leaves its panel, or lies over something else of it, and colours without their sign.
FIND_PANEL_FAULTS = """(panels) => {
  const parts = '.halunken-suit, .halunken-suit > small, .seat-name strong, .seat-clock, .seat-score b, .halunken-shown'
  const leaves = (place, frame) => place.left < frame.left || place.top < frame.top - 1
    || place.right > frame.right || place.bottom > Math.min(frame.bottom, innerHeight) + 1
  const lieOver = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1
  return [...document.querySelectorAll(panels)].flatMap((panel) => {
    const frame = panel.getBoundingClientRect()
    const shown = [...panel.querySelectorAll(parts)].filter((part) => part.checkVisibility())
    const things = shown.map((part) => ({ name: part.className || part.tagName, place: part.getBoundingClientRect() }))
    const outside = things.filter(({ place }) => leaves(place, frame)).map(({ name }) => `outside: ${name}`)
    const over = things.flatMap((one, i) => things.slice(i + 1).filter((other) => lieOver(one.place, other.place))
      .map((other) => `${one.name} over ${other.name}`))
    const signs = [...panel.querySelectorAll('.halunken-suit .halunken-sign')]
    const small = signs.filter((sign) => sign.getBoundingClientRect().width < 7).map(() => 'a sign that nobody sees')
    return [...outside, ...over, ...small]
  })
}"""
#: The colours of the other captains on their panels and on the ring.
READ_CAPTAINS = """() => [...document.querySelectorAll('.others > .match-seat')].map((panel) => {
  const face = panel.querySelector('.seat-face')
  const { width, height } = face.getBoundingClientRect()
  const seat = panel.querySelector('[data-seat]').dataset.seat
  const captain = document.querySelector(`.halunken-captain[data-piece="${seat}"]`)
  const colourOf = (element) => getComputedStyle(element).getPropertyValue('--look')
  return { isSeen: width >= 6 && height >= 20, isSame: !captain || colourOf(face) === colourOf(captain) }
})"""
#: The words and cards on the water that lie over a dive or over a captain, and the words that leave the water.
FIND_HIDING = """() => {
  const ring = document.querySelector('.halunken-ring')
  const water = ring.querySelector('.halunken-water')
  const toDrawing = ring.getScreenCTM().inverse()
  const listLines = (paragraph) => {
    const range = document.createRange()
    range.selectNodeContents(paragraph)
    return [...range.getClientRects()].map((place) => ({ place, name: paragraph.textContent.trim() }))
  }
  const centre = document.querySelector('.halunken-centre')
  const lines = [...centre.querySelectorAll(':scope > p')].flatMap(listLines)
  const things = [...centre.querySelectorAll('.halunken-ship, .halunken-card')]
    .map((thing) => ({ place: thing.getBoundingClientRect(), name: thing.getAttribute('class') }))
  const isOnWater = ({ left, top, right, bottom }) => [[left, top], [right, top], [left, bottom], [right, bottom]]
    .every(([x, y]) => water.isPointInFill(new DOMPoint(x, y).matrixTransform(toDrawing)))
  const parts = [...ring.querySelectorAll('.halunken-house, .halunken-roof')]
  const dives = parts.map((part) => part.getBoundingClientRect())
  const hides = ({ place }) => dives.some((dive) => place.left < dive.right && dive.left < place.right
    && place.top < dive.bottom && dive.top < place.bottom)
  return [
    ...[...lines, ...things].filter(hides).map(({ name }) => `over a dive: ${name}`),
    ...[...lines, ...things].filter(({ place }) => !isOnWater(place)).map(({ name }) => `beside the water: ${name}`),
  ]
}"""
#: The tops of the movement cards in the hand: one if they lie in one row.
CARD_TOPS = """() => [...new Set([...document.querySelectorAll('.halunken-row > *')]
  .map((card) => Math.round(card.getBoundingClientRect().top)))].length"""
#: How many dives to which the selected card leads are covered by what it would bring.
COUNT_COVERED_LANDINGS = """() => {
  const { bottom } = document.querySelector('.match-forecast').getBoundingClientRect()
  const landings = [...document.querySelectorAll('.halunken-dive.landing .halunken-house')]
  return landings.filter((dive) => dive.getBoundingClientRect().top < bottom).length
}"""


def list_decisions(*, apart: int = APART) -> Iterator[Position]:
    """Some decisions of one match with each number of seats, with and without Black Jack."""
    seen = set()
    for record in read_records("halunken"):
        kind = (len(record.seats), record.options["black_jack"])
        if kind in seen or record.options["games"] > 1:
            continue
        seen.add(kind)
        yield from [position for position in walk(record) if position.deciding_seats][::apart]


def expect_sums(crew: dict, colours: list[str]) -> list[str]:
    sums = []
    for colour in colours:
        worth = crew["colours"].get(colour, {"count": 0, "sum": 0})
        factor = "2×" if colour == crew["doubled"] else ""
        sums.append(f"{factor}{worth['sum']}" if worth["count"] else "")
    return sums


@pytest.mark.parametrize("size", PHONES)
def test_what_the_own_colours_are_worth_is_in_sight(size, visitor, http):
    width, height = PHONES[size]
    still = StillTable(visitor(viewport={"width": width, "height": height}), http, "halunken")
    seen = set()
    for position in list_decisions():
        seat = position.deciding_seats[0]
        still.show(position, seat)
        crew = position.view(seat)["state"]["crews"][seat]
        counts, sums = zip(*still.page.evaluate(READ_COLOURS), strict=True)
        assert list(sums) == expect_sums(crew, ["red", "purple", "grey", "yellow"])
        assert sum(counts) == crew["count"]
        assert still.page.evaluate(FIND_PANEL_FAULTS, ".mine > .match-seat") == [], f"move {position.number}"
        seen |= {text[:2] for text in sums}
    assert "2×" in seen and "" in seen


@pytest.mark.parametrize("size", PHONES)
def test_the_panels_of_the_others_say_which_captain_is_theirs(size, visitor, http):
    width, height = PHONES[size]
    still = StillTable(visitor(viewport={"width": width, "height": height}), http, "halunken")
    for position in list_decisions():
        still.show(position, position.deciding_seats[0])
        assert still.page.evaluate(FIND_PANEL_FAULTS, ".others > .match-seat") == [], (
            f"move {position.number}"
        )
        assert all(all(captain.values()) for captain in still.page.evaluate(READ_CAPTAINS))


def test_what_is_asked_is_said_above_the_board_only(visitor, http):
    still = StillTable(visitor(375), http, "halunken")
    texts = still.page.evaluate("() => document.querySelector('escale-match').texts")
    board = still.page.locator(".match-board")
    phases = set()
    for position in list_decisions(apart=3):
        view = position.view(position.deciding_seats[0])
        phase = view["state"]["phase"]
        if phase in phases:
            continue
        phases.add(phase)
        still.show(position, position.deciding_seats[0])
        expect(still.page.locator(".match-prompt")).to_have_text(view["prompt"])
        expect(board).not_to_contain_text(texts["phases"][phase])
        still.show(position, None)  # Whoever watches reads above the table only whom it waits for.
        if phase != "auction":  # The bids say so.
            expect(board).to_contain_text(texts["phases"][phase])
    assert phases >= {"settling", "auction", "choosing", "brawl", "meeting"}


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_what_stands_on_the_water_stays_there(width, visitor, http):
    page = visitor(viewport={"width": width, "height": 740}, locale="de")
    still = StillTable(page, http, "halunken", "de")
    found: dict[str, str] = {}
    for position in list_decisions():
        for seat in (position.deciding_seats[0], None):
            still.show(position, seat)
            for fault in page.evaluate(FIND_HIDING):
                found.setdefault(
                    fault, f"{len(position.record.seats)} seats, move {position.number}, seat {seat}"
                )
        assert not too_wide(page)
        assert page.evaluate(CARD_TOPS) <= 1
    assert found == {}


def test_what_a_card_would_bring_stands_in_the_place_of_the_question(visitor, http):
    still = StillTable(visitor(viewport={"width": 375, "height": 740}), http, "halunken")
    lengths = []
    for position in list_decisions():
        if position.record.engine.decisions(position.state)[0].kind != "choose":
            continue
        still.show(position, position.deciding_seats[0])
        actions = still.page.locator(".match-actions").bounding_box()
        still.page.locator(".halunken-walk.open").first.click()
        forecast = still.page.locator(".match-forecast")
        expect(forecast).to_be_visible()
        assert still.page.evaluate(COUNT_COVERED_LANDINGS) == 0, f"move {position.number}"
        assert still.page.locator(".match-actions").bounding_box() == actions
        lengths.append(len(forecast.inner_text()))
        still.page.keyboard.press("Escape")
        expect(forecast).to_have_count(0)
    assert max(lengths) > 150
