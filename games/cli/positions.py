"""`python -m games positions`: finds the shortest position for each section of a rule."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.contract import Engine, complete_options
from games.core.positions.position import (
    Position,
    compute_digest,
    describe_position,
    judge,
    replay_position,
    try_action,
)
from games.core.positions.probes import GameProbes
from games.core.positions.searching import PositionSearch, find_in_match
from games.core.simulation import Case, list_cases
from games.registry import (
    ENGINES,
    examples_path,
    load_probes,
    positions_path,
    read_examples,
    read_positions,
)

#: the first seed for further positions, above those of the search for the shortest, and how many seeds are
#: tried
FIRST_FRESH_SEED, MAX_FRESH_SEEDS = 100_001, 150
#: A further position may have this many moves more than the shortest: readers do not see them, but the server
#: plays them.
MAX_FURTHER_MOVES = 30


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "positions",
        help="find the shortest position in which each section of a rule applies",
        description="Play random matches and keep, for each section of the rule, the shortest beginning in "
        "which the engine cites it, in games/GAME/positions.json. A later run goes on with the next seed and "
        "replaces a position only by a shorter one.",
    )
    command.add_argument("games", nargs="+", choices=sorted(ENGINES), metavar="GAME")
    command.add_argument("--matches", type=int, default=200, help="matches of each way to play (200)")
    command.add_argument("--seed", type=int, default=0, help="the first seed (where the last run stopped)")
    command.add_argument("--anew", action="store_true", help="forget the positions that were found before")
    command.add_argument(
        "--refresh",
        action="store_true",
        help="search nothing: let the engine answer the same questions again",
    )
    command.add_argument(
        "--fresh", type=int, default=24, help="seeds of further positions to keep for each section (24)"
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    missing = 0
    for slug in options.games:
        if options.refresh:
            _refresh(slug, options.fresh)
            continue
        missing += _search(slug, options)
    return 1 if missing else 0


def _search(slug: str, options: argparse.Namespace) -> int:
    """Searches positions, and returns how many sections have none yet."""
    engine, probes = ENGINES[slug], load_probes(slug)
    stored_positions = [] if options.anew else read_positions(slug)
    first = options.seed or (1 if options.anew else _read_seed(slug))
    search = PositionSearch(engine, probes, stored_positions)
    started = time.process_time()
    for case in _list_fitting_cases(engine, probes):
        for seed in range(first, first + options.matches):
            search.search_match(case, seed)
    _write(slug, search.list_found(), first + options.matches, options.fresh)
    for position in search.list_found():
        print(f"{slug}  {position.probe.key:24} {len(position.moves):4} moves, {position.probe.cited_by}")
    missing = search.list_missing()
    print(f"{slug}: seeds {first} to {first + options.matches - 1}, {time.process_time() - started:.0f} s")
    if missing:
        print(f"{slug}: nothing found for {', '.join(probe.key for probe in missing)}")
    return len(missing)


def _list_fitting_cases(engine: Engine, probes: GameProbes) -> Iterator[Case]:
    for case in list_cases(engine):
        complete = complete_options(engine.META, case.seats, case.options)
        if any(probe.fits(case.seats, complete) for probe in probes.searched_probes):
            yield case


def _answer_again(engine: Engine, position: Position) -> Position:
    before = replay_position(engine, position)
    question = judge(position, try_action(engine, position.seats, before, position.asked_move))
    return replace(position, answer=question.answer, digest=compute_digest(engine, position))


def _read_seed(slug: str) -> int:
    path = positions_path(slug)
    return json.loads(path.read_text(encoding="utf-8"))["next_seed"] if path.exists() else 1


def _refresh(slug: str, fresh: int) -> None:
    engine = ENGINES[slug]
    positions = [_answer_again(engine, position) for position in read_positions(slug)]
    _write(slug, positions, _read_seed(slug), fresh)
    examples = [_answer_again(engine, example) for example in read_examples(slug)]
    if examples:
        lines = [_to_line(describe_position(engine, example)) for example in examples]
        examples_path(slug).write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def _find_fresh_seeds(slug: str, position: Position, count: int) -> list[int]:
    """Seeds of matches in which the section applies soon, each with another position."""
    engine, probes = ENGINES[slug], load_probes(slug)
    seeds, digests = [], {position.digest}
    max_moves = len(position.moves) + MAX_FURTHER_MOVES
    for seed in range(FIRST_FRESH_SEED, FIRST_FRESH_SEED + MAX_FRESH_SEEDS):
        further = find_in_match(engine, probes, position.probe, seed)
        if further and further.digest not in digests and len(further.moves) <= max_moves:
            digests.add(further.digest)
            seeds.append(seed)
        if len(seeds) == count:
            break
    return seeds


def _write(slug: str, positions: list[Position], next_seed: int, fresh: int) -> None:
    """Writes one position a line, so that a comparison of two versions shows which have changed."""
    engine = ENGINES[slug]
    lines = [_to_line(describe_position(engine, position)) for position in positions]
    seeds = {position.probe.key: _find_fresh_seeds(slug, position, fresh) for position in positions}
    text = ",\n".join(lines)
    seed_lines = ",\n".join(f'"{key}": {_to_line(seeds_of_probe)}' for key, seeds_of_probe in seeds.items())
    positions_path(slug).write_text(
        f'{{"next_seed": {next_seed}, "positions": [\n{text}\n], "fresh": {{\n{seed_lines}\n}}}}\n',
        encoding="utf-8",
    )


def _to_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
