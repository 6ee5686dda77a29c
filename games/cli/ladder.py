"""`python -m games ladder`: lets bots play each other and tells who wins how often."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from games.bots import ladder
from games.bots.ladder import Contest, MatchResult
from games.bots.levels import MASTER
from games.core.contract import Json, Malformed
from games.registry import ENGINES, HOME, load_levels

#: how many matches are played before the file is written again
MATCHES_PER_WRITE = 5

#: `map`, or the `map` of a pool of processes
Map = Callable[[Callable[[int], MatchResult], Iterable[int]], Iterator[MatchResult]]


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "ladder",
        help="let bots play each other and say who wins how often",
        description="Let one stronger bot play among weaker ones, the seats in turn, and print how often "
        "it wins, with the interval of 95 %. Ties are shared. With --out the results are kept "
        "in a file; a later run goes on where that file ends, and begins anew with a pair "
        "that plays otherwise than it did.",
    )
    _add_choices(command)
    command.add_argument(
        "--matches", type=_parse_count, default=400, metavar="N", help="matches of each pair (400)"
    )
    command.add_argument("--seed", type=int, default=1, metavar="N", help="where all luck comes from (1)")
    command.add_argument(
        "--workers", type=_parse_count, default=1, metavar="N", help="processes that play (1)"
    )
    command.add_argument(
        "--out",
        type=Path,
        nargs="?",
        const=HOME,
        metavar="FILE",
        help="keep the results there, as JSON; without FILE in the ladder.json of each game",
    )
    command.set_defaults(run=run)


def _add_choices(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", choices=sorted(ENGINES), help="only this game")
    command.add_argument("--seats", type=_parse_count, metavar="N", help="only with so many seats")
    command.add_argument(
        "--pairs",
        type=lambda words: words.split(","),
        metavar="STRONGER:WEAKER,…",
        help=f"only these pairs of: {', '.join(ladder.PLAYERS)}",
    )


def _parse_count(word: str) -> int:
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number from 1 on")
    return int(word)


def run(options: argparse.Namespace) -> int:
    contests = list(_select_contests(options))
    if not contests:
        raise Malformed("no game is played by so many", "--seats")
    if options.workers == 1:
        return _measure_contests(contests, options, map)
    with ProcessPoolExecutor(options.workers) as pool:
        return _measure_contests(contests, options, pool.map)


def _select_contests(options: argparse.Namespace) -> Iterator[Contest]:
    for game in [options.game] if options.game else ENGINES:
        for seats in ENGINES[game].META.seats:
            if options.seats in (None, seats):
                yield from _list_contests_of_game(game, seats, options)


def _list_contests_of_game(game: str, seats: int, options: argparse.Namespace) -> list[Contest]:
    if not options.pairs:
        return ladder.list_contests(game, seats, options.seed, load_levels(game))
    return [Contest(game, seats, *_parse_pair(game, words), options.seed) for words in options.pairs]


def _parse_pair(game: str, words: str) -> tuple[str, str]:
    names = words.split(":")
    players = [name for name in ladder.PLAYERS if name != MASTER or load_levels(game).master is not None]
    if len(names) != 2 or not set(names) <= set(players):
        raise Malformed(f"{words!r} is not two of {', '.join(players)}", "--pairs")
    return names[0], names[1]


def _measure_contests(contests: list[Contest], options: argparse.Namespace, map_matches: Map) -> int:
    for contest in contests:
        file = HOME / contest.game / "ladder.json" if options.out == HOME else options.out
        lines_by_key = _read_lines(file)
        for line in _play_matches(contest, lines_by_key, options.matches, map_matches):
            lines_by_key[ladder.line_key(line)] = line
            _write_lines(file, lines_by_key)
        print(_describe_line(contest, line), flush=True)
    return 0


def _play_matches(
    contest: Contest, lines_by_key: dict[Any, Json], wanted: int, map_matches: Map
) -> Iterator[Json]:
    """Yields the line of a contest after every few matches, until enough of them were played.

    A line that was measured before is continued, if the bots still play their first match in the same way.
    """
    play_match = partial(_play_match, contest)
    first = play_match(0)
    new_line = ladder.start_line(contest, first.moves)
    line = lines_by_key.get(ladder.line_key(new_line))
    if line is None or line.get("first") != first.moves:
        line = ladder.add_matches(new_line, [first])
    yield line
    matches = map_matches(play_match, range(line["matches"], wanted))
    while batch := list(islice(matches, MATCHES_PER_WRITE)):
        line = ladder.add_matches(line, batch)
        yield line


def _play_match(contest: Contest, number: int) -> MatchResult:
    engine, levels = ENGINES[contest.game], load_levels(contest.game)
    return ladder.play_match(contest, number, time.process_time, engine, levels)


def _read_lines(file: Path | None) -> dict[Any, Json]:
    if file is None or not file.exists():
        return {}
    try:
        lines_by_key = {ladder.line_key(line): line for line in json.loads(file.read_bytes())["results"]}
        for line in lines_by_key.values():
            ladder.add_matches(line, [])  # fails if the line lacks a field
        return lines_by_key
    except (ValueError, KeyError, TypeError, ArithmeticError):
        raise Malformed("this file holds something else than a ladder", str(file)) from None


def _write_lines(file: Path | None, lines_by_key: dict[Any, Json]) -> None:
    """Replaces the file in one step, so that it is complete even if somebody stops the command."""
    if file is None:
        return
    text = ",\n".join(json.dumps(lines_by_key[key], ensure_ascii=False) for key in sorted(lines_by_key))
    new_file = file.with_suffix(".new")
    new_file.write_text(f'{{"results": [\n{text}\n]}}\n', encoding="utf-8")
    new_file.replace(file)


def _describe_line(contest: Contest, line: Json) -> str:
    low, high = line["interval"]
    sentence = f"{contest.game} {contest.seats}  {contest.pair:20} {line['rate']:.3f} ({low:.3f}–{high:.3f})"
    sentence += (
        f"  {line['share']:.2f} × fair  n = {line['matches']}  {line['ms'][0]:.2f} / {line['ms'][1]:.2f} ms"
    )
    target = ladder.find_target(contest)
    if target is None:
        return sentence
    return f"{sentence}  aim {target:.3f} {'met' if line['rate'] >= target else 'MISSED'}"
