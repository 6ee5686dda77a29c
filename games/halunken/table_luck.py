"""Halunken at a real table, with people's own cards: what they enter, and which cards lie open.

`games/core/real_table/luck.py` explains the fields of `TableLuck`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.core.contract import Json
from games.core.real_table.luck import OfflineNotebook, Stock, TableLuck
from games.halunken.rules.meta import META
from games.halunken.rules.tables import (
    ALL_CARDS_MASK,
    BID,
    CAPTAIN_CARDS,
    CHOOSE_JACK_MENUS,
    CHOOSE_MENUS,
    DECLINE,
    JACK_CARDS,
    LOSE,
    PASS,
    PER_DIVE,
    ROB,
    RUM_JACK_MENUS,
    RUM_MENUS,
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
    stocks = [Stock(entry="dives", cards=SCOUNDREL_NAMES, lengths=(PER_DIVE,) * SPACES, is_nested=True)]
    if "jack" in setup:
        stocks.append(Stock(entry="jack", cards=tuple(JACK_CARDS), lengths=(len(JACK_CARDS),)))
    return stocks


def _list_open_cards(view: Json) -> Iterable[str]:
    return {*_list_top_cards(view), *view["boat"], *_list_crew_cards(view)}


def _list_crew_cards(view: Json) -> Iterator[str]:
    return (card for crew in view["crews"] for card in crew["cards"])


def _list_top_cards(view: Json) -> Iterator[str]:
    return (dive["top"] for dive in view["ring"] if dive["top"])


def _make_offline_notebook(seats: int, setup: Json) -> OfflineNotebook:
    robberies = [action for actions in ROB[:seats] for action in actions]
    # A menu of all cards or numbers has every action of its type.
    chosen_cards = (
        *CHOOSE_MENUS[ALL_CARDS_MASK],
        *CHOOSE_JACK_MENUS[ALL_CARDS_MASK],
        *RUM_MENUS[ALL_CARDS_MASK],
        *RUM_JACK_MENUS[ALL_CARDS_MASK],
    )
    weakest_first = sorted(SCOUNDRELS, key=STRENGTH.__getitem__)
    return OfflineNotebook(
        actions=(*SETTLE, *SETTLE_JACK, *BID, PASS, *chosen_cards, *robberies, *SALVAGE, DECLINE, *LOSE),
        cards=[card_name(card) for card in CAPTAIN_CARDS],
        facts={"strengths": [SCOUNDREL_NAMES[card] for card in weakest_first]},
    )


TABLE_LUCK = TableLuck(
    game="halunken",
    find_number_limits=lambda seats: {"first": seats},
    list_stocks=_list_stocks,
    list_open_cards=_list_open_cards,
    # Only crews score. The last captain may have taken a card that had just come to light, which must then be
    # entered.
    list_scoring_cards=_list_crew_cards,
    rule_section_by_entry={"dives": "setup", "first": "setup", "jack": "black-jack", "number": "two-players"},
    actions_that_may_draw=frozenset(META.actions) - {"settle", "settle_jack", "bid"},
    actions_before_entry=frozenset({"settle"}),
    # At a real table only a match of one game is possible: the long variant is entered as three matches.
    allowed_values_by_option={"games": (1,)},
    make_offline_notebook=_make_offline_notebook,
    needs_all_entries=True,
)
