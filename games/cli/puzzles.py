"""`python -m games puzzles`: finds positions of bot matches in which one action is clearly the best."""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from games.bots.puzzling import Player, find_puzzle
from games.core.positions.puzzles import Puzzle, write_puzzle
from games.core.simulation import Case
from games.registry import ENGINES, load_game, puzzles_path, read_puzzles


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "puzzles",
        help="find positions of bot matches in which one action is clearly the best",
        description="Play matches of steady bots, take of each the clearest decision, and keep the best in "
        "games/GAME/puzzles.json. The same seeds give the same puzzles. --add keeps those of the file, and "
        "searches matches after theirs.",
    )
    command.add_argument("games", nargs="+", choices=sorted(ENGINES), metavar="GAME")
    command.add_argument("--matches", type=int, default=45, help="matches to play (45)")
    command.add_argument("--puzzles", type=int, default=30, help="so many of each game are kept (30)")
    command.add_argument("--seed", type=int, default=0, help="the first seed (1; the next one with --add)")
    command.add_argument("--add", action="store_true", help="keep the puzzles that were found before")
    command.add_argument(
        "--last",
        type=int,
        default=10,
        metavar="N",
        help="look at the last N moves where nothing is solved (10)",
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    for slug in options.games:
        started = time.process_time()
        puzzles = read_puzzles(slug) if options.add else []
        first_seed = options.seed or 1 + max((puzzle.seed for puzzle in puzzles), default=0)
        new_puzzles = _search(slug, options, first_seed)
        puzzles += _alternate(new_puzzles, options.puzzles - len(puzzles))
        _write(slug, puzzles)
        print(f"{slug}: {len(puzzles)} puzzles, {time.process_time() - started:.0f} s")
    return 0


def _search(slug: str, options: argparse.Namespace, first_seed: int) -> list[Puzzle]:
    """The puzzles of all matches, the best first."""
    game = load_game(slug)
    bots = game.bots
    player = Player(
        game.engine, bots.steady, bots.policy, game.find_reason, game.solve_menu, last_moves=options.last
    )
    cases = list_first_cases(slug)
    scored_puzzles: list[tuple[float, Puzzle]] = []
    for seed in range(first_seed, first_seed + options.matches):
        scored = find_puzzle(player, cases[seed % len(cases)], seed)
        if scored is not None:
            scored_puzzles.append(scored)
            print(f"{slug} {seed}: {len(scored_puzzles)} found", flush=True)
    return [puzzle for _score, puzzle in sorted(scored_puzzles, key=lambda pair: -pair[0])]


def list_first_cases(slug: str) -> list[Case]:
    """The game for its two smallest numbers of seats, with the default options."""
    meta = ENGINES[slug].META
    defaults = {option.name: option.values[0] for option in meta.options}
    return [Case(ENGINES[slug], seats, defaults) for seats in meta.seats[:2]]


def _alternate(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Selects puzzles with each kind of best action in turn, so that a week has several kinds."""
    by_kind: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        by_kind[puzzle.choices[puzzle.best].action[0]].append(puzzle)
    rows = zip_longest(*by_kind.values())
    return [puzzle for row in rows for puzzle in row if puzzle is not None][: max(count, 0)]


def _write(slug: str, puzzles: Sequence[Puzzle]) -> None:
    """Writes one puzzle a line, so that a comparison of two versions shows which have changed."""
    lines = [
        json.dumps(write_puzzle(ENGINES[slug], puzzle), ensure_ascii=False, separators=(",", ":"))
        for puzzle in puzzles
    ]
    puzzles_path(slug).write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
