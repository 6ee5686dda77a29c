"""How fast the engines are, beside other people's, in one run: `python -m tests.bench.engines --help`.

Everything is measured per second of CPU, one thing after the other in several rounds, the best round of each;
at every step the full menu is made and one of its actions is drawn at random, for all by the same generator.
What is not installed is left out, and said.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.core import records
from games.core.chance import QuickChance
from games.core.contract import begin_match
from games.core.json_form import encode
from games.core.simulation import Case, begin_case, choose_at_random, play_match, play_on
from games.registry import ENGINES

BOARDGAME = Path(__file__).with_name("shanghaien_boardgame.cjs")
#: ours, what it is measured against, at least so many times as fast
AIMS = [
    ("shanghaien 2", "OpenSpiel crazy eights", 1.5),
    ("shanghaien 2", "boardgame.io Shanghaien", 60),
    *((ours, "RLCard uno", 1) for ours in ("halunken 2", "halunken 4", "macao 2", "macao 4")),
    *((ours, "boardgame.io Shanghaien", 10) for ours in ("halunken 2", "halunken 4", "macao 2", "macao 4")),
]

#: plays whole matches until so many seconds of CPU are spent: actions and seconds
Loop = Callable[[float], tuple[int, float]]


def timed(match: Callable[[], int]) -> Loop:
    def loop(limit: float) -> tuple[int, float]:
        actions, start = 0, time.process_time()
        while (spent := time.process_time() - start) < limit:
            actions += match()
        return actions, spent

    return loop


def ours(slug: str, seats: int) -> Loop:
    engine, luck, draw = ENGINES[slug], QuickChance(1), random.Random(1).random
    legal, advance, turn = engine.legal, engine.advance, engine.turn

    def match() -> int:
        actions = 0
        state, _ = begin_match(engine, seats, {}, luck)
        while (seat := turn(state)) >= 0:
            menu = legal(state, seat)
            advance(state, seat, menu[int(draw() * len(menu))], luck)
            actions += 1
        return actions

    return timed(match)


def open_spiel(name: str) -> Loop:
    import pyspiel

    game, draw = pyspiel.load_game(name), random.Random(1).random

    def match() -> int:
        actions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            # the deal is chance as well: it is drawn evenly, and like ours not counted as an action
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                menu = state.legal_actions()
                state.apply_action(menu[int(draw() * len(menu))])
                actions += 1
        return actions

    return timed(match)


def uno() -> Loop:
    from rlcard.games.uno import Game

    draw = random.Random(1).random

    def match() -> int:
        game, actions = Game(), 0
        game.init_game()
        while not game.is_over():
            menu = game.get_legal_actions()
            game.step(menu[int(draw() * len(menu))])
            actions += 1
        return actions

    return timed(match)


def gin_rummy() -> Loop:
    from rlcard.games.gin_rummy import Game

    draw = random.Random(1).random

    def match() -> int:
        game, actions = Game(), 0
        game.init_game()
        while not game.is_over():
            menu = game.judge.get_legal_actions()
            game.step(menu[int(draw() * len(menu))])
            actions += 1
        return actions

    return timed(match)


def boardgame() -> Loop:
    def loop(limit: float) -> tuple[int, float]:
        command = [shutil.which("node") or "node", str(BOARDGAME), str(limit)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        counted = json.loads(done.stdout)
        return counted["actions"], counted["seconds"]

    return loop


def contenders() -> Iterator[tuple[str, Callable[[], Loop]]]:
    for slug, engine in ENGINES.items():
        for seats in sorted({engine.META.seats[0], engine.META.seats[-1]}):
            yield f"{slug} {seats}", lambda slug=slug, seats=seats: ours(slug, seats)  # type: ignore[misc]
    yield "OpenSpiel crazy eights", lambda: open_spiel("crazy_eights")
    yield "RLCard uno", uno
    yield "RLCard gin rummy", gin_rummy
    yield "boardgame.io Shanghaien", boardgame


def rates(seconds: float, rounds: int) -> dict[str, float]:
    """Actions per second of CPU, the best of the rounds."""
    loops: dict[str, Loop] = {}
    for name, make in contenders():
        try:
            loops[name] = make()
            loops[name](0.05)
        except (ImportError, OSError, subprocess.CalledProcessError) as error:
            loops.pop(name, None)
            print(f"{name}: not here ({type(error).__name__})", file=sys.stderr)
    best = dict.fromkeys(loops, 0.0)
    for _ in range(rounds):
        for name, loop in loops.items():
            actions, spent = loop(seconds)
            best[name] = max(best[name], actions / spent)
    return best


def screen(slug: str, seats: int) -> float:
    """Seconds of CPU for view, menu, reasons and JSON, over every step of a match."""
    engine = ENGINES[slug]
    state, record, chance = begin_case(Case(engine, seats, {}), 1)
    spent, names = 0.0, engine.META.actions
    for _ in play_on(state, record, chance, choose_at_random(engine), QuickChance(1)):
        start = time.process_time()
        seat = max(0, engine.turn(state))
        menu = [encode(names, action) for action in engine.legal(state, seat)]
        disabled = [encode(names, entry.action) for entry in engine.explain(state, seat)]
        json.dumps([engine.view(state, seat), menu, disabled])
        spent += time.process_time() - start
    return spent / len(record.moves)


def rebuild(slug: str, seats: int) -> float:
    """Seconds of CPU from the text of a record to the last state, every move checked."""
    engine = ENGINES[slug]
    text = json.dumps(
        records.write_document(play_match(Case(engine, seats, {}), 1, choose_at_random(engine)))
    )
    start = time.process_time()
    records.check_result(records.parse_document(text, ENGINES))
    return time.process_time() - start


def copying(slug: str, seats: int) -> float:
    state, _ = begin_match(ENGINES[slug], seats, {}, QuickChance(1))
    start: float = time.process_time()
    for _ in range(20_000):
        state.copy()
    return (time.process_time() - start) / 20_000


def costs(rounds: int) -> dict[str, dict[str, float]]:
    """Milliseconds and microseconds of what is not an action, the best of the rounds."""
    found = {}
    for slug, engine in ENGINES.items():
        seats = engine.META.seats[-1]
        found[f"{slug} {seats}"] = {
            "screen_ms": 1e3 * min(screen(slug, seats) for _ in range(rounds)),
            "rebuild_ms": 1e3 * min(rebuild(slug, seats) for _ in range(rounds)),
            "copy_us": 1e6 * min(copying(slug, seats) for _ in range(rounds)),
        }
    return found


def report(measured: dict[str, Any]) -> None:
    print(
        f"Python {measured['python']}, {measured['seconds']} s of CPU, best of {measured['rounds']} rounds\n"
    )
    for name, rate in measured["rates"].items():
        print(f"{name:26} {rate:12,.0f} actions/s")
    print()
    for ratio in measured["ratios"]:
        print(f"{ratio['ours']:14} is {ratio['ratio']:6.2f} × {ratio['theirs']} (aim {ratio['aim']})")
    print()
    for name, cost in measured["costs"].items():
        line = f"a screen {cost['screen_ms']:.3f} ms, a match from its record {cost['rebuild_ms']:.2f} ms"
        print(f"{name:14} {line}, a copy {cost['copy_us']:.2f} µs")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engines", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each measurement (2)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds over all contenders (3)")
    parser.add_argument("--node-modules", type=Path, help="where boardgame.io is installed")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    options = parser.parse_args()
    if options.node_modules:
        os.environ["NODE_PATH"] = str(options.node_modules.resolve())
    found = rates(options.seconds, options.rounds)
    pairs = [(one, other, aim) for one, other, aim in AIMS if one in found and other in found]
    measured = {
        "python": platform.python_version(),
        "seconds": options.seconds,
        "rounds": options.rounds,
        "rates": found,
        "ratios": [
            {"ours": one, "theirs": other, "ratio": found[one] / found[other], "aim": aim}
            for one, other, aim in pairs
        ],
        "costs": costs(options.rounds),
    }
    report(measured)
    if options.json:
        options.json.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
