"""What a table costs: `python -m tests.bench.tables [moves] [streams] [--database postgres://…] [--modules …]`.

Moves: whole requests of the API (seat token, rules, event, state, view, tick; a worker beside) for 16 and for 50
matches at once, beside views that only write the same rows and beside boardgame.io's server, all in turns.
Streams: see tests/bench/streams.py. Every figure is the median of the rounds, with the lowest and the highest.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from tests.bench import fleet, lanes, report, streams
from tests.bench.fleet import Fleet

GAME = "shanghaien"
API, SQL, ORM, OTHER = "our API", "view, one statement", "view, ORM", "boardgame.io"


class Run(NamedTuple):
    """One contender in one round."""

    rate: float
    p50: float
    p95: float
    p99: float
    cpu: float


Play = Callable[[int, int], tuple[float, list[float]]]


class Contender(NamedTuple):
    """Who plays the `n`-th round with so many matches, and the servers whose CPU that takes."""

    name: str
    servers: Fleet
    play: Play


def measured(one: Contender, number: int, matches: int) -> Run:
    before = one.servers.cpu()
    seconds, taken = one.play(number, matches)
    spent, ordered = one.servers.cpu() - before, sorted(taken)
    shares = [1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.95, 0.99)]
    return Run(len(taken) / seconds, *shares, 1000 * spent / len(taken))


def ours(servers: Fleet, rounds: int, moves: int, sizes: Sequence[int]) -> Iterator[Contender]:
    """The API and the two floors of one fleet, each with matches of its own for each round and size."""
    kinds = {
        API: fleet.actions,
        SQL: lambda match: fleet.rows(match, "sql"),
        ORM: lambda match: fleet.rows(match, "orm"),
    }
    for name, told in kinds.items():
        ready = fleet.scripts(servers, GAME, rounds * sum(sizes), moves)

        def play(number: int, matches: int, ready=ready, told=told) -> tuple[float, list[float]]:
            lots = [told(ready.pop()) for _ in range(matches)]
            return lanes.run(lots, servers.ports)

        yield Contender(name, servers, play)


def other(servers: Fleet, moves: int) -> Contender:
    return Contender(OTHER, servers, lambda number, matches: fleet.played(servers, matches, moves))


def spread(values: Sequence[float], form: str) -> str:
    low, middle, high = (format(value, form) for value in (min(values), statistics.median(values), max(values)))
    return f"{middle} ({low}–{high})"


def told(name: str, runs: Sequence[Run]) -> str:
    rate, p50, p95, p99, cpu = (list(column) for column in zip(*runs, strict=True))
    times = "  ".join(f"{label} {statistics.median(v):6.1f}" for label, v in (("p50", p50), ("p95", p95), ("p99", p99)))
    return f"  {name:20} {spread(rate, '.0f'):>18} /s  {times} ms   CPU {spread(cpu, '.2f')} ms"


def ratios(runs: dict[str, list[Run]], aim: float) -> Iterator[str]:
    """Round by round, so that whatever else the machine does weighs on both."""

    def ratio(one: str, two: str, what: str) -> str:
        pairs = zip(runs[one], runs[two], strict=True)
        return spread([getattr(a, what) / getattr(b, what) for a, b in pairs], ".2f")

    if OTHER in runs:
        yield f"  actions/s: {API} is {ratio(API, OTHER, 'rate')} × {OTHER} (aim {aim})"
        yield f"  CPU: {API} takes {ratio(API, OTHER, 'cpu')} × {OTHER}"
    yield f"  CPU: {API} takes {ratio(API, SQL, 'cpu')} × {SQL} (aim at most 3)"
    yield f"  {API}: p99 is {spread([run.p99 / run.p50 for run in runs[API]], '.1f')} × p50 (aim at most 3)"


def bench_moves(options: argparse.Namespace, modules: str | None) -> None:
    plans = [("SQLite FULL, 1 process", "", 1, 1.5)]
    plans += [("PostgreSQL, 2 processes", options.database, 2, 3.0)] if options.database else []
    for title, database, processes, aim in plans:
        with ExitStack() as stack:
            servers = stack.enter_context(fleet.site(database, processes))
            contenders = list(ours(servers, options.rounds + 1, options.moves, options.matches))
            if modules:
                store = database or stack.enter_context(tempfile.TemporaryDirectory())
                contenders.append(other(stack.enter_context(fleet.boardgame(modules, store)), options.moves))
            for matches in options.matches:
                print(f"\n{title}, {matches} matches, {options.moves} moves each, {options.rounds} rounds in turns")
                runs = in_turns(contenders, options.rounds, matches)
                print(*(told(name, each) for name, each in runs.items()), *ratios(runs, aim), sep="\n", flush=True)


def in_turns(contenders: Sequence[Contender], rounds: int, matches: int) -> dict[str, list[Run]]:
    """The first round warms up and is thrown away."""
    runs: dict[str, list[Run]] = {one.name: [] for one in contenders}
    for number in range(rounds + 1):
        for one in contenders:
            runs[one.name].append(measured(one, number, matches))
    return {name: each[1:] for name, each in runs.items()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tables", description=__doc__)
    parser.add_argument("parts", nargs="*", default=["moves", "streams"], help="moves, streams (both)")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; without it only SQLite")
    parser.add_argument("--modules", help="where boardgame.io is installed; else npm puts it into a temporary folder")
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
