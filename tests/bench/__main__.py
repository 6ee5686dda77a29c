"""All measurements, one after the other: `make bench`, or `python3 run.py bench catalogue engines`.

Where BENCH_DATABASE_URL names a PostgreSQL server that lets databases be made, what a database weighs on is
measured on SQLite and there, each time in an empty database of its own.

Options after the names go to these parts, for a quick look: `python3 run.py bench bots --rounds 1 --seconds 3`.
The report of the last whole run then stays as it is.
"""

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg

from tests.bench import report

LARGE = "pages --titles 171716"
EMPTY = "--database"  # at the end of a run: it gets the address of an empty database
#: how each part is run without a server, and how with one
RUNS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "asking": ([""], []),
    "backup": ([""], [EMPTY]),
    "bots": ([""], [EMPTY]),
    "catalogue": (
        ["search", "pages --titles 9500", LARGE],
        [f"pages --titles 9500 {EMPTY}", f"{LARGE} {EMPTY}"],
    ),
    "desk": ([""], [EMPTY]),
    "engines": ([""], []),
    "frames": ([""], []),
    "growth": ([""], [EMPTY]),
    "imports": ([""], [EMPTY]),
    "rules": ([""], [EMPTY]),
    "screens": ([""], []),
    "tables": ([""], [EMPTY]),
}
#: these measure SQLite beside PostgreSQL by themselves
BESIDE = ("imports", "tables")


def runs(name: str, server: str) -> Iterator[str]:
    alone, there = RUNS[name]
    if not (server and name in BESIDE):
        yield from alone
    if server:
        yield from there


def main() -> int:
    arguments, server = sys.argv[1:], os.environ.get("BENCH_DATABASE_URL", "")
    names = list(itertools.takewhile(lambda argument: not argument.startswith("-"), arguments))
    chosen, options_of_all = names or list(RUNS), arguments[len(names) :]
    unknown = sorted(set(chosen) - set(RUNS))
    if unknown:
        print(f"Unknown: {', '.join(unknown)}. There are: {', '.join(RUNS)}.", file=sys.stderr)
        return 2
    facts = report.machine()
    parts = [
        measured(name, options, options_of_all, server) for name in chosen for options in runs(name, server)
    ]
    if options_of_all:
        return sum(not part["whole"] for part in parts)
    print(f"\nWritten: {report.write(facts, parts)}; the page /developers/measures/ shows it.")
    return sum(not part["whole"] for part in parts)


def measured(name: str, options: str, more: Sequence[str], server: str) -> dict:
    """Run one part; what it prints is shown at once and kept."""
    title = " ".join(
        [name, *options.removesuffix(EMPTY).split(), *(["on PostgreSQL"] if EMPTY in options else [])]
    )
    print(f"\n## {title}\n", flush=True)
    command, began, lines = ["-m", f"tests.bench.{name}", *more, *options.split()], time.monotonic(), []
    with (
        empty_database(server if EMPTY in options else "") as database,
        subprocess.Popen([sys.executable, *command, *database], stdout=subprocess.PIPE, text=True) as running,
    ):
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    seconds = round(time.monotonic() - began)
    shown = {"name": title, "command": " ".join(["python", *command]), "text": "".join(lines)}
    return shown | {"seconds": seconds, "whole": running.returncode == 0}


@contextmanager
def empty_database(server: str) -> Iterator[list[str]]:
    """The address of a new database on the server, which goes afterwards; nothing where no server
    is named.
    """
    if not server:
        yield []
        return
    name = f"bench_{os.getpid()}_{time.monotonic_ns()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield [urlsplit(server)._replace(path=f"/{name}").geturl()]
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


if __name__ == "__main__":
    sys.exit(main())
