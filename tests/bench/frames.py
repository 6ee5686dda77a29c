"""How smoothly things fly over a table: `python -m tests.bench.frames`.

In Chromium with the processor slowed four times, the first moves of each game are watched at normal speed on a
phone and on a desk. Prints the median and the tenth percentile of the frames a second during scenes with motion.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import sync_playwright

from tests.games.http import table, to_move
from tests.games.loading import GAMES
from tests.games.screens import set_speed
from tests.serving import CHROMIUM, FLAGS, running

SLOWED = 4
MOVES = 12
#: Notes the time between two frames while the director plays a scene in which something moves.
WATCH_FRAMES = """() => {
  const table = document.querySelector('escale-match')
  window.gaps = []
  let last = null
  const look = (now) => {
    const isMoving = document.getAnimations().some(({ playState }) => playState === 'running')
    const isFlying = table.director.isRunning && isMoving
    if (isFlying && last !== null) window.gaps.push(now - last)
    last = isFlying ? now : null
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""
SHOWN = """(number) => {
  const table = document.querySelector('escale-match')
  return table.view?.number >= number && !table.director.isRunning
}"""


def measure(browser, site, http, game: str, width: int) -> str:
    seats = table(http, game)
    screen = {"viewport": {"width": width, "height": 800}, "reduced_motion": "no-preference"}
    context = browser.new_context(base_url=site.url, service_workers="block", **screen)
    context.add_init_script(set_speed("normal"))
    page = context.new_page()
    page.goto(f"/m/{seats[0].match}")
    page.locator("escale-match[data-drawn]").wait_for()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.evaluate(WATCH_FRAMES)
    for _ in range(MOVES):
        view = to_move(seats)
        answer = seats[view["seat"]].act(view["decisions"][0]["id"], view["menu"][-1]).json()
        page.wait_for_function(SHOWN, arg=answer["number"], timeout=120_000)
    gaps = page.evaluate("() => window.gaps")
    context.close()
    if not gaps:
        return f"{game:11} {width:5}  nothing flew"
    slow = sorted(gaps)[int(0.9 * len(gaps))]
    median = statistics.median(gaps)
    return f"{game:11} {width:5}  median {1000 / median:4.0f}  tenth {1000 / slow:4.0f}  of {len(gaps)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.frames", description=__doc__)
    parser.parse_args()
    if CHROMIUM is None:
        print("Left out: there is no Chromium here; CHROMIUM names the program.")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), DEMO="0") as site,
        httpx.Client(base_url=f"{site.url}/api/v1", timeout=30) as http,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        print(f"Frames a second during flights, processor slowed {SLOWED} times")
        for game in GAMES:
            for width in (375, 1280):
                print(measure(browser, site, http, game, width), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
