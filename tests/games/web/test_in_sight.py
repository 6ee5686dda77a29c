"""In sight: at every decision of recorded matches the board, the own things, scores, the clock and the actions lie
within the window, nothing jumps, and fingers find what they aim at.
"""

import os
from itertools import islice

import pytest

from games.core.records import Record
from games.registry import ENGINES
from tests.games.loading import WATCH
from tests.games.played_views import Position, read_records, walk
from tests.games.still_tables import StillTable

pytestmark = pytest.mark.browser

SIZES = {"phone": (375, 740), "tablet": (768, 1024), "desk": (1280, 800)}
#: German has the longest words: they must fit where there is least room.
LANGUAGES = {"phone": "de", "tablet": "it", "desk": "fr"}
#: how many recorded matches of each game are looked at from the first move to the last; 0 looks at a few moments
MATCHES = int(os.environ.get("IN_SIGHT_MATCHES", "0"))
MOMENTS = 6
MAX_SHIFT = 0.02
#: What a finger aims at has this size on a phone and on a tablet.
TARGET = 44
#: What is not wholly in the window or lies under something; scrolling sideways; words that are cut.
LOOK = """(hasNarrowActions) => {
  scrollTo(0, 0)
  const parts = '.match-board button, .match-board [role=button], .match-seat, .seat-score, .seat-clock, .match-prompt,'
    + '.match-actions > *, .match-coach'
  const isOutside = ({ top, left, right, bottom }) =>
    top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
  const isCovered = (part) => {
    const { left, top, width, height } = part.getBoundingClientRect()
    const touched = document.elementFromPoint(left + width / 2, top + height / 2)
    return !(part.contains(touched) || touched?.contains(part) || touched?.matches('.seat-open, .halunken-captain *'))
  }
  const name = (part) =>
    `${part.className?.baseVal ?? part.className} ${part.dataset?.key ?? part.textContent.trim().slice(0, 30)}`
  // Where the coach speaks or the board foretells, the prompt is only read out.
  const isReadOut = (part) => part.matches('.match-prompt') && getComputedStyle(part).clipPath !== 'none'
  const isSeen = (part) => part.checkVisibility() && !isReadOut(part)
  const seen = [...document.querySelectorAll(parts)].filter(isSeen)
  const found = seen.filter((part) => isOutside(part.getBoundingClientRect())).map((part) => `outside: ${name(part)}`)
  found.push(...seen.filter(isCovered).map((part) => `covered: ${name(part)}`))
  const { scrollWidth, scrollHeight } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`${scrollWidth} pixels wide`)
  if (scrollHeight > innerHeight) found.push(`${scrollHeight} pixels high`)
  // The name of a person may be cut on a phone; the card of the seat says it whole.
  const names = innerWidth > 640 ? ', .seat-name strong' : ''
  const things = '.slate-long, .face-name, .slate-heads > span:last-child, :is(.macao-tile, .macao-piles) .macao-name'
  const isCut = (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible'
  const cut = [...document.querySelectorAll(things + names)].filter((part) => part.checkVisibility() && isCut(part))
  const labels = hasNarrowActions ? document.querySelectorAll('.match-actions > .button, .match-actions summary') : []
  cut.push(...[...labels].filter((part) => isCut(part) || part.scrollHeight > part.clientHeight + 1))
  return [...found, ...cut.map((part) => `cut: ${part.textContent.trim()}`)]
}"""
#: What is smaller than a target: where a finger lies at its edge it touches something else, or nothing.
FIND_SMALL = """(size) => {
  const press = 'button, a, summary, [role=button]'
  const things = [...document.querySelectorAll('escale-match :is(button, a, summary, [role=button])')]
  const reach = size / 2 - 1
  return things.filter((thing) => {
    if (!thing.checkVisibility() || thing.closest('[popover]')) return false
    const { left, top, width, height } = thing.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const touches = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest(press) === thing
    const isWide = width >= size - 0.5 || (touches(-reach, 0) && touches(reach, 0))
    const isHigh = height >= size - 0.5 || (touches(0, -reach) && touches(0, reach))
    return !(isWide && isHigh)
  }).map((thing) => {
    const { width, height } = thing.getBoundingClientRect()
    return `${thing.dataset.key ?? thing.className} ${Math.round(width)} × ${Math.round(height)}`
  })
}"""
FIRST_DECISIONS = 24  # of each match, unless whole matches are asked for
#: two frames later what was shown is on screen, and its shifts are counted
SETTLE = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"
FORGET_SHIFTS = "() => { window.shifts.length = 0 }"
SHIFTS = "() => window.shifts.map(({ value, moved }) => [value, moved])"


def choose_records(game: str) -> list[Record]:
    """One match with each number of seats first, then the others."""
    records = read_records(game)
    counts = [len(record.seats) for record in records]
    firsts = [counts.index(count) for count in sorted(set(counts))]
    order = firsts + [index for index in range(len(records)) if index not in firsts]
    return [records[index] for index in order][: MATCHES or len(firsts)]


def choose_moments(record: Record) -> list[Position]:
    positions = [position for position in walk(record) if position.deciding_seats]
    return positions if MATCHES else positions[3 :: max(1, len(positions) // MOMENTS)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ENGINES)
def test_a_decision_needs_no_scrolling(game, size, visitor, http):
    width, height = SIZES[size]
    language = LANGUAGES[size]
    page = visitor(viewport={"width": width, "height": height}, has_touch=True, locale=language)
    still = StillTable(page, http, game, language)
    found: dict[str, str] = {}
    for record in choose_records(game):
        for moment, position in enumerate(choose_moments(record)):
            # Against bots there is a button for hints, with people there are more buttons of actions.
            still.show(position, position.deciding_seats[0], against_bots=moment % 2 == 0)
            page.evaluate(SETTLE)
            has_narrow_actions = size != "desk"
            faults = page.evaluate(LOOK, has_narrow_actions)
            if has_narrow_actions:
                faults += [f"small: {thing}" for thing in page.evaluate(FIND_SMALL, TARGET)]
            # The fullest moment: an action is selected, and the coach speaks.
            still.select_last_action()
            still.show_longest_remark()
            faults += [f"selected: {fault}" for fault in page.evaluate(LOOK, has_narrow_actions)]
            for fault in faults:
                found.setdefault(fault, f"{len(record.seats)} seats, move {position.number}")
    assert found == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ENGINES)
def test_nothing_jumps_in_a_match(game, size, visitor, http):
    width, height = SIZES[size]
    page = visitor(viewport={"width": width, "height": height})
    page.add_init_script(WATCH)
    still = StillTable(page, http, game)
    for record in choose_records(game):
        decisions = (position for position in walk(record) if position.deciding_seats)
        positions = list(islice(decisions, None if MATCHES else FIRST_DECISIONS))
        still.show(positions[0], 0)
        page.wait_for_timeout(300)
        page.evaluate(FORGET_SHIFTS)
        for position in positions:
            still.show(position, 0)
            page.evaluate(SETTLE)
        page.wait_for_timeout(100)
        shifts = page.evaluate(SHIFTS)
        assert sum(value for value, _ in shifts) <= MAX_SHIFT, shifts
