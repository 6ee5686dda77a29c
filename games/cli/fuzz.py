"""`python -m games fuzz`: plays at random and checks every step against the contract."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from games.cli.record_files import write_record
from games.core.simulation import Broken, list_cases, probe_match
from games.registry import ENGINES


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "fuzz",
        help="play at random and hold every step to the contract",
        description="Play random matches in every option and with every number of seats. At each step the "
        "menu, a damaged action and the invariants are checked. A match that breaks "
        "something is written as a record with its seed in the name, and the command ends "
        "with 1.",
    )
    command.add_argument("--seconds", type=float, default=10.0, metavar="N", help="stop after so long (10)")
    command.add_argument(
        "--matches", type=int, metavar="N", help="instead, play so many matches in each way to play"
    )
    command.add_argument("--game", choices=sorted(ENGINES), help="only this game")
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the first seed; the next ones follow it (1)"
    )
    command.add_argument(
        "--into", type=Path, default=Path(), metavar="DIR", help="where broken matches are written"
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    engines = [ENGINES[options.game]] if options.game else ENGINES.values()
    cases = [case for engine in engines for case in list_cases(engine)]
    stop = time.monotonic() + options.seconds
    seed, played = options.seed, 0
    while (seed < options.seed + options.matches) if options.matches else (time.monotonic() < stop):
        for case in cases:
            try:
                probe_match(case, seed)
            except Broken as broken:
                return _report(broken, options.into / f"broken-{case}-{seed}.json")
            played += 1
        seed += 1
    print(
        f"{played} matches in {len(cases)} ways to play, nothing broken (seeds {options.seed} to {seed - 1})"
    )
    return 0


def _report(broken: Broken, file: Path) -> int:
    write_record(file, broken.record)
    print(f"{file}: {broken}", file=sys.stderr)
    return 1
