"""Counts the coins of a match and its result (rules: scoring)."""

from __future__ import annotations

from games.core.contract import Json, Outcome
from games.macao.rules.phases import find_end_reason
from games.macao.rules.state import OVER, State


def count_coins(state: State, seat: int) -> tuple[int, int]:
    """The coins of red cards, and those of yellow tiles.

    Recruited widows cost coins, so a sum may be negative (ruling 26).
    """
    deck = state.deck
    members = sum([deck.coins[card] for card in state.red[seat]])
    return members, sum([deck.tile_coins[tile] for tile in state.yellow[seat]])


def find_standing(state: State, seat: int) -> tuple[int, int, int]:
    """What decides a match, in this order: coins, then yellow tiles, then red cards."""
    return sum(count_coins(state, seat)), len(state.yellow[seat]), len(state.red[seat])


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    seats = range(len(state.blue))
    standings = [find_standing(state, seat) for seat in seats]
    ranks = [1 + sum(other > own for other in standings) for own in standings]
    return Outcome(
        scores=[own[0] for own in standings],
        ranks=ranks,
        winners=[seat for seat in seats if ranks[seat] == 1],
        reason=find_end_reason(state) or "",
        breakdown={"seats": [_describe_seat(state, seat) for seat in seats]},
    )


def _describe_seat(state: State, seat: int) -> Json:
    deck = state.deck
    return {
        "members": [{"card": deck.names[card], "coins": deck.coins[card]} for card in state.red[seat]],
        "establishments": [
            {"tile": deck.tile_names[tile], "coins": deck.tile_coins[tile]} for tile in state.yellow[seat]
        ],
        "coins": dict(zip(("members", "establishments"), count_coins(state, seat), strict=True)),
    }
