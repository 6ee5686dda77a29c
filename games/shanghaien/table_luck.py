"""Shanghaien at a real table, with people's own dice and cards: what they enter, and which cards lie open.

`games/core/real_table/luck.py` explains the fields of `TableLuck`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core.contract import Action, Json
from games.core.real_table.luck import OfflineNotebook, Stock, TableLuck
from games.shanghaien.rules.menu import ALL_ACTIONS
from games.shanghaien.rules.tables import DECK, SECOND_USE, TRICKS


def _list_stocks(seats: int, options: Json, setup: Json) -> Sequence[Stock]:
    return [Stock(entry="deck", cards=tuple(DECK), lengths=(len(DECK),))]


def _list_open_cards(view: Json) -> Iterable[str]:
    return [place["card"] for place in view["tavern"]]


def _make_offline_notebook(seats: int, setup: Json) -> OfflineNotebook:
    cards_of_variant = tuple(SECOND_USE)[TRICKS:]  # The trick cards before them belong to the deck.
    return OfflineNotebook(actions=_list_noted_actions(), cards=cards_of_variant, facts={"uses": SECOND_USE})


def _list_noted_actions() -> list[Action]:
    """Every action; of trick cards with the same second use only those of the first one."""
    first_card_by_use: dict[str, str] = {}
    for card, use in SECOND_USE.items():
        first_card_by_use.setdefault(use, card)
    return [
        action
        for action in ALL_ACTIONS
        if action[0] != "trick" or _is_use_of(action, first_card_by_use[SECOND_USE[action[1]]])
    ]


def _is_use_of(trick: Action, card: str) -> bool:
    """Whether an action plays this trick card, as a joker or for its second use."""
    _, played_card, use = trick[:3]
    return played_card == card and use in ("joker", SECOND_USE[card])


TABLE_LUCK = TableLuck(
    game="shanghaien",
    find_number_limits=lambda seats: {"starter": seats},
    list_stocks=_list_stocks,
    list_open_cards=_list_open_cards,
    rule_section_by_entry={"dice": "roll", "starter": "setup", "deck": "setup"},
    actions_that_may_draw=frozenset({"roll", "trick"}),
    actions_before_entry=frozenset({"roll", "direction", "trick", "place"}),
    joined_actions={"direction": "place"},
    make_offline_notebook=_make_offline_notebook,
)
