"""Features for the chances to win in Macao: coins, expected coins, cards, and whose turn it is."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from games.bots.judging.odds import OddsModel, read_odds, with_age
from games.macao.bot import expect_coins, expect_members
from games.macao.rules.scoring import find_standing
from games.macao.rules.state import State


def list_features(state: State) -> list[list[float]]:
    """The figures of each seat."""
    age = 1 / (1 + expect_members(state))
    return [with_age(_list_figures(state, seat), age) for seat in range(len(state.blue))]


def _list_figures(state: State, seat: int) -> list[float]:
    coins = _count_coins(state, seat)
    expected_coins = expect_coins(state, seat) - coins
    members, informants = len(state.red[seat]), len(state.blue[seat])
    is_in_turn = float(state.turn == seat)
    return [coins, expected_coins, members, informants, is_in_turn]


def _count_coins(state: State, seat: int) -> float:
    return float(find_standing(state, seat)[0])


def count_points(state: State) -> list[float]:
    """The coins of each seat."""
    return [_count_coins(state, seat) for seat in range(len(state.blue))]


ODDS: Final[OddsModel] = read_odds(
    list_features, json.loads(files(__package__).joinpath("odds.json").read_text("utf-8"))
)
