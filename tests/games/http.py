"""A small client of the API over the network, as a bot's author would write it."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import httpx


class Seat(NamedTuple):
    """One seat of one match on a running server; all seats share one pool of connections."""

    http: httpx.Client
    match: str
    token: str

    def call(self, method: str, path: str, body: dict | None = None, **headers: str) -> httpx.Response:
        headers["Authorization"] = f"Seat {self.token}"
        return self.http.request(method, f"/matches/{self.match}/{path}", json=body, headers=headers)

    def view(self) -> dict:
        answer = self.call("GET", "view/")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def add_nonce(self) -> bool:
        """Sends what is awaited from this seat before the start; False if nothing is."""
        view = self.view()
        awaited = view["fairness"] and view["fairness"]["seats"][view["seat"]]["awaited"]
        if awaited:
            nonce = hashlib.md5(self.token.encode()).digest()
            value = nonce.hex() if awaited == "nonce" else hashlib.sha256(nonce).hexdigest()
            answer = self.call("POST", "seats/mine/nonce/", {awaited: value})
            assert answer.status_code == 200, answer.text
        return bool(awaited)

    def act(self, decision: str, action: dict, key: str | None = None) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        return self.call("POST", "actions/", {"decision": decision, "action": action}, **headers)


def posted(http: httpx.Client, path: str, body: dict) -> dict:
    answer = http.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def table(http: httpx.Client, game: str = "shanghaien", seats: int = 2, **more) -> list[Seat]:
    """A match between people, one client a seat."""
    made = posted(http, "/matches/", {"game": game, "seats": [{"kind": "human"}] * seats, **more})
    tokens = {made["seat"]: made["seat_token"]}
    for _ in range(seats - 1):
        joined = posted(http, f"/matches/{made['id']}/seats/", {})
        tokens[joined["seat"]] = joined["seat_token"]
    return begin([Seat(http, made["id"], tokens[seat]) for seat in range(seats)])


def begin(seats: list[Seat]) -> list[Seat]:
    """Every seat adds a random number to the luck, in one step or two, until the match begins."""
    while any([seat.add_nonce() for seat in seats]):
        pass
    return seats


def to_move(seats: list[Seat]) -> dict | None:
    """What somebody sees who must decide; nothing when the match is over."""
    return next((view for seat in seats if (view := seat.view())["menu"]), None)


def play_out(seats: list[Seat]) -> str:
    """Everybody's first choice until the end; the match."""
    view = seats[0].view()
    while view["status"] != "finished":
        mover = next(seat for seat, facts in zip(seats, view["seats"], strict=True) if facts["waiting"])
        view = mover.view()
        view = mover.act(view["decisions"][0]["id"], view["menu"][-1]).json()
    return seats[0].match
