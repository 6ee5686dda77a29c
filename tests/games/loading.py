"""How a table comes to the screen: what moves while it loads, how much of script it takes, when the board
stands.

Shared by the tests, which judge what no busy machine changes, and by tests/bench/screens.py, which takes the
time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.registry import ENGINES
from tests.games.screens import open_table

GAMES = tuple(ENGINES)
#: kept by the browser tab over a change of page, so that the lobby's own shifts do not count for the table
WATCH = """(() => {
  window.shifts = []
  const shown = (node) => (node?.nodeType === 1 ? node : node?.parentElement)?.outerHTML.slice(0, 70)
  const place = (rect) => `${rect.y | 0}+${rect.height | 0}`
  const moved = ({ node, previousRect, currentRect }) => `${shown(node)} ${place(previousRect)} → ${place(currentRect)}`
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, moved: entry.sources.map(moved) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    if (document.querySelector('escale-match[data-drawn]')) window.drawnAt ??= performance.now()
  }).observe(document, { subtree: true, attributeFilter: ['data-drawn'] })
})()"""
#: the first frame in which the board has something to show
DRAWN = """() => new Promise((drawn) => {
  const look = () => document.querySelector('escale-match[data-drawn] .match-board')?.childElementCount
    ? drawn(performance.now()) : requestAnimationFrame(look)
  look()
})"""
#: what the first board needs; the rest comes when it is on screen
SCRIPTS = """() => performance.getEntriesByType('resource')
  .filter((entry) => new URL(entry.name).pathname.endsWith('.js') && entry.startTime <= window.drawnAt)
  .map((entry) => [entry.name, entry.encodedBodySize])"""
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}


class Loaded(NamedTuple):
    """One loading of a table: the sum of its layout shifts, what moved, and the scripts with their size."""

    shift: float
    moved: list[Any]
    scripts: dict[str, int]


def loaded(page, settle: int = 800) -> Loaded:
    page.evaluate(DRAWN)
    page.wait_for_timeout(settle)
    shifts = page.evaluate("() => window.shifts")
    moved = [shift for shift in shifts if shift["value"] > 0.001]
    return Loaded(sum(shift["value"] for shift in shifts), moved, dict(page.evaluate(SCRIPTS)))


def visit(page, game: str, moves: int = 2) -> tuple[Loaded, Loaded]:
    """From the lobby to a new table against easy bots, some moves, and the same table once more."""
    page.add_init_script(WATCH)
    open_table(page, game, ["easy"])
    first = loaded(page)
    for _ in range(moves):
        page.wait_for_function("() => document.querySelector('escale-match').view.decisions.length")
        page.evaluate("() => { const m = document.querySelector('escale-match'); m.play(m.view.menu[0]) }")
        page.wait_for_timeout(300)
    page.reload()
    return first, loaded(page)


def first_board(page) -> float:
    """Milliseconds from the address of this table to its board on a slow line, nothing kept from before."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    page.goto(page.url, wait_until="commit")
    taken = page.evaluate(DRAWN)
    line.detach()
    return taken
