"""What finished matches and backups cost: `python -m tests.bench.backup [--matches 100000] [--database …]`.

Finished matches are written and packed; the bytes of each and the time of packing are told. Then our backup and
that of the database (`pg_dump`, or SQLite's own) run in turns, and people play meanwhile.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

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


def seconds_of(command: Sequence[str], servers: Fleet) -> float:
    started = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=servers.environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def compare_backups(servers: Fleet, database: str, rounds: int) -> None:
    ratios = []
    for number in range(1, rounds + 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            ours = seconds_of(our_backup(servers, folder), servers)
            other = seconds_of(other_backup(servers, folder, database), servers)
            sizes = [path.stat().st_size / 1e6 for path in sorted(folder.iterdir())]
        ratios.append(ours / other)
        print(f"  round {number}: ours {ours:.1f} s, the database's {other:.1f} s; MB: {sizes}")
    print(f"  ours takes {statistics.median(ratios):.1f} × (aim at most 3)")


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
                seconds_of(our_backup(servers, Path(name)), servers)

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
