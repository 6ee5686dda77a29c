"""What finished matches and backups cost: `python -m tests.bench.backup [--matches 100000] [--database …]`.

Finished matches are written and packed; the bytes of each and the time of packing are told. Then our backup and
that of the database (`pg_dump`, or SQLite's own) run in turns, and people play meanwhile.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.bench import fleet, lanes
from tests.bench.fleet import Fleet
from tests.serving import ROOT

GAME, LANES, MOVES = "shanghaien", 8, 60
SQLITE_BACKUP = """
import sqlite3, sys
source, target = sqlite3.connect(sys.argv[1]), sqlite3.connect(sys.argv[2])
source.backup(target)
"""


def fill(servers: Fleet, matches: int) -> dict:
    """Packed matches in the database of the servers, and what they cost."""
    command = [sys.executable, "-m", "tests.bench.finished", str(matches)]
    done = subprocess.run(
        command, cwd=ROOT, env=servers.environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def our_backup(servers: Fleet, folder: Path) -> list[str]:
    return [sys.executable, "manage.py", "backup", str(folder / "ours.zip")]


def other_backup(servers: Fleet, folder: Path, database: str) -> list[str]:
    """The backup that the database brings along."""
    if database:
        return [shutil.which("pg_dump") or "pg_dump", "-Fc", "-f", str(folder / "other.dump"), database]
    file = str(Path(servers.environment["DATA_DIR"], "escale.sqlite3"))
    return [sys.executable, "-c", SQLITE_BACKUP, file, str(folder / "other.sqlite3")]


class Cost(NamedTuple):
    """Seconds by the clock, and of the processor, which a busy machine does not disturb.

    What PostgreSQL's own processes do is not in the latter.
    """

    clock: float
    processor: float


def cost_of(command: Sequence[str], servers: Fleet) -> Cost:
    started, before = time.perf_counter(), _processor_seconds()
    subprocess.run(command, cwd=ROOT, env=servers.environment, check=True, stdout=subprocess.DEVNULL)
    return Cost(time.perf_counter() - started, _processor_seconds() - before)


def _processor_seconds() -> float:
    """Of all commands that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare_backups(servers: Fleet, database: str, rounds: int) -> None:
    """In turns; what it costs to start a command of ours is told too, because it does not grow with the rows."""
    start = cost_of([sys.executable, "manage.py", "help", "backup"], servers)
    print(f"  to start a command: {start.clock:.1f} s, {start.processor:.2f} s of processor")
    costs = []
    for number in range(1, rounds + 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            ours = cost_of(our_backup(servers, folder), servers)
            other = cost_of(other_backup(servers, folder, database), servers)
            sizes = {path.name: round(path.stat().st_size / 1e6, 1) for path in sorted(folder.iterdir())}
        costs.append((ours, other))
        print(
            f"  round {number}: ours {ours.clock:.1f} s ({ours.processor:.2f} s of processor), "
            f"the database's {other.clock:.1f} s ({other.processor:.2f} s); MB: {sizes}"
        )
    clock = statistics.median(ours.clock / other.clock for ours, other in costs)
    processor = statistics.median(ours.processor / other.processor for ours, other in costs)
    print(f"  ours takes {clock:.1f} × (aim at most 3), {processor:.1f} × by processor time", flush=True)


def play(servers: Fleet) -> list[float]:
    """Milliseconds of the moves of some matches, all at once."""
    requests = [fleet.actions(match) for match in fleet.scripts(servers, GAME, LANES, MOVES)]
    _seconds, taken = lanes.run(requests, servers.ports)
    return sorted(1000 * value for value in taken)


def play_during_backups(servers: Fleet) -> list[float]:
    """The same while one backup after the other is made."""
    is_over = threading.Event()

    def back_up() -> None:
        while not is_over.is_set():
            with tempfile.TemporaryDirectory() as name:
                cost_of(our_backup(servers, Path(name)), servers)

    thread = threading.Thread(target=back_up)
    thread.start()
    try:
        return play(servers)
    finally:
        is_over.set()
        thread.join()


def tell_moves(name: str, taken: list[float]) -> None:
    p50, p99 = (taken[int(len(taken) * share)] for share in (0.5, 0.99))
    print(f"  moves {name}: p50 {p50:.1f} ms, p99 {p99:.1f} ms = {p99 / p50:.1f} × p50 (aim at most 3)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database", default="")
    options = parser.parse_args()
    with fleet.site(options.database, worker=False) as servers:
        print("PostgreSQL" if options.database else "SQLite", f"{options.matches} finished matches")
        for name, value in fill(servers, options.matches).items():
            print(f"  {name}: {value}")
        compare_backups(servers, options.database, options.rounds)
        tell_moves("alone", play(servers))
        tell_moves("during backups", play_during_backups(servers))


if __name__ == "__main__":
    main()
