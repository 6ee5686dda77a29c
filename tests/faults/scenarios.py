"""What is done to the site while people play."""

from __future__ import annotations

import random
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.faults.arena import Arena, Process, wait_for
from tests.faults.clients import NONCE, Connection, Journal, Player, at_once
from tests.faults.compare import verdict
from tests.serving import free_port

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "easy"}
MIXES = [("shanghaien", [HUMAN, HUMAN]), ("shanghaien", [HUMAN, BOT]), ("halunken", [HUMAN, HUMAN, HUMAN])]


class Play:
    """Clients at an arena, from the first request until the verdict."""

    def __init__(self, arena: Arena, clients: int) -> None:
        self.arena, self.journal, self.stop = arena, Journal(), threading.Event()
        mixes = [MIXES[n % len(MIXES)] for n in range(clients)]
        self.players = [Player(arena.ports, self.journal, self.stop, seats, game) for game, seats in mixes]

    def __enter__(self) -> Play:
        self.arena.start()
        for player in self.players:
            player.start()
        return self

    def rest(self) -> None:
        """Everyone ends the move that they are at."""
        self.stop.set()
        for player in self.players:
            player.join(60)

    def __exit__(self, *trouble: object) -> None:
        self.rest()
        self.arena.stop()

    def until(self, accepted: int, seconds: float = 600) -> None:
        ends = time.monotonic() + seconds
        while self.journal.accepted() < accepted:
            assert time.monotonic() < ends, (
                f"only {self.journal.accepted()} moves were accepted in {seconds} s"
            )
            time.sleep(0.05)


def report(name: str, play: Play, **more: object) -> dict:
    return {
        "scenario": name,
        "accepted": play.journal.accepted(),
        **more,
        **verdict(play.arena, play.journal),
    }


def kills(folder: Path, *, database: str = "", count: int = 20, moves: int = 1000, clients: int = 8) -> dict:
    """kill -9 of server and worker processes while matches are played."""
    arena = Arena(folder, database=database, servers=2 if database else 1)
    every = max(1, moves // (count + 1))
    with Play(arena, clients) as play:
        for n in range(count):
            play.until(every * (n + 1))
            strike(random.choice([*arena.servers, *arena.workers]), arena)
        play.until(moves)
    return report("kill -9", play, kills=count)


def strike(process: Process, arena: Arena) -> None:
    process.kill()
    time.sleep(random.random() / 5)
    process.start()
    if process in arena.servers:
        wait_for(arena.ports[arena.servers.index(process)])


def writers(folder: Path, *, database: str = "", rounds: int = 300, clients: int = 8) -> dict:
    """So many writers on one decision, again and again: exactly one of them may win."""
    wrong = 0
    with Arena(folder, database=database, workers=0) as arena:
        for _ in range(rounds):
            match, token, body = opening(arena.ports)
            path = f"/matches/{match}/actions/"
            answers = at_once(arena.ports, clients, "POST", path, token=token, body=body)
            wrong += [status for status, _ in answers].count(201) != 1
    return {"scenario": f"{clients} writers on one decision", "rounds": rounds, "not exactly one": wrong}


def opening(ports: list[int]) -> tuple[str, str, dict]:
    """A new match of two people: its id, the token of the seat that begins and a first move of it."""
    with Connection(ports) as lobby:
        made = lobby.surely("POST", "/matches/", body={"game": "shanghaien", "seats": [HUMAN, HUMAN]})[1]
        path = f"/matches/{made['id']}/seats/"
        lobby.surely("POST", f"{path}mine/nonce/", token=made["seat_token"], body=NONCE)
        other = lobby.surely("POST", path, body=NONCE)[1]
        tokens = [made["seat_token"], other["seat_token"]]
        views = [lobby.surely("GET", f"/matches/{made['id']}/view/", token=token)[1] for token in tokens]
        seat = next(n for n, view in enumerate(views) if view["decisions"])
        body = {"decision": views[seat]["decisions"][0]["id"], "action": views[seat]["menu"][0]}
        return made["id"], tokens[seat], body


class Cluster:
    """A PostgreSQL server of our own, to be restarted and crashed."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.folder = folder / "cluster"
        self.bin = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.port, self.settings = free_port(), settings
        folder.chmod(0o755)
        self.folder.mkdir()
        subprocess.run(["chown", "postgres", str(self.folder)], check=True)
        self._run("initdb", "-D", str(self.folder), "-A", "trust", "-U", "escale", "--no-sync")
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "escale", "escale")
        self.url = f"postgres://escale@127.0.0.1:{self.port}/escale"

    def replica(self, folder: Path) -> Cluster:
        """A streaming replica of this server; read only."""
        copy = Cluster.__new__(Cluster)
        copy.folder, copy.bin, copy.port, copy.settings = (
            folder / "replica",
            self.bin,
            free_port(),
            self.settings,
        )
        copy.url = f"postgres://escale@127.0.0.1:{copy.port}/escale"
        copy.folder.mkdir(mode=0o700)
        subprocess.run(["chown", "postgres", str(copy.folder)], check=True)
        source = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "escale")
        self._run("pg_basebackup", "-R", "-c", "fast", "-D", str(copy.folder), *source)
        copy.start()
        return copy

    def _run(self, *command: str) -> None:
        line = ["runuser", "-u", "postgres", "--", str(self.bin / command[0]), *command[1:]]
        subprocess.run(line, check=True, capture_output=True, cwd="/")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' "
        options += " ".join(f"-c {setting}" for setting in self.settings)
        self._run(
            "pg_ctl", "-D", str(self.folder), "-w", "-l", str(self.folder / "log"), "-o", options, "start"
        )

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.folder), "-w", "-m", mode, "stop")


def database_restarts(folder: Path, *, mode: str = "fast", times: int = 3, moves: int = 400) -> dict:
    """PostgreSQL stops (`fast`) or crashes (`immediate`) and comes back while matches are played."""
    cluster = Cluster(folder)
    try:
        arena = Arena(folder / "site", database=cluster.url, servers=2)
        with Play(arena, 6) as play:
            for n in range(times):
                play.until(moves // (times + 1) * (n + 1))
                cluster.stop(mode)
                time.sleep(0.3)
                cluster.start()
            play.until(moves)
        return report(f"PostgreSQL {mode} restart", play, restarts=times)
    finally:
        cluster.stop("immediate")


def run(scenario: Callable[..., dict], *, postgres: bool = False, **more: object) -> dict:
    """On SQLite, or on a PostgreSQL server of its own."""
    with tempfile.TemporaryDirectory(prefix="escale-faults-") as name:
        folder = Path(name)
        if not postgres:
            return scenario(folder, **more)
        folder.chmod(0o755)
        cluster = Cluster(folder)
        try:
            return {"database": "postgres"} | scenario(folder / "site", database=cluster.url, **more)
        finally:
            cluster.stop("immediate")
