"""Les Ombres de Macao at a real table, with people's own cards: what they enter, and which cards lie open.

`games/core/real_table/luck.py` explains the fields of `TableLuck`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core.contract import Action, Json
from games.core.real_table.luck import CardOrder, OfflineNotebook, Stock, TableLuck
from games.macao.rules.menu import CONTACTS, PASS
from games.macao.rules.tables import ROUND_LIMIT, Deck, read_deck


def _list_stocks(seats: int, options: Json, setup: Json) -> Sequence[Stock]:
    deck = read_deck(setup["deck"])
    # Each seat begins with a widow of its own; these others are shuffled into the piles.
    shuffled_widows = [f"widow-{number}" for number in range(seats + 1, 2 * seats)]
    pile_lengths = tuple(len(pile) for pile in setup["piles"])
    return [
        Stock(entry="piles", cards=(*deck.shuffled, *shuffled_widows), lengths=pile_lengths, is_nested=True),
        Stock(entry="tiles", cards=tuple(deck.tile_names), lengths=(deck.tiles_in_play[seats],)),
    ]


def _list_open_cards(view: Json) -> Iterable[str]:
    tops = [pile["top"] for pile in view["piles"] if pile["top"]]
    cards_of_seats = [card for seat in view["seats"] for row in ("blue", "red") for card in seat[row]]
    return {*tops, *cards_of_seats, *view["establishments"]}


def _find_order(view: Json, seat: int, action: Action) -> CardOrder | None:
    """The blue cards that pay, without widows: the payer chooses their order under the pile (ruling 20)."""
    if action[0] not in ("recruit", "open"):
        return None
    blue = view["seats"][seat]["blue"]
    payment = action[2] or ()
    cards = [card for card in payment if card in blue and not card.startswith("widow-")]
    return CardOrder(field="pay", cards=cards) if len(cards) > 1 else None


def _make_offline_notebook(seats: int, setup: Json) -> OfflineNotebook:
    deck = read_deck(setup["deck"])
    # The notebook asks afterwards how somebody pays: the fields of the payment are None.
    recruits: list[Action] = [("recruit", name, None, None) for name in deck.names]
    openings: list[Action] = [("open", name, None) for name in deck.tile_names]
    return OfflineNotebook(
        actions=[*CONTACTS, *recruits, *openings, *deck.discards, *deck.reserves, *PASS],
        cards=[*(f"widow-{number}" for number in range(1, seats + 1)), *deck.resources],
        facts=_describe_deck(deck),
    )


def _describe_deck(deck: Deck) -> Json:
    return {
        "kinds": dict(zip(deck.names, deck.kind, strict=True)),
        "repeated": {
            name: _list_repeated(facts["cost"])
            for name, facts in zip(deck.names, deck.card_facts, strict=True)
        },
        "tilesWithCost": [
            name for name, cost in zip(deck.tile_names, deck.tile_cost, strict=True) if cost is not None
        ],
        "blueLimit": deck.blue_limit,
        "redToEnd": deck.red_to_end,
        "maxRounds": ROUND_LIMIT,
    }


def _list_repeated(cost: Sequence[str]) -> list[str]:
    """Each unit of a resource after the first one; croupiers can remove these."""
    return [resource for place, resource in enumerate(cost) if resource in cost[:place]]


TABLE_LUCK = TableLuck(
    game="macao",
    find_number_limits=lambda seats: {"first": seats},
    list_stocks=_list_stocks,
    list_open_cards=_list_open_cards,
    rule_section_by_entry={"piles": "setup", "tiles": "setup", "first": "setup"},
    actions_that_may_draw=frozenset(),
    find_order=_find_order,
    make_offline_notebook=_make_offline_notebook,
    needs_all_entries=True,
)
