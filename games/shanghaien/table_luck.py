"""Shanghaien at a real table, with people's own dice and cards: what they enter, and which cards lie open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core.contract import Action, Json
from games.core.real_table.luck import NotePad, Stock, TableLuck
from games.shanghaien.rules.menu import ALL_ACTIONS
from games.shanghaien.rules.tables import DECK, SECOND_USE, TRICKS


def _list_stocks(seats: int, options: Json, setup: Json) -> Sequence[Stock]:
    return [Stock("deck", tuple(DECK), (len(DECK),))]


def _list_open_cards(view: Json) -> Iterable[str]:
    return [place["card"] for place in view["tavern"]]


def _make_note_pad(seats: int, setup: Json) -> NotePad:
    return NotePad(_list_noted_actions(), tuple(SECOND_USE)[TRICKS:], {"uses": SECOND_USE})


def _list_noted_actions() -> list[Action]:
    """Every action; of trick cards with the same second use only those of the first one."""
    card_by_use = {use: card for card, use in reversed(SECOND_USE.items())}
    return [
        action
        for action in ALL_ACTIONS
        if action[0] != "trick" or _is_use_of(action, card_by_use[SECOND_USE[action[1]]])
    ]


def _is_use_of(trick: Action, card: str) -> bool:
    return trick[1] == card and trick[2] in ("joker", SECOND_USE[card])


TABLE_LUCK = TableLuck(
    game="shanghaien",
    numbers=lambda seats: {"starter": seats},
    stocks=_list_stocks,
    open_cards=_list_open_cards,
    rules={"dice": "roll", "starter": "setup", "deck": "setup"},
    drawing_actions=frozenset({"roll", "trick"}),
    early_actions=frozenset({"roll", "direction", "trick", "place"}),
    joined_actions={"direction": "place"},
    note_pad=_make_note_pad,
)
