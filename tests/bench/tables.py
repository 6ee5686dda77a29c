"""What a table costs: `python -m tests.bench.tables [moves] [streams] [--database postgres://…] [--modules
…]`.

Moves: whole requests of the API (seat token, rules, event, state, view, tick) for 16 and for 50 matches at
once. They are compared, round by round, with views that only write the same rows, and with boardgame.io's
server. Each of these is a contender.

Streams: see tests/bench/streams.py. Every figure is the median of the rounds, with the lowest and the
highest.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from games.core.contract import Json
from tests.bench import fleet, lanes, report, streams
from tests.bench.fleet import Fleet

GAME = "shanghaien"
API, SQL, ORM, BOARDGAME = "our API", "view, one statement", "view, ORM", "boardgame.io"


class Run(NamedTuple):
    """What one contender achieved in one round."""

    rate: float  # requests in a second
    p50: float  # milliseconds, as p95, p99 and cpu
    p95: float
    p99: float
    cpu: float  # of the servers, for each request


#: plays so many matches; returns the seconds of the whole and those of each request
Play = Callable[[int], tuple[float, list[float]]]


class Contender(NamedTuple):
    """A way to write moves, and the servers whose CPU that takes."""

    name: str
    servers: Fleet
    play: Play


def measure_run(contender: Contender, matches: int) -> Run:
    cpu_before = contender.servers.cpu()
    seconds, request_seconds = contender.play(matches)
    cpu_seconds = contender.servers.cpu() - cpu_before
    ordered, count = sorted(request_seconds), len(request_seconds)
    p50, p95, p99 = (1000 * ordered[int(count * share)] for share in (0.5, 0.95, 0.99))
    return Run(count / seconds, p50, p95, p99, 1000 * cpu_seconds / count)


def make_our_contenders(servers: Fleet, rounds: int, moves: int, sizes: Sequence[int]) -> Iterator[Contender]:
    """The API and the two views that only write, each with matches of its own for each round and size."""
    count = rounds * sum(sizes)
    yield _make_our_contender(API, servers, fleet.scripts(servers, GAME, count, moves), fleet.actions)
    for name, view in ((SQL, "sql"), (ORM, "orm")):
        matches = fleet.scripts(servers, GAME, count, moves)
        yield _make_our_contender(name, servers, matches, partial(fleet.rows, view=view))


def _make_our_contender(
    name: str, servers: Fleet, matches: list[Json], list_requests: Callable[[Json], list[bytes]]
) -> Contender:
    def play(count: int) -> tuple[float, list[float]]:
        requests_by_lane = [list_requests(matches.pop()) for _ in range(count)]
        return lanes.run(requests_by_lane, servers.ports)

    return Contender(name, servers, play)


def make_boardgame_contender(servers: Fleet, moves: int) -> Contender:
    return Contender(BOARDGAME, servers, lambda matches: fleet.played(servers, matches, moves))


def format_spread(values: Sequence[float], form: str) -> str:
    """The median, and in brackets the lowest and the highest value."""
    low, middle, high = (
        format(value, form) for value in (min(values), statistics.median(values), max(values))
    )
    return f"{middle} ({low}–{high})"


def describe_runs(name: str, runs: Sequence[Run]) -> str:
    rate = format_spread([run.rate for run in runs], ".0f")
    cpu = format_spread([run.cpu for run in runs], ".2f")
    p50, p95, p99 = (
        statistics.median(times) for times in zip(*((run.p50, run.p95, run.p99) for run in runs), strict=True)
    )
    return f"  {name:20} {rate:>18} /s  p50 {p50:6.1f}  p95 {p95:6.1f}  p99 {p99:6.1f} ms   CPU {cpu} ms"


def describe_ratios(runs: dict[str, list[Run]], aim: float) -> Iterator[str]:
    """Contenders are compared round by round, so that other work of the machine slows down both."""

    def format_ratio(name: str, other_name: str, figure: str) -> str:
        pairs = zip(runs[name], runs[other_name], strict=True)
        return format_spread([getattr(run, figure) / getattr(other, figure) for run, other in pairs], ".2f")

    if BOARDGAME in runs:
        yield f"  actions/s: {API} is {format_ratio(API, BOARDGAME, 'rate')} × {BOARDGAME} (aim {aim})"
        yield f"  CPU: {API} takes {format_ratio(API, BOARDGAME, 'cpu')} × {BOARDGAME}"
    yield f"  CPU: {API} takes {format_ratio(API, SQL, 'cpu')} × {SQL} (aim at most 3)"
    tails = [run.p99 / run.p50 for run in runs[API]]
    yield f"  {API}: p99 is {format_spread(tails, '.1f')} × p50 (aim at most 3)"


def bench_moves(options: argparse.Namespace, modules: str | None) -> None:
    bench_moves_on("SQLite FULL, 1 process", "", 1, 2.0, options, modules)
    if options.database:
        bench_moves_on("PostgreSQL, 2 processes", options.database, 2, 3.0, options, modules)


def bench_moves_on(
    title: str, database: str, processes: int, aim: float, options: argparse.Namespace, modules: str | None
) -> None:
    with ExitStack() as stack:
        servers = stack.enter_context(fleet.site(database, processes))
        rounds = options.rounds + 1  # with the one that warms up
        contenders = list(make_our_contenders(servers, rounds, options.moves, options.matches))
        if modules:
            store = database or stack.enter_context(tempfile.TemporaryDirectory())
            boardgame_servers = stack.enter_context(fleet.boardgame(modules, store))
            contenders.append(make_boardgame_contender(boardgame_servers, options.moves))
        for matches in options.matches:
            print(
                f"\n{title}, {matches} matches, {options.moves} moves each, {options.rounds} rounds in turns"
            )
            runs = run_in_turns(contenders, options.rounds, matches)
            lines = [describe_runs(name, runs_of_one) for name, runs_of_one in runs.items()]
            print(*lines, *describe_ratios(runs, aim), sep="\n", flush=True)


def run_in_turns(contenders: Sequence[Contender], rounds: int, matches: int) -> dict[str, list[Run]]:
    """Name of a contender -> its runs. The first round warms up and is left out."""
    runs: dict[str, list[Run]] = {contender.name: [] for contender in contenders}
    for _round in range(rounds + 1):
        for contender in contenders:
            runs[contender.name].append(measure_run(contender, matches))
    return {name: runs_of_one[1:] for name, runs_of_one in runs.items()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tables", description=__doc__)
    parser.add_argument("parts", nargs="*", default=["moves", "streams"], help="moves, streams (both)")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; without it only SQLite")
    parser.add_argument(
        "--modules", help="where boardgame.io is installed; else npm puts it into a temporary folder"
    )
    parser.add_argument("--matches", type=int, nargs="*", default=[16, 50], help="matches at once (16 50)")
    parser.add_argument("--moves", type=int, default=40, help="moves of each match in each round (40)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (5)")
    parser.add_argument("--streams", type=int, default=2000, help="open streams (2000)")
    options = parser.parse_args()
    print(*(f"{name}: {fact}" for name, fact in report.machine().items()), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        if "moves" in options.parts:
            bench_moves(options, options.modules or fleet.npm(folder))
    if "streams" in options.parts:
        streams.bench(options.database, options.streams)
    return 0


if __name__ == "__main__":
    sys.exit(main())
