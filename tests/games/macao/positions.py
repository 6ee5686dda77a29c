"""Positions of Macao to order, by the names of cards."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from games.core.chance import FairChance, ScriptedChance
from games.core.contract import Event, Json, Refusal, apply
from games.core.records import make_seeded_luck
from games.macao.rules import ENGINE
from games.macao.rules.state import PHASES, State, load
from games.macao.rules.tables import SHIPPED_DECK

Names = Sequence[str]


def change_deck(**changes: Any) -> Json:
    """The shipped deck with other entries; `cards` and `houses` change single characters and tiles."""
    data: Json = copy.deepcopy(SHIPPED_DECK.data)
    for row in data["characters"]:
        row.update(changes.get("cards", {}).get(row["id"], {}))
    for row in data["tiles"]:
        if row["id"] in changes.get("houses", {}):
            row.pop("needs", None)
            row.update(changes["houses"][row["id"]])
    return data | {name: value for name, value in changes.items() if name not in ("cards", "houses")}


def position(
    seats: int = 2,
    *,
    blue: Sequence[Names] = (),
    red: Sequence[Names] = (),
    dead: Sequence[Names] = (),
    reserved: Sequence[Names] = (),
    opened: Sequence[Names] = (),
    piles: Sequence[Names] = (),
    rest: int = 3,
    tiles: Names | None = None,
    data: Json | None = None,
    **fields: Any,
) -> State:
    """What is not said lies beneath the pile `rest`; tiles not said lie in the centre."""
    data = data or SHIPPED_DECK.data
    rows = {name: _rows(value, seats) for name, value in (("blue", blue), ("red", red), ("dead", dead))}
    heaps = _rows(piles, 4)
    laid = {card for row in (*heaps, *rows["blue"], *rows["red"], *rows["dead"]) for card in row}
    cards = [row["id"] for row in data["characters"]] + [f"widow-{n}" for n in range(1, 2 * seats)]
    heaps[rest] += [card for card in cards if card not in laid]
    held = {"reserved": _rows(reserved, seats), "yellow": _rows(opened, seats)}
    taken = {tile for lists in held.values() for row in lists for tile in row}
    free = [row["id"] for row in data["tiles"] if row["id"] not in taken]
    centre = list(tiles) if tiles is not None else free[: data["tiles_in_play"][str(seats)] - len(taken)]
    start = {"deck": data, "first": 0, "turn": 0, "round": 5, "passes": 0, "phase": "turn", "given": []}
    return load({**start, "piles": heaps, "tiles": centre, **rows, **held, **fields})


def _rows(rows: Sequence[Names], count: int) -> list[list[str]]:
    return [list(row) for row in rows] + [[] for _ in range(count - len(rows))]


def set_tiles_in_play(count: int) -> Json:
    """So many tiles for two seats: positions with a chosen centre."""
    return change_deck(tiles_in_play={"2": count, "3": count, "4": count})


def centre_with(tile: str, count: int) -> list[str]:
    """So many tiles in the centre, this one first."""
    others = ("distillery", "officers-club", "casino-royal", "red-room")
    return [tile, *(other for other in others if other != tile)][:count]


def nobody_can_act(**fields: int) -> State:
    """Every card lies before somebody, and nobody can pay anything."""
    four = ["politician-weapons", "politician-money", "politician-opium", "politician-jade"]
    data = change_deck()
    data["characters"] = [row for row in data["characters"] if row["id"] in four]
    return position(
        blue=[four[:2], four[2:]],
        dead=[["widow-1", "widow-3"], ["widow-2"]],
        tiles=["distillery", "officers-club", "casino-royal", "red-room"],
        data=data,
        **fields,
    )


def deal_seeded(seats: int, seed: int = 1) -> State:
    return ENGINE.deal(seats, {}, ENGINE.draw(seats, {}, FairChance(*make_seeded_luck(seed, seats))))


def play_action(state: State, seat: int, *action: Any) -> tuple[State, list[Event]]:
    return apply(ENGINE, state, seat, action, ScriptedChance())


def play_actions(state: State, *moves: tuple[Any, ...]) -> State:
    """The position after moves, each a seat and an action."""
    for seat, *action in moves:
        state, _ = play_action(state, seat, *action)
    return state


def find_refusal(state: State, seat: int, *action: Any) -> Refusal:
    """The refusal of an action; it must stand in META with its section."""
    refusal = ENGINE.check(state, seat, action)
    assert refusal is not None, "this action is allowed"
    assert ENGINE.META.refusals[refusal.code] == refusal.rule in ENGINE.META.rule_keys
    return refusal


def card_names(state: State, row: Sequence[int]) -> list[str]:
    return [state.deck.names[card] for card in row]


def blue_names(state: State, seat: int) -> set[str]:
    return set(card_names(state, state.blue[seat]))


def red_names(state: State, seat: int) -> set[str]:
    return set(card_names(state, state.red[seat]))


def pile_names(state: State, number: int) -> list[str]:
    return card_names(state, state.piles[number])


def list_payments(state: State, seat: int, name: str) -> list[tuple[Any, ...]]:
    """What the menu offers for a card or tile: payment and, for characters, what croupiers remove."""
    return [
        action[2:]
        for action in ENGINE.legal(state, seat)
        if action[:2] in (("recruit", name), ("open", name))
    ]


def phase_name(state: State) -> str:
    return PHASES[state.phase]
