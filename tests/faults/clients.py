"""Players who write down what they ask before they ask it, and what they were told."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import threading
import time
from typing import Any, NamedTuple


class Line(NamedTuple):
    """One entry of the journal: `status` 0 before the request, -1 when no answer came."""

    match: str
    seat: int
    key: str
    decision: str
    status: int
    number: int


class Journal:
    """Every client's notes, in one list."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        #: when the request of the move with that number of that match began
        self.asked: dict[tuple[str, int], float] = {}
        self._lock = threading.Lock()

    def write(self, line: Line) -> None:
        with self._lock:
            self.lines.append(line)

    def accepted(self) -> int:
        return len({line.key for line in self.lines if line.status == 201})


class Gone(Exception):
    """No answer: the server may or may not have done it."""


class Connection:
    """Requests to whichever server answers."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = list(ports)
        random.shuffle(self.ports)
        self.http: http.client.HTTPConnection | None = None
        #: each comes from elsewhere, or the site would let only a few of them make tables
        self.address = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *trouble: object) -> None:
        if self.http is not None:
            self.http.close()
        self.http = None

    def call(
        self, method: str, path: str, token: str = "", body: Any = None, key: str = ""
    ) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "X-Forwarded-For": self.address}
        headers |= {"Authorization": f"Seat {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        try:
            if self.http is None:
                self.ports.append(self.ports.pop(0))
                self.http = http.client.HTTPConnection("127.0.0.1", self.ports[0], timeout=20)
            data = json.dumps(body) if body is not None else None
            self.http.request(method, f"/api/v1{path}", data, headers)
            answer = self.http.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.__exit__()
            raise Gone from error

    def surely(self, *arguments: Any, **more: Any) -> tuple[int, Any]:
        """Ask until somebody answers."""
        while True:
            try:
                status, body = self.call(*arguments, **more)
                if status not in (429, 500, 502, 503):
                    return status, body
            except Gone:
                pass
            time.sleep(0.1)


def at_once(ports: list[int], count: int, *arguments: Any, **more: Any) -> list[tuple[int, Any]]:
    """The answers to one request that so many clients make in the same instant."""
    answers: list[tuple[int, Any]] = []
    ready = threading.Barrier(count)

    def ask() -> None:
        with Connection(ports) as connection:
            ready.wait()
            answers.append(connection.surely(*arguments, **more))

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


#: what a seat adds to the luck before the match begins
NONCE, DECLINES = {"nonce": "5a" * 16}, {"nonce": None}


class Player(threading.Thread):
    """Plays match after match, every seat for people itself, until told to stop."""

    def __init__(
        self, ports: list[int], journal: Journal, stop: threading.Event, seats: list[dict], game: str
    ) -> None:
        super().__init__(daemon=True)
        self.connection, self.journal, self.stop = Connection(ports), journal, stop
        self.seats, self.game = seats, game
        self.matches: list[str] = []
        self.pause = 0.0  # seconds of thought before each move

    def run(self) -> None:
        with self.connection:
            while not self.stop.is_set():
                self._match()

    def _match(self) -> None:
        made = self.connection.surely("POST", "/matches/", body={"game": self.game, "seats": self.seats})[1]
        match, tokens = made["id"], {made["seat"]: made["seat_token"]}
        self.matches.append(match)
        self.connection.surely(
            "POST", f"/matches/{match}/seats/mine/nonce/", token=made["seat_token"], body=NONCE
        )
        while len(tokens) < sum(seat["kind"] == "human" for seat in self.seats):
            status, joined = self.connection.surely("POST", f"/matches/{match}/seats/", body=NONCE)
            if status != 201:  # an answer was lost: that seat is taken, its token gone with it
                return
            tokens[joined["seat"]] = joined["seat_token"]
        while not self.stop.is_set() and self._moves(match, tokens):
            pass

    def _moves(self, match: str, tokens: dict[int, str]) -> bool:
        """Each seat decides what it can; whether the match goes on."""
        for seat, token in tokens.items():
            status, view = self.connection.surely("GET", f"/matches/{match}/view/", token=token)
            if status != 200 or view["status"] == "finished":
                return False
            if view["decisions"]:
                self._act(match, seat, token, view)
        return True

    def _act(self, match: str, seat: int, token: str, view: dict) -> None:
        self.stop.wait(self.pause)
        decision, key = view["decisions"][0]["id"], secrets.token_hex(12)
        body = {"decision": decision, "action": random.choice(view["menu"])}
        while True:
            self.journal.write(Line(match, seat, key, decision, 0, 0))
            asked = time.monotonic()
            try:
                status, answer = self.connection.call("POST", f"/matches/{match}/actions/", token, body, key)
            except Gone:
                self.journal.write(Line(match, seat, key, decision, -1, 0))
                time.sleep(0.05)
                continue
            number = answer["number"] if status == 201 else 0
            self.journal.asked[match, number] = asked
            self.journal.write(Line(match, seat, key, decision, status, number))
            if status not in (429, 500, 503):
                return
            time.sleep(0.1)
