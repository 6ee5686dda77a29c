"""`python -m games analyse`: say of a recorded match what was luck and what was skill."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from games.core import records
from games.core.analysis.measures import write_analysis
from games.core.contract import Malformed
from games.registry import ENGINES, load_game


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "analyse",
        help="say of a recorded match what was luck and what was skill",
        description="Judge every move of a record, and print what each seat lost and what luck gave it, in "
        "points of a hundred of the chance to win. With --into the companion file of the record is written.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a game record in JSON")
    command.add_argument("--into", type=Path, metavar="FILE", help="where the companion file is written")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    record = records.parse_document(options.file.read_bytes(), ENGINES)
    game = record.engine.META.slug
    analyst = load_game(game).analyst
    if analyst is None:
        raise Malformed(f"nobody can say yet what was luck in {game}", str(options.file))
    document = write_analysis(record, analyst(record))
    for seat, found in zip(record.seats, document["seats"], strict=True):
        print(_describe(seat["name"], found))
    if options.into:
        options.into.write_text(json.dumps(document, indent=1) + "\n")
    return 0


def _describe(name: str, seat: dict[str, Any]) -> str:
    grades = ", ".join(f"{grade} {count}" for grade, count in seat["grades"].items())
    return (
        f"{name}: {seat['exact']} of {seat['decisions']} decisions exact ({grades}), "
        f"lost {100 * seat['lost']:.1f}, luck {100 * seat['luck']:+.1f}, skill {100 * seat['skill']:+.1f}"
    )
