"""`python -m games analyse`: tells luck from skill in a recorded match."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from games.core import records
from games.core.analysis.measures import write_analysis
from games.core.contract import Malformed
from games.registry import ENGINES, load_game

#: this name of a file stands for standard input or output
STANDARD = Path("-")


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "analyse",
        help="say of a recorded match what was luck and what was skill",
        description="Judge every move of a record, and print what each seat lost and what luck gave it, in "
        "points of a hundred of the chance to win. With --into the companion file of the record is written.",
    )
    command.add_argument(
        "file", type=Path, metavar="FILE", help="a game record in JSON; - reads standard input"
    )
    command.add_argument(
        "--into",
        type=Path,
        metavar="FILE",
        help="where the companion file is written; - writes it, and nothing else, to standard output",
    )
    command.add_argument(
        "--niceness", type=int, default=0, metavar="N", help="let other processes go first (0)"
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(options.niceness)
    record = records.parse_document(_read(options.file), ENGINES)
    game = record.engine.META.slug
    analyst = load_game(game).analyst
    if analyst is None:
        raise Malformed(f"nobody can say yet what was luck in {game}", str(options.file))
    document = write_analysis(record, analyst(record))
    if options.into == STANDARD:
        print(json.dumps(document))
        return 0
    for seat, summary in zip(record.seats, document["seats"], strict=True):
        print(_describe(seat["name"], summary))
    if options.into:
        options.into.write_text(json.dumps(document, indent=1) + "\n")
    return 0


def _read(file: Path) -> bytes:
    return sys.stdin.buffer.read() if file == STANDARD else file.read_bytes()


def _describe(name: str, seat: dict[str, Any]) -> str:
    grades = ", ".join(f"{grade} {count}" for grade, count in seat["grades"].items())
    return (
        f"{name}: {seat['exact']} of {seat['decisions']} decisions exact ({grades}), "
        f"lost {100 * seat['lost']:.1f}, luck {100 * seat['luck']:+.1f}, skill {100 * seat['skill']:+.1f}"
    )
