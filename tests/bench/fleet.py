"""Servers to be measured: the site's own processes on a database of their own, and boardgame.io's."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import lanes
from tests.bench.serving import TICK, asgi, megabytes, ticks, wait
from tests.serving import ROOT, free_port

PREPARE = """
import django
django.setup()
from django.core.management import call_command
from escale.server import static_files
call_command("migrate", verbosity=0)
static_files.collect()
"""
BOARDGAME = Path(__file__).with_name("shanghaien_served.cjs")
NPM = ("boardgame.io@0.50.2", "node-persist@3", "socket.io-client@4", "bgio-postgres@1", "pg@8")


class Fleet(NamedTuple):
    """Processes that serve, on these ports."""

    processes: list[subprocess.Popen]
    ports: list[int]
    environment: dict[str, str]

    def cpu(self) -> float:
        """Seconds of the processor that they have used so far."""
        return sum(ticks(process.pid) for process in self.processes) / TICK

    def megabytes(self) -> float:
        return megabytes(self.processes[0].pid)


@contextmanager
def started(
    commands: Sequence[Sequence[str]], environment: dict[str, str]
) -> Iterator[list[subprocess.Popen]]:
    processes = [subprocess.Popen(command, cwd=ROOT, env=environment) for command in commands]
    try:
        yield processes
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(15)


@contextmanager
def site(database: str = "", processes: int = 1, worker: bool = True) -> Iterator[Fleet]:
    """So many server processes and, unless it is left out, one worker."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        environment |= {"EMAIL_URL": "memory://"} | ({"DATABASE_URL": database} if database else {})
        subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, env=environment, check=True)
        ports = [free_port() for _ in range(processes)]
        commands = [asgi("escale.asgi:application", port) for port in ports]
        beside = [[sys.executable, "manage.py", "play_worker"]] if worker else []
        with started([*commands, *beside], environment) as running:
            for port, process in zip(ports, running, strict=False):
                wait(port, process)
            yield Fleet(running[: len(ports)], ports, environment)


def scripts(fleet: Fleet, game: str, matches: int, moves: int) -> list[dict[str, Any]]:
    """Matches with the moves that will be played, as `tests/bench/moves.py` prints them."""
    command = [sys.executable, "-m", "tests.bench.moves", game, str(matches), str(moves)]
    done = subprocess.run(
        command, cwd=ROOT, env=fleet.environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(done.stdout)


def npm(folder: str) -> str | None:
    """Installs boardgame.io and a PostgreSQL store for it into this folder; returns the folder of the
    modules.
    """
    command = [shutil.which("npm") or "npm", "install", "--no-audit", "--no-fund", "--prefix", folder, *NPM]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"boardgame.io: not here ({type(error).__name__})", file=sys.stderr)
        return None
    return str(Path(folder, "node_modules"))


@contextmanager
def boardgame(modules: str, store: str) -> Iterator[Fleet]:
    """Its own server with the Shanghaien of shanghaien_boardgame.cjs; its lobby is on the next port."""
    port, environment = free_port(), os.environ | {"NODE_PATH": modules}
    with started([["node", str(BOARDGAME), "serve", str(port), store]], environment) as running:
        wait(port + 1, running[0])
        yield Fleet(running, [port], environment)


def played(fleet: Fleet, matches: int, actions: int) -> tuple[float, list[float]]:
    """Plays with the clients of boardgame.io; returns the seconds of the whole and those of each action."""
    command = ["node", str(BOARDGAME), "play", str(fleet.ports[0]), str(matches), str(actions)]
    done = subprocess.run(
        command, env=fleet.environment, check=True, stdout=subprocess.PIPE, text=True, timeout=600
    )
    measured = json.loads(done.stdout)
    return measured["seconds"], measured["latencies"]


def actions(match: dict[str, Any]) -> list[bytes]:
    """The moves of a match as its players send them."""
    address = f"/api/v1/matches/{match['match']}/actions/"
    return [
        lanes.post(
            address,
            json.dumps(move["request"]).encode(),
            Authorization=f"Seat {move['token']}",
            Idempotency_Key=f"move-{number}",
            Accept_Language="fr",
        )
        for number, move in enumerate(match["moves"])
    ]


def rows(match: dict[str, Any], view: str) -> list[bytes]:
    """The same moves as rows for a view that only writes them."""
    return [
        lanes.post(
            f"/floor/{view}/{match['match']}",
            json.dumps(
                {"number": number, "seat": move["seat"], "data": move["data"], "state": move["state"]}
            ).encode(),
        )
        for number, move in enumerate(match["moves"], start=match["number"] + 1)
    ]
