"""Everything answers: whatever is tapped on a board or on the panel of a player selects, acts, says why not with
a link to the rule, or shows its card.
"""

import itertools
import os
import re

import pytest
from playwright.sync_api import expect

from games.registry import ENGINES
from tests.games.played_views import Position, walk_random_matches
from tests.games.still_tables import StillTable

pytestmark = pytest.mark.browser

#: how many positions of each game are tapped; a reviewer asks for 500
POSITIONS = int(os.environ.get("MONKEY_POSITIONS", "16"))
#: another number leads to other positions
NUMBER = int(os.environ.get("MONKEY_NUMBER", "16"))
WIDTHS = (375, 1280)
#: Taps every element once where a finger would touch it; an element that came by a tap is tapped too. Returns what
#: gave no answer. All happens in the page; a section of the rule is loaded once for all positions.
TAP = """async () => {
  const table = document.querySelector('escale-match')
  const { parts } = table
  const infoCard = await table.lateParts.loadInfoCard()
  const { board } = parts
  const card = infoCard.element
  const sections = (window.sectionsByKey ??= new Map())
  infoCard.loadSection = (key) => {
    if (!sections.has(key)) sections.set(key, infoCard.constructor.prototype.loadSection.call(infoCard, key))
    return sections.get(key)
  }
  const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds))
  const press = 'button, a, summary, [role=button], .shanghaien-final, .shanghaien-round, .macao-result [data-crew],'
    + '.pay-sockets, .halunken-crew, .halunken-captain, .halunken-matrix tr, .halunken-jacks'
  // What lies on the table and is no ground: everything drawn, and everything that has a name of its own.
  const ground = '.halunken-water, .halunken-wave, .halunken-quay, .halunken-trail'
  const isThing = (element) =>
    element.closest('[data-key], svg, .die, [class*=-card], [class*=-chip]') && !element.matches(ground)
  // Nothing where the element is cut off, or lies under something else.
  const findTouched = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return null
    let { left, top, width, height } = element.getBoundingClientRect()
    if (width <= 2 || height <= 2) return null
    if (top < 0 || top + height > innerHeight) {
      element.scrollIntoView({ block: 'center' })
      ;({ left, top, width, height } = element.getBoundingClientRect())
    }
    const touched = document.elementFromPoint(left + width / 2, top + height / 2)
    return touched?.closest('.match-board, .match-seat') ? touched : null
  }
  const nameOf = (element) => {
    const pressed = element.closest(press)
    if (!pressed) return `no button: ${element.outerHTML.slice(0, 90)} in ${element.parentElement.className}`
    return pressed.dataset.key ?? pressed.outerHTML.slice(0, 120)
  }
  // What can be touched, without the things of these names.
  const listTouched = (known = new Map()) => {
    const found = new Map()
    for (const root of [board, ...table.querySelectorAll('.match-seat')]) {
      for (const element of root.querySelectorAll('*')) {
        if (known.has(nameOf(element))) continue
        const touched = findTouched(element)
        if (!touched || !(isThing(touched) || touched.closest(press))) continue
        const name = nameOf(touched)
        if (!known.has(name)) found.set(name, touched)
      }
    }
    return found
  }
  const read = () => board.innerHTML + parts.actions.innerHTML
  let playedAction = null
  table.play = (action) => (playedAction = action)
  const reset = () => {
    if (card.matches(':popover-open')) card.hidePopover()
    if (board.payment) board.setPayment(null)
    table.cancel()
  }
  const isOpen = () => card.matches(':popover-open')
  const says = () =>
    card.querySelector('h2').textContent.trim()
    && card.querySelector('.info-facts > div, .match-rule, [data-menu], [data-rule]')
  // 'plays', 'changes' the table, 'tells' about the thing, or nothing.
  const tap = async (element) => {
    const before = read()
    playedAction = null
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    if (playedAction) return 'plays'
    if (read() !== before) return 'changes'
    for (let i = 0; i < 10 && !isOpen(); i++) await pause(i && 20)
    for (let i = 0; i < 200 && isOpen() && !says(); i++) await pause(i && 30)
    if (!isOpen() || !says()) return null
    card.hidePopover()
    return 'tells'
  }
  // A board that was drawn again has new elements.
  const findAgain = (name, elements) => {
    const known = elements.get(name)
    if (known.isConnected) return known
    const byKey = known.dataset.key && board.querySelector(`[data-key="${CSS.escape(known.dataset.key)}"]`)
    return byKey || listTouched().get(name)
  }
  reset()
  const dead = []
  let count = 0
  const first = listTouched()
  for (const name of first.keys()) {
    count++
    const answer = await tap(findAgain(name, first))
    if (!answer) dead.push(name)
    if (answer !== 'changes') continue
    const shown = listTouched(first)
    for (const inner of shown.keys()) {
      const target = findAgain(inner, shown)
      if (!target) continue
      count++
      const innerAnswer = await tap(target)
      if (!innerAnswer) dead.push(`${name} > ${inner}`)
      if (innerAnswer === 'tells') continue
      reset()
      await tap(findAgain(name, first))
    }
    reset()
  }
  delete table.play
  return { dead, tapped: count }
}"""


