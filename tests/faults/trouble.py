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
from tests.faults.clients import NONCE, Connection, at_once
from tests.faults.compare import verdict
from tests.faults.scenarios import HUMAN, Cluster, Play, opening

IN_FLIGHT = 5
ASKED = json.dumps({"game": "shanghaien", "seats": [HUMAN, HUMAN]}).encode()
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
#: the first is what the site must never have for moves; the others make what it risks easy to see
CARELESS = ("synchronous_commit=off", "wal_writer_delay=10s", "wal_writer_flush_after=1GB")


def power_fails(folder: Path, *, careless: bool = False, moves: int = 300) -> dict:
    """Every process of PostgreSQL dies at once.

    The careless cluster is the control: it must be seen to lose moves.
    """
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
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    for number in (*map(int, children.stdout.split()), parent):
        os.kill(number, signal.SIGKILL)
    while Path(f"/proc/{parent}").exists():
        time.sleep(0.05)


def same_key(folder: Path, *, database: str = "", rounds: int = 100) -> dict:
    """One request four times at once with one key: everyone hears the same number, the log has it once."""
    wrong = 0
    with Arena(folder, database=database, workers=0) as arena:
        for n in range(rounds):
            match, token, body = opening(arena.ports)
            path, key = f"/matches/{match}/actions/", f"again-{n}"
            before = _number(arena.ports, match, token)
            answers = at_once(arena.ports, 4, "POST", path, token=token, body=body, key=key)
            after = _number(arena.ports, match, token)
            told = [(status, answer.get("number")) for status, answer in answers]
            wrong += told != [(201, after)] * 4 or after <= before
    return {"scenario": "one key four times at once", "rounds": rounds, "not exactly one": wrong}


def _number(ports: list[int], match: str, token: str) -> int:
    with Connection(ports) as connection:
        return connection.surely("GET", f"/matches/{match}/view/", token=token)[1]["number"]


def resignations(folder: Path, *, database: str = "", rounds: int = 30) -> dict:
    """One seat of four gives up eight times at once, through two servers: it is said once."""
    wrong = 0
    with Arena(folder, database=database, servers=2 if database else 1, workers=0) as arena:
        for _ in range(rounds):
            with Connection(arena.ports) as lobby:
                made = lobby.surely("POST", "/matches/", body={"game": "halunken", "seats": [HUMAN] * 4})[1]
                path = f"/matches/{made['id']}/seats/"
                lobby.surely("POST", f"{path}mine/nonce/", token=made["seat_token"], body=NONCE)
                for _ in range(3):
                    lobby.surely("POST", path, body=NONCE)
            path, token = f"/matches/{made['id']}/resignation/", made["seat_token"]
            answers = at_once(arena.ports, 8, "POST", path, token=token, body={})
            wrong += [status for status, _ in answers].count(200) != 1
    return {"scenario": "eight resignations of one seat", "rounds": rounds, "not exactly one": wrong}


def stops(folder: Path, *, database: str = "", streams: int = 50) -> dict:
    """Asked to stop with open streams: away within six seconds, every stream ended and not cut."""
    with Arena(folder, database=database, workers=0) as arena:
        match = opening(arena.ports)[0]
        lines = [_stream(arena.ports[0], match, f"10.2.0.{n}") for n in range(streams)]
        asking = [_asked(arena.ports[0]) for _ in range(IN_FLIGHT)]
        threading.Timer(0.1, lambda: [line.sendall(ASKED[-1:]) for line in asking]).start()
        seconds = arena.servers[0].stop()
        ended = sum(_ends(line) for line in lines)
        answered = sum(_answered(line) for line in asking)
    late = int(seconds > 6)
    shown = {"scenario": "stop", "streams": streams, "seconds": round(seconds, 2), "late": late}
    return shown | {"cut": streams - ended, "unanswered": IN_FLIGHT - answered}


def _asked(port: int) -> socket.socket:
    """A new match, asked for in a request of which the server lacks the last byte when it is told to stop."""
    line = socket.create_connection(("127.0.0.1", port), timeout=60)
    head = f"POST /api/v1/matches/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    line.sendall(f"{head}Expect: 100-continue\r\nContent-Length: {len(ASKED)}\r\n\r\n".encode())
    assert line.recv(len(GO_ON), socket.MSG_WAITALL) == GO_ON, (
        "only a request that was taken in hand is waited for"
    )
    line.sendall(ASKED[:-1])
    return line


def _answered(line: socket.socket) -> bool:
    with line:
        return line.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 201"


def _stream(port: int, match: str, address: str) -> socket.socket:
    """A stream of a watcher with an address of its own: one address may watch a match a few times only."""
    line = socket.create_connection(("127.0.0.1", port), timeout=60)
    head = f"GET /api/v1/matches/{match}/stream/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    line.sendall(f"{head}X-Forwarded-For: {address}\r\n\r\n".encode())
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
