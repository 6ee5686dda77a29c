"""Floods a running site from one seat or one address, and looks at what others notice of it.

SECURITY_DATABASE_URL names an empty PostgreSQL database to do it on; otherwise it is SQLite.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.games.http import Seat, begin, posted
from tests.serving import Site, running

HUMAN, EASY, STRONG = ({"kind": "human"}, *({"kind": "bot", "level": level} for level in ("easy", "strong")))
TABLES = 100
#: what was measured before there was a queue with turns, and before seats had limits
EASY_BOT_BEFORE = "12.4 s"
EVENTS_BEFORE = "2,051 events in 8 s"
#: the aims
EASY_BOT_SECONDS = 1.0
#: The limits of offers and of ends of pauses, twice: 8 seconds may lie in two minutes.
EVENTS_AT_MOST = 2 * (2 * 12 + 12)
#: The limit of moves, twice for the same reason.
MOVES_AT_MOST = 2 * 600


class Waits(NamedTuple):
    """The seconds that an honest person waited for the answers of an easy bot."""

    seconds: list[float]

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.seconds, n=20, method="inclusive")[-1]

    def __str__(self) -> str:
        middle, longest = statistics.median(self.seconds), max(self.seconds)
        count = len(self.seconds)
        return f"p50 {middle:.2f} s, p95 {self.p95:.2f} s, longest {longest:.2f} s of {count} answers"


@contextmanager
def flooded_site() -> Iterator[Site]:
    database = os.environ.get("SECURITY_DATABASE_URL", "")
    more = {"DATABASE_URL": database} if database else {}
    with (
        tempfile.TemporaryDirectory(prefix="escale-flood-") as folder,
        running(Path(folder), TRUSTED_PROXIES="1", DEMO="0", **more) as site,
    ):
        yield site


def client_from(site: Site, address: str) -> httpx.Client:
    return httpx.Client(base_url=f"{site.url}/api/v1", timeout=60, headers={"X-Forwarded-For": address})


class BotFlood:
    """Somebody who opens tables with three strong bots each, and plays all of them on."""

    def __init__(self, site: Site, addresses: list[str]) -> None:
        self._clients = [client_from(site, address) for address in addresses]
        self._seats: list[Seat] = []
        self.refused = self.moves = 0
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(part,)) for part in range(2)]

    def __enter__(self) -> BotFlood:
        wish = {"game": "macao", "seats": [HUMAN, STRONG, STRONG, STRONG]}
        for number in range(TABLES):
            client = self._clients[number % len(self._clients)]
            answer = client.post("/matches/", json=wish)
            if answer.status_code == 201:
                made = answer.json()
                self._seats += begin([Seat(client, made["id"], made["seat_token"])])
            else:
                self.refused += 1
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *trouble: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        for client in self._clients:
            client.close()

    def _play(self, part: int) -> None:
        while not self._stop.wait(0.01):
            for seat in self._seats[part::2]:
                if self._stop.is_set():
                    return
                view = seat.view()
                if view["decisions"]:
                    seat.act(view["decisions"][0]["id"], view["menu"][0])
                    self.moves += 1

    def __str__(self) -> str:
        return f"{len(self._seats)} tables opened, {self.refused} refused, {self.moves} moves of their own"


def measure_waits(site: Site, seconds: float) -> Waits:
    """Plays against easy bots for so long, match after match."""
    waits: list[float] = []
    deadline = time.monotonic() + seconds
    with client_from(site, "192.0.2.1") as client:
        while time.monotonic() < deadline:
            made = posted(client, "/matches/", {"game": "shanghaien", "seats": [HUMAN, EASY]})
            (seat,) = begin([Seat(client, made["id"], made["seat_token"])])
            waits += play_match(seat, deadline)
    return Waits(waits)


def play_match(seat: Seat, deadline: float) -> list[float]:
    """Plays until the match or the time is over; how long each answer of the bot took."""
    waits = []
    began = time.monotonic()
    view = seat.view()
    while view["status"] != "finished" and time.monotonic() < deadline:
        if not view["decisions"]:
            time.sleep(0.02)
            view = seat.view()
            continue
        seconds = time.monotonic() - began
        if seconds > 0.02:  # Otherwise the person decided twice in a row.
            waits.append(seconds)
        view = seat.act(view["decisions"][0]["id"], view["menu"][-1]).json()
        began = time.monotonic()
    return waits


def flood_bots(short: bool = False) -> list[str]:
    """A hundred tables with strong bots, of one address and of a hundred; an easy bot must answer
    all the same.
    """
    faults = []
    attackers = {
        "one address": ["198.51.100.7"],
        "a hundred addresses": [f"203.0.113.{number}" for number in range(TABLES)],
    }
    with flooded_site() as site:
        print(f"  without a flood: {measure_waits(site, 4 if short else 15)}", flush=True)
        for name, addresses in attackers.items():
            with BotFlood(site, addresses) as flood:
                waits = measure_waits(site, 8 if short else 40)
            print(f"  from {name}: {flood}; easy bot before {EASY_BOT_BEFORE}, now {waits}", flush=True)
            if waits.p95 > EASY_BOT_SECONDS:
                faults.append(f"from {name}: {waits}")
    return faults


def flood_offers(short: bool = False) -> list[str]:
    """One seat asks for a pause and ends it, as fast as it can: bots agree to everything."""
    with flooded_site() as site, client_from(site, "198.51.100.7") as client:
        made = posted(client, "/matches/", {"game": "shanghaien", "seats": [HUMAN, EASY]})
        (seat,), refusals, retry_after = begin([Seat(client, made["id"], made["seat_token"])]), 0, set()
        before = seat.view()["number"]
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline:
            for path, body in (("offers/", {"kind": "pause"}), ("resume/", {})):
                answer = seat.call("POST", path, body)
                if answer.status_code == 429:
                    refusals += 1
                    retry_after.add("Retry-After" in answer.headers)
        new_events = seat.call("GET", f"events/?after={before}").json()["events"]
        events = sum(event["kind"] != "move" for event in new_events)  # the bot plays on
    print(f"  before {EVENTS_BEFORE}, now {events}; {refusals} requests were answered with 429", flush=True)
    faults = [f"{events} events of one seat in 8 s"] if events > EVENTS_AT_MOST else []
    return faults + ([] if retry_after == {True} else ["429 without Retry-After, or none"])


def flood_moves(short: bool = False) -> list[str]:
    """One seat sends a move that comes too late, again and again, as fast as it can."""
    answered, retry_after = {}, set()
    with flooded_site() as site, client_from(site, "198.51.100.7") as client:
        made = posted(client, "/matches/", {"game": "shanghaien", "seats": [HUMAN, EASY]})
        (seat,) = begin([Seat(client, made["id"], made["seat_token"])])
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline:
            answer = seat.act("of-yesterday", {"type": "roll"})
            answered[answer.status_code] = answered.get(answer.status_code, 0) + 1
            if answer.status_code == 429:
                retry_after.add("Retry-After" in answer.headers)
        waits = measure_waits(site, 2)
    looked_at = sum(count for status, count in answered.items() if status != 429)
    print(
        f"  {looked_at} moves were looked at, {answered.get(429, 0)} answered with 429; others: {waits}",
        flush=True,
    )
    faults = [f"{looked_at} moves of one seat in 8 s"] if looked_at > MOVES_AT_MOST else []
    return faults + ([] if retry_after <= {True} else ["429 without Retry-After"])


def play_honestly(short: bool = False) -> list[str]:
    """A program that asks before each move whether it is legal, and plays as fast as it can: no limit
    hinders it.
    """
    refused = moves = 0
    with flooded_site() as site, client_from(site, "192.0.2.1") as client:
        made = posted(client, "/matches/", {"game": "halunken", "seats": [HUMAN, EASY, EASY]})
        (seat,) = begin([Seat(client, made["id"], made["seat_token"])])
        deadline = time.monotonic() + (10 if short else 60)
        while (view := seat.view())["status"] != "finished" and time.monotonic() < deadline:
            if not view["decisions"]:
                time.sleep(0.01)
                continue
            body = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
            answers = [seat.call("POST", path, body).status_code for path in ("check/", "actions/")]
            refused += answers.count(429)
            moves += 1
    print(f"  {moves} moves, each checked before; {refused} answers were 429", flush=True)
    return [f"{refused} honest requests were refused"] if refused else []
