"""A referee who knows the rule page of Les Ombres de Macao and the format of a record, and nothing of our
engine.

It takes a record as JSON, moves cards and pieces as the sheet says, insists on who is in turn, and counts at
the end.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Macao:
    """A match of Macao with what lies before each seat. What a payment may hold has an oracle of its own."""

    def __init__(self, record: Json) -> None:
        deck, self.moves = record["setup"]["deck"], list(record["moves"])
        self.seats = len(record["seats"])
        self.rows = {row["id"]: row for row in deck["characters"]} | {
            f"widow-{n}": {"type": "widow", **deck["widow"]} for n in range(1, 2 * self.seats)
        }
        self.houses = {row["id"]: row["coins"] for row in deck["tiles"]}
        self.limit, self.enough = deck["blue_limit"], deck["red_cards_to_end"]
        self.piles = [list(pile) for pile in record["setup"]["piles"]]
        self.centre = list(record["setup"]["tiles"])
        self.blue = [[f"widow-{seat + 1}"] for seat in range(self.seats)]
        self.dead: list[list[str]] = [[] for _ in self.blue]
        self.red: list[list[str]] = [[] for _ in self.blue]
        self.reserved: list[list[str]] = [[] for _ in self.blue]
        self.yellow: list[list[str]] = [[] for _ in self.blue]
        self.play(record["setup"]["first"])

    def play(self, first: int) -> None:
        for _ in range(60):
            passes = [self.turn((first + n) % self.seats) for n in range(self.seats)]
            if any(len(red) >= self.enough for red in self.red) or not self.centre or all(passes):
                break
        assert not self.moves

    def answer(self, seat: int | None, *kinds: str) -> Json:
        move = self.moves.pop(0)
        assert seat in (None, move["seat"]) and move["action"]["type"] in kinds and "chance" not in move, move
        return {**move["action"], "by": move["seat"]}

    def turn(self, seat: int) -> bool:
        action = self.answer(seat, "contact", "recruit", "open", "pass")
        if action["type"] == "contact":
            self.contact(seat, action)
        elif action["type"] == "recruit":
            self.pay(seat, action["pay"])
            self.blue[seat].remove(action["card"])
            self.red[seat].append(action["card"])
            self.effect(seat, self.rows[action["card"]]["type"])
        elif action["type"] == "open":
            self.pay(seat, action["pay"])
            (self.centre if action["tile"] in self.centre else self.reserved[seat]).remove(action["tile"])
            self.yellow[seat].append(action["tile"])
        return bool(action["type"] == "pass")

    def contact(self, seat: int, action: Json) -> None:
        self.blue[seat].append(self.piles[action["pile"]].pop(0))
        inns = sum(self.rows[card]["type"] == "innkeeper" for card in self.red[seat])
        if len(self.blue[seat]) + len(self.dead[seat]) > self.limit + inns:
            self.bury(seat, [self.answer(seat, "discard")["card"]])

    def pay(self, seat: int, cards: list[str]) -> None:
        used = [card for card in cards if card not in self.red[seat]]
        widows = [card for card in used if card.startswith("widow")]
        self.blue[seat] = [card for card in self.blue[seat] if card not in widows]
        self.dead[seat] += widows
        self.bury(seat, [card for card in used if card not in widows])

    def bury(self, seat: int, cards: list[str]) -> None:
        smallest = min(self.piles, key=len)
        for card in cards:
            self.blue[seat].remove(card)
            smallest.append(card)

    def effect(self, seat: int, kind: str) -> None:
        if kind == "killer":
            victims = [(seat + n) % self.seats for n in range(1, self.seats)]
            given: dict[int, str] = {}
            while len(given) < sum(bool(self.blue[victim]) for victim in victims):
                action = self.answer(None, "discard")
                assert action["by"] in victims and action["by"] not in given
                given[action["by"]] = action["card"]
            for victim in victims:
                self.bury(victim, [given[victim]] if victim in given else [])
        elif kind == "dancer" and any(self.piles):
            self.contact(seat, self.answer(seat, "contact"))
        elif kind == "policeman" and self.centre:
            tile = self.answer(seat, "reserve")["tile"]
            self.centre.remove(tile)
            self.reserved[seat].append(tile)

    def score(self, seat: int) -> tuple[int, int, int]:
        coins = sum(self.rows[card]["coins"] for card in self.red[seat])
        return (
            coins + sum(map(self.houses.__getitem__, self.yellow[seat])),
            len(self.yellow[seat]),
            len(self.red[seat]),
        )


def count_scores(record: Json) -> list[int]:
    match = Macao(record)
    finals = [match.score(seat) for seat in range(match.seats)]
    assert record["result"]["winners"] == [seat for seat, final in enumerate(finals) if final == max(finals)]
    return [final[0] for final in finals]
