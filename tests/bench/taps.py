"""Whole recorded matches entered into the page for a real table by taps alone: `python -m tests.bench.taps`.

Each match is entered in Chromium at the width of a phone, every second one with entries that are taken back at
random on the way. Scores and winners must be the engine's, and the record must tell the recorded moves. Prints
how many taps and seconds a turn took; the seconds are those of a script that does not think.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from games.core.contract import Json
from tests.games.real_table import list_records
from tests.games.screens import set_speed
from tests.games.tapping import Tapper, Turn
from tests.serving import CHROMIUM, FLAGS, running

GAMES = ("shanghaien", "halunken", "macao")
SEED = 21


def enter(browser, url: str, record: Json, wavers: Random | None) -> tuple[list[Turn], list[str]]:
    """The turns of the match, and what is wrong with its end."""
    screen = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": {"width": 375, "height": 800}}
    context = browser.new_context(base_url=url, service_workers="block", **screen)
    context.add_init_script(set_speed("off"))
    tapper = Tapper(context.new_page(), record)
    turns = tapper.play(wavers=wavers)
    outcome = tapper.read()["view"]["outcome"]
    faults = [name for name in ("scores", "winners") if outcome[name] != record["result"][name]]
    written = context.request.get(f"/api/v1/matches/{tapper.match}/record/").json()
    if tapper.list_actions(written["moves"]) != tapper.list_recorded():
        faults.append("moves")
    context.close()
    return turns, faults


def list_chosen(game: str, count: int) -> list[Json]:
    """The recorded matches, spread over numbers of seats and options."""
    records = list(list_records(game))
    step = max(1, len(records) // count)
    return list(itertools.islice(itertools.islice(itertools.cycle(records), 0, None, step), count))


def measure(browser, url: str, game: str, count: int, skipped: int) -> bool:
    all_turns, wrong = [], 0
    for number, record in list(enumerate(list_chosen(game, count)))[skipped:]:
        turns, faults = enter(browser, url, record, Random(SEED + number) if number % 2 else None)
        wrong += bool(faults)
        if not number % 2:
            all_turns += turns  # what is taken back is entered twice
        print(f"  {game} {number + 1}: {len(turns)} turns {', '.join(faults) or 'as recorded'}", flush=True)
    taps = [turn.taps for turn in all_turns]
    seconds = statistics.median(turn.seconds for turn in all_turns)
    print(
        f"{game:11} {count - skipped} matches, {wrong} wrong; a turn takes {statistics.median(taps):.0f} taps "
        f"(at most {max(taps)}) and {seconds:.2f} s (medians of {len(taps)} turns)",
        flush=True,
    )
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.taps", description=__doc__)
    parser.add_argument("--matches", type=int, default=10, help="matches of each game (10)")
    parser.add_argument("--games", nargs="*", default=GAMES, choices=GAMES, help="only these games")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first matches of each game (0)")
    options = parser.parse_args()
    if CHROMIUM is None:
        print("Left out: there is no Chromium here; CHROMIUM names the program.")
        return 0
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), DEMO="0") as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        return sum(
            not measure(browser, site.url, game, options.matches, options.skip) for game in options.games
        )


if __name__ == "__main__":
    sys.exit(main())
