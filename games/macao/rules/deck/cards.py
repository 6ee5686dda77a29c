"""The cards and tiles of a deck by number, in tables that the engine reads at each step."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from games.core.contract import Action, Json
from games.macao.rules.deck.packed import BITS_PER_COUNT, COUNT_MASK, Memo, pack_at
from games.macao.rules.deck.validation import NEEDS, WIDOW


class Card(NamedTuple):
    """A card of the data."""

    name: str
    kind: str
    resource: int  # index of the resource; a joker has the index after the last
    cost: tuple[int, ...]  # units of each resource that it costs
    coins: int
    pair: tuple[int, int] | None  # the two resources that a trader makes interchangeable


class DeckCards:
    """The data of a box as lists by number. Cards are numbered in the order of the data, the widows last.

    Lists whose name begins with `tile_` have the number of a tile as index, the others the number of a card.
    """

    def __init__(self, data: Json) -> None:
        self.data = data
        self.resources: list[str] = data["resources"]
        self.blue_limit: int = data["blue_limit"]
        self.red_to_end: int = data["red_cards_to_end"]
        self.tiles_in_play: dict[int, int] = {
            int(seats): count for seats, count in data["tiles_in_play"].items()
        }
        self._number_cards()
        self._number_tiles()
        #: all different costs, each with whether it belongs to a character: croupiers help only with these
        self.costs = {(card.cost, True) for card in self.cards}
        self.costs |= {(cost, False) for cost in self.tile_cost if cost is not None}

    def _number_cards(self) -> None:
        cards = [self._read_card(row) for row in self.data["characters"]]
        self.shuffled = [card.name for card in cards]  # the canonical order, without widows
        widow = self.data["widow"]
        cards += [
            self._read_card({"id": f"widow-{n}", "type": WIDOW} | widow)
            for n in range(1, widow["copies"] + 1)
        ]
        self.cards = cards
        self.names = [card.name for card in cards]
        self.index = {card.name: number for number, card in enumerate(cards)}
        self.kind = [card.kind for card in cards]
        self.coins = [card.coins for card in cards]
        self.is_widow = [card.kind == WIDOW for card in cards]
        self.pair = [card.pair for card in cards]
        # Only a red sailor gives two units (ruling 10).
        self.units_red = [2 if card.kind == "sailor" else 1 for card in cards]
        #: `kind_unit` is one card of its kind as a packed number, which has a place for each kind
        self.kinds = sorted({card.kind for card in cards})
        self.kind_unit = [pack_at(self.kinds.index(card.kind)) for card in cards]
        self.widow_unit = pack_at(self.kinds.index(WIDOW))
        self.kind_counts: Memo[int, tuple[int, int]] = Memo(count_kinds)
        self.discards: list[Action] = [("discard", card.name) for card in cards]
        self.card_facts = [self._describe_card(card) for card in cards]

    def _read_card(self, row: Json) -> Card:
        pair = (
            (self.resources.index(row["pair"][0]), self.resources.index(row["pair"][1]))
            if "pair" in row
            else None
        )
        resource = len(self.resources) if row["type"] == WIDOW else self.resources.index(row["resource"])
        return Card(row["id"], row["type"], resource, self._count_units(row["cost"]), row["coins"], pair)

    def _describe_card(self, card: Card) -> Json:
        """The facts on a card, for screens; nobody may change the dict."""
        return {
            "type": card.kind,
            "resource": None if card.kind == WIDOW else self.resources[card.resource],
            "cost": [
                name for name, units in zip(self.resources, card.cost, strict=True) for _ in range(units)
            ],
            "coins": card.coins,
            **({"pair": [self.resources[side] for side in card.pair]} if card.pair else {}),
        }

    def _number_tiles(self) -> None:
        rows = self.data["tiles"]
        self.tile_names = [row["id"] for row in rows]
        self.tile_index = {row["id"]: number for number, row in enumerate(rows)}
        self.tile_coins = [row["coins"] for row in rows]
        #: what a tile without a cost needs: pairs of an index in NEEDS and a number
        self.tile_needs = [
            [(NEEDS.index(n), count) for n, count in row.get("needs", {}).items()] for row in rows
        ]
        self.tile_cost = [self._count_units(row["cost"]) if "cost" in row else None for row in rows]
        # the openings for which nothing is discarded
        self.opens: list[Action] = [("open", row["id"], ()) for row in rows]
        self.reserves: list[Action] = [("reserve", row["id"]) for row in rows]
        self.tile_facts = [{name: value for name, value in row.items() if name != "id"} for row in rows]

    def _count_units(self, cost: list[str]) -> tuple[int, ...]:
        units = Counter(cost)
        return tuple(units[resource] for resource in self.resources)


def count_kinds(packed: int) -> tuple[int, int]:
    """The size of the largest kind, and the number of kinds, of cards packed by kind."""
    most = different = 0
    while packed:
        most = max(most, packed & COUNT_MASK)
        different += packed & COUNT_MASK > 0
        packed >>= BITS_PER_COUNT
    return most, different
