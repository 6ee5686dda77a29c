"""How many decisions of strong bots one worker and two workers compute: `python -m tests.bench.bots [--database
postgres://…]`.

Nobody plays but bots, so that all that is measured is the worker. Beside it, in turns, the same search runs in
one and in two processes without a database: more than that ratio the machine cannot give.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import report
from tests.bench.serving import TICK, ticks
from tests.serving import ROOT

GAME, SEATS = "macao", [{"kind": "human"}, *[{"kind": "bot", "level": "strong"}] * 3]
AIM = 1.8
BEFORE = "before the leases: 8.57 and 9.02 decisions/s, and 45 % of the thoughts were thrown away"


def set_up(folder: str, database: str) -> None:
    os.environ |= {"DATA_DIR": folder, "EMAIL_URL": "memory://", "LOG_LEVEL": "INFO"}
    os.environ |= {"DJANGO_SETTINGS_MODULE": "escale.settings"} | (
        {"DATABASE_URL": database} if database else {}
    )
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def open_tables(count: int) -> None:
    """Tables whose only person is absent, so that four bots play on by themselves."""
    from games.matches import seating
    from games.matches.luck.contributions import Sent, contribute
    from games.matches.storage.rows import proof_by_index
    from games.models import Match, Seat

    for _ in range(count):
        match_id = seating.create(game=GAME, options={}, seats=SEATS).match
        contribute(match_id=match_id, proof=proof_by_index(0), sent=Sent())
        Seat.objects.filter(match=match_id, kind="human").update(relief_level="steady")
        Match.objects.filter(pk=match_id).update(bot_seats=0b1111, due=1)


@contextmanager
def workers(count: int, log: Path) -> Iterator[list[int]]:
    """The ids of so many workers, from the moment at which all of them have begun."""
    from escale.common.clock import now_ms
    from games.models import Heartbeat

    started = now_ms()
    with log.open("ab") as output:
        command = [sys.executable, "manage.py", "play_worker"]
        processes = [subprocess.Popen(command, cwd=ROOT, stderr=output) for _ in range(count)]
    try:
        while Heartbeat.objects.filter(beat__gte=started).count() < count:
            time.sleep(0.1)
        time.sleep(2)  # The processes that search start with their first question.
        yield [process.pid for process in processes]
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(30)


def cpu_seconds(pids: list[int]) -> float:
    """Of these workers and of their processes that search."""
    command = ["ps", "-o", "pid=", "--ppid", ",".join(map(str, pids))]
    children = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
    return sum(ticks(pid) for pid in (*pids, *map(int, children))) / TICK


class Rate(NamedTuple):
    """The decisions of strong bots in a second, and the milliseconds of CPU time that each of them took."""

    decisions: float
    cpu: float


def measure_workers(count: int, seconds: float, log: Path) -> Rate:
    from escale.common.clock import now_ms
    from games.models import MatchEvent

    with workers(count, log) as pids:
        began, cpu_before = now_ms(), cpu_seconds(pids)
        time.sleep(seconds)
        ended, cpu_after = now_ms(), cpu_seconds(pids)
    decisions = MatchEvent.objects.filter(kind="move", seat__gt=0, at__gte=began, at__lt=ended).count()
    return Rate(1000 * decisions / (ended - began), 1000 * (cpu_after - cpu_before) / max(1, decisions))


def make_position() -> tuple[Any, int]:
    from games.core.chance import QuickChance
    from games.core.contract import begin_match
    from games.registry import ENGINES

    engine, chance = ENGINES[GAME], QuickChance(5)
    state, _ = begin_match(engine, len(SEATS), {}, chance)
    while len(menu := engine.legal(state, engine.turn(state))) == 1:
        engine.advance(state, engine.turn(state), menu[0], chance)
    return state, engine.turn(state)


def measure_machine(count: int, seconds: float) -> float:
    """The searches of one position in a second, in so many processes."""
    from games.automation.thinking import SubprocessThinker

    state, seat = make_position()
    totals = []

    def search() -> None:
        thinker, searches = SubprocessThinker(), 0
        thinker(GAME, "strong", state, seat, 0)
        ready.wait()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            searches += 1
            thinker(GAME, "strong", state, seat, searches)
        totals.append(searches)
        thinker.close()

    ready = threading.Barrier(count)
    threads = [threading.Thread(target=search) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(totals) / seconds


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def bench(options: argparse.Namespace, folder: str) -> None:
    """Prints the figures of all rounds."""
    log = Path(folder, "worker.log")
    rates: dict[int, list[Rate]] = {1: [], 2: []}
    searches: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(options.rounds):
        open_tables(options.tables)
        for count in (1, 2):
            rates[count].append(measure_workers(count, options.seconds, log))
            searches[count].append(measure_machine(count, options.seconds / 2))
    for count in (1, 2):
        cpu = spread([rate.cpu for rate in rates[count]])
        decisions = spread([rate.decisions for rate in rates[count]])
        print(f"  workers: {count}, decisions/s: {decisions}, CPU of one decision: {cpu} ms")
        print(f"  bare processes: {count}, searches/s: {spread(searches[count])}")
    ratio = [two.decisions / one.decisions for one, two in zip(rates[1], rates[2], strict=True)]
    machine = [two / one for one, two in zip(searches[1], searches[2], strict=True)]
    wasted = log.read_text(encoding="utf-8").count("stale_decision")
    print(f"  two workers do {spread(ratio)} × what one does (aim {AIM}); {BEFORE}")
    print(f"  two bare processes do {spread(machine)} × what one does; load: {os.getloadavg()[0]:.1f}")
    print(f"  thoughts thrown away: {wasted}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bots", description=__doc__)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; without it SQLite")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement (20)")
    parser.add_argument("--tables", type=int, default=24, help="new tables for each round (24)")
    options = parser.parse_args()
    print(*(f"{name}: {fact}" for name, fact in report.machine().items()), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder, options.database)
        print(
            f"\n{'PostgreSQL' if options.database else 'SQLite'}, {options.rounds} rounds in turns",
            flush=True,
        )
        bench(options, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
