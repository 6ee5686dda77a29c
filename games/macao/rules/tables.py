"""The deck: every number of the box, read from `macao.json` or from the setup of a match that began with another.

A `Deck` compiles the data for the hot path. Cards are small numbers in the order of the data, the widows last.
"""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any, NamedTuple

from games.core.contract import Json, Malformed
from games.macao.rules.deck_data import NEEDS, WIDOW, clean
from games.macao.rules.paying.packed import BITS, MASK, Memo
from games.macao.rules.paying.payment import Crew, Rate, join

PILES = 4
ROUND_LIMIT = 60  # ruling 22


class Card(NamedTuple):
    """One row of the data."""

    name: str
    kind: str
    resource: int  # one past the last for a joker
    cost: tuple[int, ...]
    coins: int
    pair: tuple[int, int] | None


class Deck:
    """A box of the game, ready to be played with."""

    def __init__(self, data: Json) -> None:
        self.data = data
        self.resources: list[str] = data["resources"]
        self.blue_limit: int = data["blue_limit"]
        self.red_to_end: int = data["red_cards_to_end"]
        self.tiles_in_play: dict[int, int] = {int(seats): count for seats, count in data["tiles_in_play"].items()}
        self._number_cards()
        self._number_tiles()
        #: every different cost, and whether it is a character's: croupiers help only with these
        self.costs = {(row.cost, True) for row in self.cards}
        self.costs |= {(cost, False) for cost in self.tile_cost if cost is not None}
        self.groups: Memo[tuple[tuple[int, int], ...], tuple[int, ...]] = Memo(
            lambda pairs: join(len(self.resources), pairs)
        )
        self.rates: Memo[tuple[tuple[int, ...], int], Rate] = Memo(lambda key: Rate(self, *key))
        self.crews: Memo[tuple[int, ...], Crew] = Memo(lambda red: Crew(self, red))

    def _number_cards(self) -> None:
        rows = [self._card(row) for row in self.data["characters"]]
        self.shuffled = [row.name for row in rows]  # the canonical order, without the widows
        widow = self.data["widow"]
        rows += [self._card({"id": f"widow-{n}", "type": WIDOW} | widow) for n in range(1, widow["copies"] + 1)]
        self.cards = rows
        self.names = [row.name for row in rows]
        self.index = {row.name: number for number, row in enumerate(rows)}
        self.kind = [row.kind for row in rows]
        self.coins = [row.coins for row in rows]
        self.is_widow = [row.kind == WIDOW for row in rows]
        self.pair = [row.pair for row in rows]
        self.units_red = [2 if row.kind == "sailor" else 1 for row in rows]  # a blue sailor yields one (ruling 10)
        self.kinds = sorted({row.kind for row in rows})
        self.kind_unit = [1 << BITS * self.kinds.index(row.kind) for row in rows]
        self.widow_unit = 1 << BITS * self.kinds.index(WIDOW)
        self.kind_counts: Memo[int, tuple[int, int]] = Memo(self._count_kinds)
        self.discards = [("discard", row.name) for row in rows]
        self.card_facts = [self._card_facts(row) for row in rows]

    def _card(self, row: Json) -> Card:
        pair = (self.resources.index(row["pair"][0]), self.resources.index(row["pair"][1])) if "pair" in row else None
        gives = len(self.resources) if row["type"] == WIDOW else self.resources.index(row["resource"])
        return Card(row["id"], row["type"], gives, self._counts(row["cost"]), row["coins"], pair)

    def _card_facts(self, row: Card) -> Json:
        """What stands on a card, for screens; nobody may change it."""
        return {
            "type": row.kind,
            "resource": None if row.kind == WIDOW else self.resources[row.resource],
            "cost": [name for name, count in zip(self.resources, row.cost, strict=True) for _ in range(count)],
            "coins": row.coins,
            **({"pair": [self.resources[side] for side in row.pair]} if row.pair else {}),
        }

    def _number_tiles(self) -> None:
        rows = self.data["tiles"]
        self.tile_names = [row["id"] for row in rows]
        self.tile_index = {row["id"]: number for number, row in enumerate(rows)}
        self.tile_coins = [row["coins"] for row in rows]
        #: what a tile without a cost asks, as pairs of a place in NEEDS and a number
        self.tile_needs = [[(NEEDS.index(n), count) for n, count in row.get("needs", {}).items()] for row in rows]
        self.tile_cost = [self._counts(row["cost"]) if "cost" in row else None for row in rows]
        self.opens = [("open", row["id"], ()) for row in rows]  # those that nothing is discarded for
        self.reserves = [("reserve", row["id"]) for row in rows]
        self.tile_facts = [{name: value for name, value in row.items() if name != "id"} for row in rows]

    def _counts(self, cost: list[str]) -> tuple[int, ...]:
        asked = Counter(cost)
        return tuple(asked[resource] for resource in self.resources)

    def _count_kinds(self, packed: int) -> tuple[int, int]:
        """Of cards packed by kind: how many of the most frequent one, and how many different ones."""
        most = different = 0
        while packed:
            most = max(most, packed & MASK)
            different += packed & MASK > 0
            packed >>= BITS
        return most, different


def read_deck(data: object) -> Deck:
    """The deck of a match; equal data give the same object, so that what was computed for it is kept."""
    if data == CURRENT.data:
        return CURRENT
    if not isinstance(data, dict):
        raise Malformed("an object is expected", "deck")
    try:
        return _OTHERS[json.dumps(data)]
    except RecursionError:
        raise Malformed("nested too deeply", "deck") from None


_OTHERS: Memo[str, Deck] = Memo(lambda text: Deck(clean(json.loads(text))), 8)


def shipped() -> Any:
    """The file that a correction from a real box edits."""
    return json.loads(files(__package__).joinpath("macao.json").read_text(encoding="utf-8"))


CURRENT = Deck(clean(shipped()))
