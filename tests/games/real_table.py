"""A real table for tests: enters a recorded match as people with the box would, through any door."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.core import records
from games.core.contract import Json
from games.core.simulation import Case, choose_at_random, play_match
from games.macao.rules.tables import SHIPPED_DECK
from games.registry import ENGINES
from tests.games.tapping import find_entry

RECORDS = Path(__file__).parent
#: matches of every game that ended by its rules: name of the file below `<game>/records/`
RECORDED = {
    "shanghaien": "shanghaien-2-extra_trick-true-3.json",
    "halunken": "halunken-3-black_jack-true-games-1-2.json",
    "macao": "macao-2-5.json",
}


def read_record(game: str, name: str = "") -> Json:
    return json.loads((RECORDS / game / "records" / (name or RECORDED[game])).read_text())


def list_records(game: str) -> Iterator[Json]:
    """The recorded matches that can be played again at a real table, with the cards of the usual box."""
    for file in sorted((RECORDS / game / "records").glob("*.json")):
        record = json.loads(file.read_text())
        is_usual = game != "macao" or record["setup"].get("deck", SHIPPED_DECK.data) == SHIPPED_DECK.data
        if is_usual and record["result"]["reason"] == "complete" and record["options"].get("games", 1) == 1:
            yield record


def play_with_unseen_card() -> Json:
    """A match of Halunken at whose end a scoundrel counts that lay below another one before the last move."""
    engine = ENGINES["halunken"]
    case = Case(engine, 2, {"black_jack": False, "games": 1})
    return records.write_document(play_match(case, 7, choose_at_random(engine)))


class RealTable:
    """A match at a real table, through the API, with one token for all seats."""

    def __init__(self, client: Any, record: Json, **more: Any) -> None:
        self.client, self.record = client, record
        seats = [{"kind": "human", "name": seat["name"]} for seat in record["seats"]]
        wish = {"game": record["game"], "luck": "table", "options": record["options"], "seats": seats}
        self.made = self.send("/api/v1/matches/", wish | more)
        self.id, self.token = self.made["id"], self.made["seat_token"]
        self.view = self.look()

    def send(self, address: str, body: Json, expected: int | None = None, token: str = "") -> Json:
        headers = {"Authorization": f"Seat {token}"} if token else {}
        response = self.client.post(address, body, "application/json", headers=headers)
        assert (response.status_code == expected) if expected else response.status_code < 300, (
            response.content
        )
        return response.json()

    def post(self, door: str, body: Json, expected: int | None = None) -> Json:
        """An answer of the match; unless a refusal is expected, it is the new view."""
        answer = self.send(f"/api/v1/matches/{self.id}/{door}/", body, expected, self.token)
        if expected is None:
            self.view = answer
        return answer

    def look(self) -> Json:
        headers = {"Authorization": f"Seat {self.token}"}
        return self.client.get(f"/api/v1/matches/{self.id}/view/", headers=headers).json()

    def read(self, door: str) -> Any:
        return self.client.get(f"/api/v1/matches/{self.id}/{door}/")

    def enter_open_cards(self) -> None:
        """Everything that lies open, as often as that brings more to light."""
        while self.view["luck"] and (awaits := self.view["luck"]["awaits"]):
            places = [awaited["place"] for awaited in awaits]
            self.post("luck", {"entries": {p: find_entry(self.record["setup"], p) for p in places}})

    def act(
        self, action: Json, chance: Json | None = None, expected: int | None = None, seat: int | None = None
    ) -> Json:
        pending = self.view["luck"]["decisions"]
        decision = next(d for d in pending if seat in (None, d["seat"]))
        body = {"decision": decision["id"], "seat": decision["seat"], "action": action}
        return self.post("actions", body | ({} if chance is None else {"chance": chance}), expected)

    def enter(self, upto: int | None = None) -> None:
        """Enters the recorded moves, the next one first."""
        for move in self.record["moves"][self.count_moves() : upto]:
            self.enter_open_cards()
            self.act(move["action"], move.get("chance"), seat=move["seat"])
        self.enter_open_cards()

    def count_moves(self) -> int:
        return self.client.get(f"/api/v1/matches/{self.id}/").json()["moves"]
