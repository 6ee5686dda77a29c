"""What the chances to win follow from in Halunken: points, scoundrels that may be lost, and where a captain may go."""

from __future__ import annotations

import json
from importlib.resources import files
from math import sqrt
from typing import Final

from games.bots.judging.odds import Odds, read_odds, with_age
from games.halunken.bot import judge_action
from games.halunken.rules.scoring import add_totals, count_worth
from games.halunken.rules.state import OVER, State
from games.halunken.rules.tables import NUMBERS, ROUNDS, has_card


def list_features(state: State) -> list[list[float]]:
    """The figures of each seat."""
    rounds_left = ROUNDS - state.round + ROUNDS * (state.games - state.game)
    age = 1 / sqrt(1 + rounds_left)
    return [
        with_age(_list_figures(state, seat, points), age) for seat, points in enumerate(count_points(state))
    ]


def _list_figures(state: State, seat: int, points: float) -> list[float]:
    cards = [number for number in NUMBERS if has_card(state.hands[seat], number)]
    landings = [judge_action(state, seat, ("rum", number)) for number in cards]
    return [points, len(state.crews[seat]), max(landings, default=0.0)]


def count_points(state: State) -> list[float]:
    """The points of each seat: those of earlier games, and those of its crew."""
    worths = [0 if state.phase == OVER else count_worth(crew).total for crew in state.crews]
    return [float(total + worth) for total, worth in zip(add_totals(state), worths, strict=True)]


ODDS: Final[Odds] = read_odds(
    list_features, json.loads(files(__package__).joinpath("odds.json").read_text("utf-8"))
)
