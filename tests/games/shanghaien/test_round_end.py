"""The end of a round on screen: the shout takes the stage, and a tie is counted in the light."""

from itertools import pairwise
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from games.core.contract import Json
from tests.games.loading import WATCH
from tests.games.played_views import NAMES, Position, read_records, walk
from tests.games.screens import too_wide
from tests.games.still_tables import StillTable

pytestmark = pytest.mark.browser

#: From now on each scene lasts until the test ends it.
HOLD_SCENES = """() => {
  const { director } = document.querySelector('escale-match')
  director.wait = (milliseconds) => new Promise((end) => {
    window.planned = milliseconds
    director.endWait = end
  })
}"""
ADD_VIEW = """(view) => {
  const table = document.querySelector('escale-match')
  table.latest = view
  table.director.add(view)
}"""
END_SCENE = "() => document.querySelector('escale-match').director.endWait()"
IS_RUNNING = "() => document.querySelector('escale-match').director.isRunning"
#: the seconds of the scenes of these events, in their order
TIME_SCENES = """(events) => {
  const { scenes } = document.querySelector('escale-board-shanghaien')
  return events.map((event) => {
    const { seconds } = scenes[event.type]
    return typeof seconds === 'function' ? seconds(event, { events }) : seconds
  })
}"""
#: where the three cards in the light lie in the row, and which of them is the tied one
LIT_PLACES = """() => [...document.querySelectorAll('.shanghaien-card')].flatMap((card, place) =>
  card.matches('.tied, .beside') ? [[place, card.classList.contains('tied')]] : [])"""
COUNT_LINES = """() => [...document.querySelectorAll('.count-line')].map((line) => [
  line.querySelector('.count-name').textContent,
  line.querySelector('.count-sum').textContent,
  line.classList.contains('wins'),
])"""
IS_ANIMATED = """() => document.querySelector('.shanghaien-count, .shanghaien-shout')
  .getAnimations({ subtree: true }).length > 0"""
SHIFTS = "() => window.shifts.reduce((sum, { value }) => sum + value, 0)"


class RoundEnd(NamedTuple):
    before: Position
    after: Position
    events: list[Json]

    def find_ties(self) -> list[Json]:
        """The ties that the dice beside the card decide."""
        return [event for event in self.events if event.get("sums") and event.get("to") is not None]


def find_round_ends() -> list[RoundEnd]:
    found = []
    for record in read_records("shanghaien"):
        for before, after in pairwise(walk(record)):
            events = after.log[-1].data["events"]
            if events[0]["type"] == "shanghaied":
                found.append(RoundEnd(before, after, events))
    return found


def find_round_end_with_tie() -> RoundEnd:
    """Of a card that has a neighbour on both sides."""
    return next(end for end in find_round_ends() if any(1 < tie["number"] < 6 for tie in end.find_ties()))


def begin_round_end(page, http, end: RoundEnd) -> None:
    still = StillTable(page, http, "shanghaien")
    still.show(end.before, 0)
    page.evaluate(HOLD_SCENES)
    page.evaluate(ADD_VIEW, end.after.view(0))
    page.locator(".shanghaien-shout").wait_for()


def go_to_tie(page, end: RoundEnd) -> Json:
    """Ends the scenes before the first tie that is decided; its event."""
    tie = end.find_ties()[0]
    for _ in range(end.events.index(tie)):
        page.evaluate(END_SCENE)
    page.locator(".shanghaien-count").wait_for()
    return tie


def test_the_shouter_takes_the_stage_and_a_tap_ends_it(visitor, http):
    end = find_round_end_with_tie()
    page = visitor(speed="normal")
    begin_round_end(page, http, end)
    shout = page.locator(".shanghaien-shout")
    expect(shout).to_contain_text("Shanghai")
    expect(shout).to_contain_text(NAMES[end.events[0]["seat"]])
    expect(shout.locator(".portrait")).to_be_visible()
    assert page.evaluate("() => window.planned") <= 1200
    page.mouse.click(400, 400)
    expect(shout).to_have_count(0)
    assert page.evaluate(IS_RUNNING), "the cards are still shared out"


def test_a_tie_is_counted_in_the_light(visitor, http):
    end = find_round_end_with_tie()
    page = visitor(speed="normal", reduced_motion="no-preference")
    begin_round_end(page, http, end)
    tie = go_to_tie(page, end)
    row = end.before.view(0)["state"]["tavern"]
    place = next(place for place, card in enumerate(row) if card["card"] == tie["card"])
    assert page.evaluate(LIT_PLACES) == [[place - 1, False], [place, True], [place + 1, False]]
    other, own = 1, 0
    assert page.evaluate(COUNT_LINES) == [
        [NAMES[other], f"= {tie['sums'][other]}", tie["to"] == other],
        [NAMES[own], f"= {tie['sums'][own]}", tie["to"] == own],
    ]
    assert page.evaluate(IS_ANIMATED)
    page.evaluate(END_SCENE)
    expect(page.locator(".shanghaien-count")).to_have_count(0)
    assert page.evaluate(LIT_PLACES) == []


def test_without_motion_the_end_of_a_round_stands_at_once(visitor, http):
    end = find_round_end_with_tie()
    page = visitor(speed="normal", reduced_motion="reduce")
    begin_round_end(page, http, end)
    assert not page.evaluate(IS_ANIMATED)
    tie = go_to_tie(page, end)
    assert not page.evaluate(IS_ANIMATED)
    assert page.locator(".match-flying").count() == 0
    expect(page.locator(".settled .shanghaien-gone")).to_contain_text(str(max(tie["sums"])))
    colours = page.locator(".count-line").evaluate_all(
        "(lines) => lines.map((line) => [line.matches('.wins'), getComputedStyle(line).backgroundColor])"
    )
    assert [wins for wins, colour in colours if colour != "rgba(0, 0, 0, 0)"] == [True]


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_the_scenes_move_nothing_and_need_no_scrolling(width, visitor, http):
    end = find_round_end_with_tie()
    page = visitor(width=width, speed="normal")
    page.add_init_script(WATCH)
    begin_round_end(page, http, end)
    page.wait_for_timeout(300)
    page.evaluate("() => { window.shifts.length = 0 }")
    for _ in end.events:
        assert not too_wide(page)
        page.evaluate(END_SCENE)
        page.wait_for_timeout(100)
    assert page.evaluate(SHIFTS) <= 0.02


def test_the_cards_of_a_round_are_shared_out_in_six_seconds(visitor, http):
    page = visitor()
    StillTable(page, http, "shanghaien")
    for end in find_round_ends():
        shout, *cards, after = page.evaluate(TIME_SCENES, end.events)
        assert shout <= 1.2
        assert sum(cards) <= 6.001
        assert shout + sum(cards) + after <= 8
        assert min(cards) >= 0.6, "nobody could follow"
