"""`python -m games ladder`: let bots play each other and say who wins how often."""

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
from games.core.contract import Json, Malformed
from games.registry import ENGINES, HOME, load_levels

#: the file is written again after so many matches
BATCH = 5

Map = Callable[[Callable[[int], MatchResult], Iterable[int]], Iterator[MatchResult]]


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "ladder",
        help="let bots play each other and say who wins how often",
        description="Let one stronger bot play among weaker ones, the seats in turn, and print how often it wins, with "
        "the interval of 95 %. Ties are shared. With --out the results are kept in a file; a later run goes on "
        "where that file ends, and begins anew with a pair that plays otherwise than it did.",
    )
    _add_choices(command)
    command.add_argument("--matches", type=_count, default=400, metavar="N", help="matches of each pair (400)")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="where all luck comes from (1)")
    command.add_argument("--workers", type=_count, default=1, metavar="N", help="processes that play (1)")
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
    command.add_argument("--seats", type=_count, metavar="N", help="only with so many seats")
    command.add_argument(
        "--pairs",
        type=lambda words: words.split(","),
        metavar="STRONGER:WEAKER,…",
        help=f"only these pairs of: {', '.join(ladder.PLAYERS)}",
    )


def _count(word: str) -> int:
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number from 1 on")
    return int(word)


def run(options: argparse.Namespace) -> int:
    contests = list(_contests(options))
    if not contests:
        raise Malformed("no game is played by so many", "--seats")
    if options.workers == 1:
        return _measure(contests, options, map)
    with ProcessPoolExecutor(options.workers) as pool:
        return _measure(contests, options, pool.map)


def _contests(options: argparse.Namespace) -> Iterator[Contest]:
    for game in [options.game] if options.game else ENGINES:
        for seats in ENGINES[game].META.seats:
            if options.seats in (None, seats):
                yield from _chosen(game, seats, options)


def _chosen(game: str, seats: int, options: argparse.Namespace) -> list[Contest]:
    if not options.pairs:
        meets_plain_search = load_levels(game).meets_plain_search
        return ladder.list_contests(game, seats, options.seed, meets_plain_search=meets_plain_search)
    return [Contest(game, seats, *_pair(words), options.seed) for words in options.pairs]


def _pair(words: str) -> tuple[str, str]:
    names = words.split(":")
    if len(names) != 2 or not set(names) <= set(ladder.PLAYERS):
        raise Malformed(f"{words!r} is not two of {', '.join(ladder.PLAYERS)}", "--pairs")
    return names[0], names[1]


def _measure(contests: list[Contest], options: argparse.Namespace, spread: Map) -> int:
    for contest in contests:
        file = HOME / contest.game / "ladder.json" if options.out == HOME else options.out
        lines = _read(file)
        for line in _grow(contest, lines, options.matches, spread):
            lines[ladder.line_key(line)] = line
            _write(file, lines)
        print(_sentence(contest, line), flush=True)
    return 0


def _grow(contest: Contest, lines: dict[Any, Json], wanted: int, spread: Map) -> Iterator[Json]:
    """The line of a contest, again and again, until enough matches were played."""
    play = partial(_play, contest)
    first = play(0)
    line = ladder.start_line(contest, first.moves)
    line = _same(lines.get(ladder.line_key(line)), first.moves) or ladder.add_matches(line, [first])
    yield line
    more = spread(play, range(line["matches"], wanted))
    while played := list(islice(more, BATCH)):
        line = ladder.add_matches(line, played)
        yield line


def _play(contest: Contest, number: int) -> MatchResult:
    engine, levels = ENGINES[contest.game], load_levels(contest.game)
    return ladder.play_match(contest, number, time.process_time, engine, levels)


def _same(line: Json | None, first: str) -> Json | None:
    """What was measured before, if the bots still play as they did."""
    return line if line and line.get("first") == first else None


def _read(file: Path | None) -> dict[Any, Json]:
    if file is None or not file.exists():
        return {}
    try:
        lines = {ladder.line_key(line): line for line in json.loads(file.read_bytes())["results"]}
        for line in lines.values():
            ladder.add_matches(line, [])  # only a whole line can grow
        return lines
    except (ValueError, KeyError, TypeError, ArithmeticError):
        raise Malformed("this file holds something else than a ladder", str(file)) from None


def _write(file: Path | None, lines: dict[Any, Json]) -> None:
    """All at once, so that whoever stops us finds a whole file."""
    if file is None:
        return
    text = ",\n".join(json.dumps(lines[key], ensure_ascii=False) for key in sorted(lines))
    beside = file.with_suffix(".new")
    beside.write_text(f'{{"results": [\n{text}\n]}}\n', encoding="utf-8")
    beside.replace(file)


def _sentence(contest: Contest, line: Json) -> str:
    aim = ladder.find_target(contest)
    low, high = line["interval"]
    said = f"{contest.game} {contest.seats}  {contest.pair:20} {line['rate']:.3f} ({low:.3f}–{high:.3f})"
    said += f"  {line['share']:.2f} × fair  n = {line['matches']}  {line['ms'][0]:.2f} / {line['ms'][1]:.2f} ms"
    return said + (f"  aim {aim:.3f} {'met' if line['rate'] >= aim else 'MISSED'}" if aim else "")
