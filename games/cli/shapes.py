"""`python -m games shapes`: write the shapes of a game's JSON beside the game."""

from __future__ import annotations

import argparse
import json
from typing import Any

from games.cli.inference import infer_shapes
from games.registry import ENGINES, shapes_path


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "shapes",
        help="write the JSON Schemas of a game's actions, events, views and records",
        description="Play random matches of every case, and write the shapes of what they showed to "
        "games/GAME/shapes.json. The OpenAPI schema of the site publishes them.",
    )
    command.add_argument("games", nargs="+", choices=sorted(ENGINES), metavar="GAME")
    command.add_argument("--matches", type=int, default=30, help="matches of each case (30)")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    for slug in options.games:
        shapes = infer_shapes(ENGINES[slug], options.matches)
        path = shapes_path(slug)
        path.write_text(json.dumps(shapes, indent=1) + "\n", encoding="utf-8")
        print(f"{path.name} of {slug}: {path.stat().st_size} bytes")
    return 0