@pytest.mark.parametrize("game", ENGINES)
def test_everything_answers_a_tap(game, visitor, http):
    tables = [StillTable(visitor(width), http, game) for width in WIDTHS]
    dead, tapped = {}, 0
    walk = walk_random_matches(game, NUMBER, POSITIONS)
    for position, still in zip(walk, itertools.cycle(tables), strict=False):
        # in turn somebody who must decide, somebody who need not, somebody who watches
        count = len(position.record.seats)
        deciding = position.deciding_seats or [0]
        seats = [deciding[0], (deciding[-1] + 1) % count, deciding[-1], None]
        still.show(position, seats[position.number % len(seats)])
        found = still.page.evaluate(TAP)
        tapped += found["tapped"]
        for name in found["dead"]:
            dead.setdefault(name, f"{position.number} of {position.record.options}")
    assert dead == {}
    assert tapped > 10 * POSITIONS, "the boards are full of things"


def find_position(game: str, is_wanted) -> Position:
    positions = walk_random_matches(game, NUMBER, 400, apart=1)
    return next(position for position in positions if position.deciding_seats and is_wanted(position))


def show_to_decider(still: StillTable, is_wanted) -> None:
    position = find_position(still.game, is_wanted)
    still.show(position, position.deciding_seats[0])


def own_view(position: Position) -> dict:
    return position.view(position.deciding_seats[0])


@pytest.mark.parametrize(
    ("game", "thing", "is_wanted"),
    [
        (
            "macao",
            ".informants .macao-thing:not(.open):has(.macao-short)",
            lambda position: (
                position.number > 20
                and any(
                    recruit["short"] == 1 and not recruit["possible"]
                    for recruit in (own_view(position)["state"]["mine"] or {}).get("recruits", [])
                )
                and own_view(position)["decisions"][0]["kind"] == "turn"
            ),
        ),
        (
            "halunken",
            ".halunken-walk.gone",
            lambda position: own_view(position)["decisions"][0]["kind"] == "choose" and position.number > 20,
        ),
        (
            "shanghaien",
            ".shanghaien-card > button:not(.open)",
            lambda position: own_view(position)["decisions"][0]["kind"] == "place",
        ),
        (
            "shanghaien",
            ".shanghaien-card > button:has(.shanghaien-number)",
            lambda position: own_view(position)["menu"][0]["type"] == "roll",
        ),
    ],
)
def test_what_cannot_be_done_says_why_with_its_rule(game, thing, is_wanted, visitor, http):
    still = StillTable(visitor(375), http, game)
    show_to_decider(still, is_wanted)
    still.page.locator(thing).first.click()
    why = still.page.locator(".info-card .info-why")
    expect(why).to_be_visible()
    expect(why.locator("a[data-rule]")).to_have_attribute("href", re.compile(f"/r/{game}/.+"))


def test_a_dive_too_far_away_says_so(visitor, http):
    still = StillTable(visitor(375), http, "halunken")
    show_to_decider(still, lambda position: own_view(position)["decisions"][0]["kind"] == "choose")
    steps = "(i) => (i - board.view.state.captains[board.view.seat] + 14) % 14"
    space = still.page.evaluate(
        f"() => {{ const board = document.querySelector('.match-board'); const far = {steps};"
        " return [...Array(14).keys()].find((i) => far(i) === 9) }"
    )
    still.page.locator(f'[data-space="{space}"]').dispatch_event("click")
    expect(still.page.locator(".info-card")).to_contain_text("Aucune carte n’y mène")
    expect(still.page.locator(".info-card .match-rule a").first).to_be_visible()
