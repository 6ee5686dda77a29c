"""The part of a view for a real table: what people there must enter, and can enter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.core.contract import Action, Json
from games.core.json_form import encode
from games.core.real_table.luck import EnteredChance, MissingLuck, TableSetup
from games.game_folder import TableWords
from games.matches import replay
from games.matches.entered_luck.entries import list_awaited
from games.matches.entered_luck.setups import load_setup
from games.matches.storage.rows import public_decision_id
from games.presenting.words import Words
from games.registry import ENGINES, load_game


def describe(match: Any, state: Any, seat: int | None, labels: Words) -> Json:
    """The places that wait for a card, the possible cards, and what each action of the menu draws."""
    setup, words = load_setup(match), find_words(match.game)
    awaits = [_describe_place(setup, words, place) for place in list_awaited(match, setup, state)]
    wanted = {place["among"] for place in awaits} - {""}
    if setup.luck.make_offline_notebook:  # A page that loses its network must know all cards before.
        wanted |= {stock.entry for stock in setup.stocks}
    engine = ENGINES[match.game]
    decisions = engine.decisions(state)
    is_deciding = any(decision.seat == seat for decision in decisions)
    menu = engine.legal(state, seat) if seat is not None and is_deciding else ()
    spectator_view = engine.view(state, None)
    return {
        "decisions": [
            {"seat": decision.seat, "id": public_decision_id(match, decision.id)} for decision in decisions
        ],
        "awaits": awaits,
        "left": {entry: describe_cards(words, setup.list_unknown_cards(entry)) for entry in sorted(wanted)},
        "draws": [_describe_draw(match.game, setup, state, seat, action) for action in menu],
        "follow_ups": [_list_follow_ups(match.game, setup, state, seat, action, labels) for action in menu],
        "orders": _describe_orders(setup, words, spectator_view, seat, menu),
        "note": str(words.note),
        "entered": _list_entries(match, setup) if setup.luck.needs_all_entries and seat is not None else None,
    }


def _list_entries(match: Any, setup: TableSetup) -> Json:
    """Every card and every move, so that a notebook without a network can continue from them."""
    actions = ENGINES[match.game].META.actions
    moves = [
        {"n": n, "seat": step.seat, "action": encode(actions, step.action), "chance": step.drawn_values}
        for n, step in enumerate(replay.steps(match), start=1)
    ]
    return {"known": setup.known, "moves": moves}


def find_words(game: str) -> TableWords:
    words = load_game(game).words.table
    assert words is not None, f"{game} has no words for a real table"
    return words


def describe_cards(words: TableWords, cards: list[Any]) -> list[Json]:
    described = []
    for card in cards:
        text, group = words.card(card)
        described.append({"card": card, "text": text, "group": group})
    return described


def _describe_place(setup: TableSetup, words: TableWords, place: str) -> Json:
    is_number = place in setup.luck.find_number_limits(setup.seats)
    text = _("Who begins?") if is_number else words.place(place)
    return {"place": place, "text": text, "among": "" if is_number else place.partition("[")[0]}


def _describe_draw(game: str, setup: TableSetup, state: Any, seat: int | None, action: Action) -> Json | None:
    """The first thing that the action would draw, found by trying it without any luck."""
    if action[0] not in setup.luck.actions_that_may_draw:
        return None
    try:
        ENGINES[game].advance(state.copy(), seat, action, EnteredChance())
    except MissingLuck as missing:
        return describe_missing(game, setup, missing)
    return None


def _list_follow_ups(
    game: str, setup: TableSetup, state: Any, seat: int | None, action: Action, labels: Words
) -> list[Json]:
    """What the same seat can do right after the action, if people enter both with one tap."""
    following = setup.luck.joined_actions.get(action[0])
    if following is None or seat is None:
        return []
    engine, after = ENGINES[game], state.copy()
    engine.advance(after, seat, action, EnteredChance())
    if all(decision.seat != seat for decision in engine.decisions(after)):
        return []
    actions = [encode(engine.META.actions, choice) for choice in engine.legal(after, seat)]
    return [
        {"action": choice, "label": labels.action(choice)}
        for choice in actions
        if choice["type"] == following
    ]


def _describe_orders(
    setup: TableSetup, words: TableWords, spectator_view: Json, seat: int | None, menu: Sequence[Action]
) -> list[Json]:
    """By the index of an action in the menu: the cards that people put down in an order of their choice."""
    if setup.luck.find_order is None or seat is None:
        return []
    orders = []
    for index, action in enumerate(menu):
        if order := setup.luck.find_order(spectator_view, seat, action):
            among = describe_cards(words, order.cards)
            orders.append({"index": index, "field": order.field, "text": str(words.order), "among": among})
    return orders


def describe_missing(game: str, setup: TableSetup, missing: MissingLuck) -> Json:
    among = missing.among
    if among is None and not missing.dice:
        among = setup.list_unknown_cards(missing.label)
    words = find_words(game)
    return {
        "label": missing.label,
        "text": str(words.draws[missing.label]),
        "dice": missing.dice or None,
        "among": None if among is None else describe_cards(words, list(among)),
    }
