"""More that is done to the site: power failures, the same request again and again, a stop in the middle."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from tests.faults.arena import Arena
from tests.faults.clients import Connection
from tests.faults.compare import verdict
from tests.faults.scenarios import HUMAN, Cluster, Play, opening

IN_FLIGHT = 5
#: the first is what the site must never have for moves; the others make what it risks easy to see
CARELESS = ("synchronous_commit=off", "wal_writer_delay=10s", "wal_writer_flush_after=1GB")


def power_fails(folder: Path, *, careless: bool = False, moves: int = 300) -> dict:
    """Every process of PostgreSQL dies at once. The careless cluster is the control: it must be seen to lose moves."""
    cluster = Cluster(folder, *(CARELESS if careless else ()))
    try:
        arena = Arena(folder / "site", database=cluster.url, servers=2)
        with Play(arena, 6) as play:
            play.until(moves)
            _kill_all(cluster)
            cluster.start()
            play.until(moves * 2)
        found = verdict(arena, play.journal)
    finally:
        cluster.stop("immediate")
    report = {"scenario": "PostgreSQL loses its power", "accepted": play.journal.accepted()}
    if not careless:
        return report | found
    control = {"moves seen lost": found["lost"], "control saw nothing": int(not found["lost"])}
    return report | {"scenario": "control: synchronous_commit=off and no power"} | control


def _kill_all(cluster: Cluster) -> None:
    parent = int((cluster.folder / "postmaster.pid").read_text().split()[0])
    os.kill(parent, signal.SIGSTOP)  # it must not start anything while its children die
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=True)
    for number in (*map(int, children.stdout.split()), parent):
        os.kill(number, signal.SIGKILL)
    while Path(f"/proc/{parent}").exists():
        time.sleep(0.05)


def same_key(folder: Path, *, database: str = "", rounds: int = 100) -> dict:
    """One request four times at once with one key: everyone hears the same number, the log has it once."""
    arena = Arena(folder, database=database, workers=0)
    arena.start()
    wrong = 0
    try:
        for n in range(rounds):
            match, token, body = opening(arena.ports)
            before = _number(arena.ports, match, token)
            answers = _at_once(arena.ports, match, token, body, f"again-{n}")
            after = _number(arena.ports, match, token)
            wrong += answers != [(201, after)] * 4 or after <= before
    finally:
        arena.stop()
    return {"scenario": "one key four times at once", "rounds": rounds, "not exactly one": wrong}


def _number(ports: list[int], match: str, token: str) -> int:
    with Connection(ports) as connection:
        return connection.surely("GET", f"/matches/{match}/view/", token=token)[1]["number"]


def _at_once(ports: list[int], match: str, token: str, body: dict, key: str) -> list[tuple[int, int]]:
    answers: list[tuple[int, int]] = []
    ready = threading.Barrier(4)

    def write() -> None:
        with Connection(ports) as connection:
            ready.wait()
            path = f"/matches/{match}/actions/"
            status, answer = connection.surely("POST", path, token=token, body=body, key=key)
        answers.append((status, answer.get("number", 0)))

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def resignations(folder: Path, *, database: str = "", rounds: int = 30) -> dict:
    """One seat of four gives up eight times at once, through two servers: it is said once."""
    arena = Arena(folder, database=database, servers=2 if database else 1, workers=0)
    arena.start()
    wrong = 0
    try:
        for _ in range(rounds):
            with Connection(arena.ports) as lobby:
                made = lobby.surely("POST", "/matches/", body={"game": "halunken", "seats": [HUMAN] * 4})[1]
                for _ in range(3):
                    lobby.surely("POST", f"/matches/{made['id']}/seats/", body={})
            wrong += _given_up(arena.ports, made["id"], made["seat_token"]) != 1
    finally:
        arena.stop()
    return {"scenario": "eight resignations of one seat", "rounds": rounds, "not exactly one": wrong}


def _given_up(ports: list[int], match: str, token: str) -> int:
    statuses: list[int] = []
    ready = threading.Barrier(8)

    def say() -> None:
        with Connection(ports) as connection:
            ready.wait()
            statuses.append(connection.surely("POST", f"/matches/{match}/resignation/", token=token, body={})[0])

    threads = [threading.Thread(target=say) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses.count(200)


def stops(folder: Path, *, database: str = "", streams: int = 50) -> dict:
    """Asked to stop with open streams: away within six seconds, every stream ended and not cut."""
    arena = Arena(folder, database=database, workers=0)
    arena.start()
    try:
        match = opening(arena.ports)[0]
        lines = [_stream(arena.ports[0], match) for _ in range(streams)]
        asking = [_asked(arena.ports[0]) for _ in range(IN_FLIGHT)]
        seconds = arena.servers[0].stop()
        ended = sum(_ends(line) for line in lines)
        answered = sum(_answered(line) for line in asking)
    finally:
        arena.stop()
    late = int(seconds > 6)
    shown = {"scenario": "stop", "streams": streams, "seconds": round(seconds, 2), "late": late}
    return shown | {"cut": streams - ended, "unanswered": IN_FLIGHT - answered}


def _asked(port: int) -> socket.socket:
    """A new match, asked for in a request that the server has in hand when it is told to stop."""
    body = json.dumps({"game": "shanghaien", "seats": [HUMAN, HUMAN]})
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    head = f"POST /api/v1/matches/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    return line


def _answered(line: socket.socket) -> bool:
    with line:
        return line.recv(12) == b"HTTP/1.1 201"


def _stream(port: int, match: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    line.sendall(f"GET /api/v1/matches/{match}/stream/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    assert line.recv(65536).startswith(b"HTTP/1.1 200")
    return line


def _ends(line: socket.socket) -> bool:
    """Whether the last chunk came: the sign of an end that was meant."""
    text = b""
    with line:
        try:
            while part := line.recv(65536):
                text += part
        except OSError:
            return False
    return text.endswith(b"0\r\n\r\n")
