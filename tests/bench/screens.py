"""How a table comes to the screen: `python -m tests.bench.screens`.

In Chromium, from the lobby to a new table and once more: layout shifts, size of the scripts as they travel,
and the first board on a slow line (150 ms, 1.6 Mbit/s) with nothing kept from before. Where nginx and PostgreSQL
are installed this is measured twice: on the site alone (HTTP/1.1), and behind the proxy of `deploy/` (HTTP/2), as
readers meet it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.deploy.production import HOST, POSTGRES, SERVER, production
from tests.games.loading import GAMES, first_board, visit
from tests.serving import CHROMIUM, FLAGS, running

WIDTHS = (375, 1280)


def measure(browser, url: str, game: str, width: int, times: int) -> str:
    screen = {"locale": "fr-FR", "viewport": {"width": width, "height": 800}}
    context = browser.new_context(base_url=url, service_workers="block", ignore_https_errors=True, **screen)
    page = context.new_page()
    new, again = visit(page, game)
    boards = [first_board(page) for _ in range(times)]
    context.close()
    spread = f"first board {statistics.median(boards):5.0f} ms ({min(boards):.0f}–{max(boards):.0f})"
    scripts = f"{sum(again.scripts.values()) / 1000:5.1f} kB in {len(again.scripts)} scripts"
    return f"{game:11} {width:5}  shift {new.shift:.3f}, again {again.shift:.3f}  {scripts}  {spread}"


def measure_all(playwright, url: str, times: int, *more_flags: str) -> None:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *more_flags])
    for game in GAMES:
        for width in WIDTHS:
            print(measure(browser, url, game, width, times), flush=True)
    browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.screens", description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="loadings on the slow line (5)")
    options = parser.parse_args()
    if CHROMIUM is None:
        print("Left out: there is no Chromium here; CHROMIUM names the program.")
        return
    with sync_playwright() as playwright:
        print("The site alone (HTTP/1.1)")
        with tempfile.TemporaryDirectory() as folder, running(Path(folder), DEMO="0") as site:
            measure_all(playwright, site.url, options.times)
        if not (SERVER and POSTGRES and os.geteuid() == 0):
            print("Left out: behind the proxy; it needs root, nginx, openssl and PostgreSQL.")
            return
        print("Behind the proxy (HTTP/2)")
        with (
            tempfile.TemporaryDirectory(prefix="escale-screens-") as folder,
            production(Path(folder)) as site,
        ):
            rule = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{site.tls}"
            measure_all(playwright, f"https://{HOST}", options.times, rule)


if __name__ == "__main__":
    main()
