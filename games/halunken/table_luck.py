"""Halunken at a real table, with people's own cards: what they enter, and which cards lie open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.core.contract import Json
from games.core.real_table.luck import NotePad, Stock, TableLuck
from games.halunken.rules.meta import META
from games.halunken.rules.tables import (
    ALL_CARDS_MASK,
    BID,
    CHOOSE,
    CHOOSE_JACK,
    DECLINE,
    JACK_CARDS,
    LOSE,
    PASS,
    PER_DIVE,
    ROB,
    RUM,
    RUM_JACK_NUMBERS,
    RUM_NUMBERS,
    SALVAGE,
    SCOUNDREL_NAMES,
    SCOUNDRELS,
    SETTLE,
    SETTLE_JACK,
    SPACES,
    STRENGTH,
    card_name,
)


def _list_stocks(seats: int, options: Json, setup: Json) -> Sequence[Stock]:
    stocks = [Stock("dives", SCOUNDREL_NAMES, (PER_DIVE,) * SPACES, is_nested=True)]
    if "jack" in setup:
        stocks.append(Stock("jack", tuple(JACK_CARDS), (len(JACK_CARDS),)))
    return stocks


def _list_open_cards(view: Json) -> Iterable[str]:
    return {*_list_tops(view), *view["boat"], *_list_crews(view)}


def _list_crews(view: Json) -> Iterator[str]:
    return (card for crew in view["crews"] for card in crew["cards"])


def _list_tops(view: Json) -> Iterator[str]:
    return (dive["top"] for dive in view["ring"] if dive["top"])


def _make_note_pad(seats: int, setup: Json) -> NotePad:
    robberies = [action for actions in ROB[:seats] for action in actions]
    numbers = (
        *CHOOSE[ALL_CARDS_MASK],
        *CHOOSE_JACK[ALL_CARDS_MASK],
        *RUM_NUMBERS[ALL_CARDS_MASK],
        *RUM_JACK_NUMBERS[ALL_CARDS_MASK],
    )
    return NotePad(
        actions=(*SETTLE, *SETTLE_JACK, *BID, PASS, *numbers, *robberies, *SALVAGE, DECLINE, *LOSE),
        cards=[card_name(card) for card in range(1, RUM + 1)],
        facts={"strengths": [SCOUNDREL_NAMES[card] for card in sorted(SCOUNDRELS, key=STRENGTH.__getitem__)]},
    )


TABLE_LUCK = TableLuck(
    game="halunken",
    numbers=lambda seats: {"first": seats},
    stocks=_list_stocks,
    open_cards=_list_open_cards,
    # The last captain may have taken a card that nobody has seen yet.
    counted_cards=_list_crews,
    rules={"dives": "setup", "first": "setup", "jack": "black-jack", "number": "two-players"},
    drawing_actions=frozenset(META.actions) - {"settle", "settle_jack", "bid"},
    early_actions=frozenset({"settle"}),
    # The games of the long variant are dealt separately; at a real table they are three matches.
    options={"games": (1,)},
    note_pad=_make_note_pad,
    needs_all_entries=True,
)
