"""What befalls the machine: its disk is full, its clock is set, its database is copied and put back while in
use.
"""

from __future__ import annotations

import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path

from tests.faults.arena import Arena
from tests.faults.clients import DECLINES, Connection, Journal
from tests.faults.compare import verdict
from tests.faults.scenarios import HUMAN, Play, opening

BACK_WITHIN = 5.0
HOURS = (5, -7, 30, 0)
#: what must hold in a copy too; it may have been made between a move and its answer
IN_A_COPY = ("lost", "doubled", "gaps", "replay mismatch")
STILL = "from games.models import MatchEvent as E; print(E.objects.filter(kind='relief').count())"


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of its own in memory; needs root, as CI has it."""
    place = folder / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@contextmanager
def filled(place: Path) -> Iterator[None]:
    """Not a byte is left until the block ends."""
    file = place / "filler"
    with file.open("wb", buffering=0) as filler:
        for size in (1 << 20, 4096):
            try:
                while True:
                    filler.write(b"x" * size)
            except OSError:
                continue
    try:
        yield
    finally:
        file.unlink()


def asked(
    port: int, path: str, method: str = "GET", token: str = "", body: bytes | None = None
) -> tuple[int, Message]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Seat {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.headers


def full_disk(folder: Path, *, moves: int = 60, seconds: float = 1.5) -> dict:
    """Nothing can be written: moves are refused with 503, reading goes on, and all is well when there is room
    again.
    """
    with small_disk(folder, 160) as place:
        arena = Arena(place)
        arena.manage("collectstatic", "--noinput", "-v0")
        with Play(arena, 4) as play:
            play.until(moves)
            match, token, _body = opening(arena.ports)
            with filled(place):
                time.sleep(seconds)
                wrong = _wrong_when_full(arena.ports[0], match, token)
                accepted = _wrong_resignation(arena.ports[0], match, token, (200, 503), wrong) == 200
            back = _time_until_accepted(play)
            _wrong_resignation(arena.ports[0], match, token, (409,) if accepted else (200,), wrong)
            play.until(moves * 2)
        found = verdict(arena, play.journal)
    late = int(back > BACK_WITHIN)
    report = {"scenario": "full disk", "accepted": play.journal.accepted(), "wrong answers": wrong}
    return report | {"back after seconds": round(back, 2), "late": late, **found}


def _wrong_when_full(port: int, match: str, token: str) -> list[str]:
    """Reads answer 200; /readyz says that the disk is full."""
    view = f"/api/v1/matches/{match}/view/"
    wanted = {path: 200 for path in ("/healthz", "/fr/", "/fr/catalogue/", "/api/v1/titles/", view)}
    wrong = []
    for path, status in (wanted | {"/readyz": 503}).items():
        answer, _headers = asked(port, path, "GET", token if match in path else "")
        if answer != status:
            wrong.append(f"GET {path}: {answer}")
    return wrong


def _wrong_resignation(port: int, match: str, token: str, allowed: tuple[int, ...], wrong: list[str]) -> int:
    """A write on a full disk answers 503 and when to come back, or is accepted where the journal of SQLite
    still had room; what was accepted must stand afterwards.
    """
    path = f"/api/v1/matches/{match}/resignation/"
    answer, headers = asked(port, path, "POST", token, b"{}")
    if answer not in allowed or (answer == 503 and not headers.get("Retry-After")):
        wrong.append(f"POST {path}: {answer} {headers.get('Retry-After', '')}")
    return answer


def _time_until_accepted(play: Play) -> float:
    before, began = play.journal.accepted(), time.monotonic()
    while play.journal.accepted() == before and time.monotonic() - began < 30:
        time.sleep(0.02)
    return time.monotonic() - began


def clock_is_set(folder: Path, *, database: str = "", moves: int = 300) -> dict:
    """Hours forward and back: the log is in the order of its numbers, and nobody's time runs out early."""
    arena = Arena(folder / "site", database=database, clock=folder / "clock")
    every = max(1, moves // (len(HOURS) + 1))
    with Play(arena, 4) as play:
        with Connection(arena.ports) as lobby:  # somebody who thinks for longer than this takes
            waiting = {"game": "shanghaien", "seats": [HUMAN, HUMAN], "pace": "live"}
            made = lobby.surely("POST", "/matches/", body=waiting)[1]
            path = f"/matches/{made['id']}/seats/"
            lobby.surely("POST", path, body=DECLINES)
            lobby.surely("POST", f"{path}mine/nonce/", token=made["seat_token"], body=DECLINES)
        for n, hours in enumerate(HOURS):
            play.until(every * (n + 1))
            arena.set_clock(hours * 3600)
        play.until(moves)
        time.sleep(1)
    early = int(arena.manage("shell", "--no-imports", "-c", STILL).split()[-1])
    shown = {"scenario": "the clock is set", "hours": HOURS}
    return shown | {"accepted": play.journal.accepted(), "early": early, **verdict(arena, play.journal)}


def backup_under_load(folder: Path, *, database: str = "", moves: int = 200) -> dict:
    """A copy made while people play, put back on another machine: what was accepted before it is there,
    whole.
    """
    arena, archive = Arena(folder / "site", database=database), folder / "copy.zip"
    with Play(arena, 4) as play:
        play.until(moves)
        before = Journal()
        before.lines = list(play.journal.lines)
        arena.manage("backup", str(archive))
        meanwhile = play.journal.accepted() - before.accepted()
        play.until(moves * 2)
    again = Arena(folder / "again")
    again.manage("restore", str(archive))
    copied = {f"copy {name}": count for name, count in verdict(again, before).items() if name in IN_A_COPY}
    shown = {"scenario": "backup under load"}
    shown |= {
        "accepted": play.journal.accepted(),
        "meanwhile": meanwhile,
        "control saw nothing": int(not meanwhile),
    }
    return shown | verdict(arena, play.journal) | copied
