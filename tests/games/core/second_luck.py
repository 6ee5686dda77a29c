"""A second implementation of the luck of a record, written from docs/game-record.md alone.

It imports nothing of the site. `find_wrong_draw` reads a record as JSON and draws everything again.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any


class Stream:
    def __init__(self, key: bytes) -> None:
        self.key, self.counter, self.words = key, 0, []

    def word(self) -> int:
        if not self.words:
            block = hmac.new(self.key, self.counter.to_bytes(8, "big"), hashlib.sha256).digest()
            self.words = [int.from_bytes(block[start : start + 8], "big") for start in (0, 8, 16, 24)]
            self.counter += 1
        return self.words.pop(0)

    def below(self, n: int) -> int:
        while True:
            number = self.word()
            if number < 2**64 - 2**64 % n:
                return number % n

    def shuffle(self, items: list) -> list:
        items = list(items)
        for i in reversed(range(1, len(items))):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def open_block(record: dict) -> Stream:
    """The stream of the record; AssertionError if the block contradicts itself or the seats."""
    block = record["fairness"]
    secret = bytes.fromhex(block["secret"])
    if block.get("version", 1) == 1:
        assert hashlib.sha256(secret).hexdigest() == block["commitment"]
        return Stream(hashlib.sha256(secret + bytes.fromhex("".join(block["nonces"]))).digest())
    match = block["match"].encode()
    assert hashlib.sha256(secret + match).hexdigest() == block["commitment"]
    mixed = secret + match
    for index, (nonce, source) in enumerate(zip(block["nonces"], block["sources"], strict=True)):
        assert (record["seats"][index]["kind"] == "bot") == (source == "bot")
        if source == "bot":
            derived = hmac.new(secret, b"bot" + bytes([index]), hashlib.sha256).digest()[:16]
            assert derived.hex() == nonce
        assert (nonce is None) == (source in ("declined", "late", "withheld"))
        mixed += bytes.fromhex(nonce) if nonce else b"\0" * 16
    return Stream(hashlib.sha256(mixed).digest())


class Shanghaien:
    def __init__(self, record: dict) -> None:
        colours = ["red", "lightblue", "blue", "yellow", "orange", "purple", "green", "grey"]
        self.cards = [f"{colour}-{value}" for colour in colours for value in ("1", "2", "3a", "3b", "4")]
        self.cards += [f"trick-{n}" for n in range(1, 9)]

    def draw_setup(self, stream: Stream) -> dict:
        return {"starter": stream.below(2), "deck": stream.shuffle(self.cards)}

    def draw_move(self, stream: Stream, action: dict, labels: set[str]) -> dict:
        is_roll = action["type"] == "roll" or action.get("use") == "reroll"
        return {"dice": [1 + stream.below(6), 1 + stream.below(6)]} if is_roll else {}


class Halunken:
    def __init__(self, record: dict) -> None:
        values = {
            "red": [*range(4, 12), 15], "purple": [*range(3, 12), 14],
            "grey": [*range(2, 12), 13], "yellow": range(1, 13),
        }  # fmt: skip
        self.scoundrels = [f"{colour}-{value}" for colour in values for value in values[colour]]
        self.seats = len(record["seats"])
        self.has_pile = self.seats > 2 and record["options"].get("black_jack", True)

    def draw_setup(self, stream: Stream) -> dict:
        first, cards = stream.below(self.seats), stream.shuffle(self.scoundrels)
        setup: dict[str, Any] = {"first": first, "dives": [cards[n : n + 3] for n in range(0, 42, 3)]}
        if self.has_pile:
            setup["jack"] = stream.shuffle(list(range(1, 13)))
        self.pile, self.hand = list(setup.get("jack", [])), [1, 2, 3, 4, 5, 6, 7, "rum"]
        return setup

    def draw_move(self, stream: Stream, action: dict, labels: set[str]) -> dict:
        drawn: dict[str, Any] = {}
        if action["type"] == "choose_jack":
            self.hand.remove(action["card"])
        if "jack" in labels and self.has_pile:
            drawn["jack"] = self.pile.pop(0)
        elif "jack" in labels:
            drawn["jack"] = self.hand.pop(stream.below(len(self.hand)))
            if drawn["jack"] == "rum":
                drawn["number"] = 1 + stream.below(7)
        if "setup" in labels:
            drawn["setup"] = self.draw_setup(stream)
        return drawn


class Macao:
    def __init__(self, record: dict) -> None:
        self.seats, self.box = len(record["seats"]), record["setup"]["deck"]

    def draw_setup(self, stream: Stream) -> dict:
        first = stream.below(self.seats)
        cards = [character["id"] for character in self.box["characters"]]
        cards += [f"widow-{n}" for n in range(self.seats + 1, 2 * self.seats)]
        cards = stream.shuffle(cards)
        tiles = stream.shuffle([tile["id"] for tile in self.box["tiles"]])
        count = self.box["tiles_in_play"][str(self.seats)]
        piles = [cards[pile::4] for pile in range(4)]
        return {"first": first, "piles": piles, "tiles": tiles[:count], "deck": self.box}

    def draw_move(self, stream: Stream, action: dict, labels: set[str]) -> dict:
        return {}


GAMES = {"shanghaien": Shanghaien, "halunken": Halunken, "macao": Macao}


def find_wrong_draw(record: dict) -> str:
    """The place of the first draw that the secret does not give; empty if there is none."""
    stream, game = open_block(record), GAMES[record["game"]](record)
    if game.draw_setup(stream) != record["setup"]:
        return "setup"
    for move in record["moves"]:
        chance = move.get("chance", {})
        if game.draw_move(stream, move["action"], set(chance)) != chance:
            return f"moves[{move['n'] - 1}].chance"
    return ""
