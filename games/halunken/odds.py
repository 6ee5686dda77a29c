"""Features for the chances to win in Halunken: points, the size of the crew, and the best landing."""

from __future__ import annotations

import json
from importlib.resources import files
from math import sqrt
from typing import Final

from games.bots.judging.odds import OddsModel, read_odds, with_age
from games.halunken.bot import judge_action
from games.halunken.rules.scoring import add_totals, count_worth
from games.halunken.rules.state import OVER, State
from games.halunken.rules.tables import NUMBERS, ROUNDS, has_card


def list_features(state: State) -> list[list[float]]:
    """The figures of each seat."""
    rounds_left = ROUNDS - state.round + ROUNDS * (state.games - state.game)
    age = 1 / sqrt(1 + rounds_left)
    features = []
    for seat, points in enumerate(count_points(state)):
        features.append(with_age(_list_figures(state, seat, points), age))
    return features


def _list_figures(state: State, seat: int, points: float) -> list[float]:
    """The points, the size of the crew, and what the best landing with a card in hand would bring."""
    numbers_in_hand = [number for number in NUMBERS if has_card(state.hands[seat], number)]
    landing_values = [judge_action(state, seat, ("rum", number)) for number in numbers_in_hand]
    return [points, len(state.crews[seat]), max(landing_values, default=0.0)]


def count_points(state: State) -> list[float]:
    """The points of each seat: those of earlier games, and those of its crew."""
    points = []
    for crew, earlier_points in zip(state.crews, add_totals(state), strict=True):
        # After the end the totals hold the points of the last game too.
        crew_points = 0 if state.phase == OVER else count_worth(crew).total
        points.append(float(earlier_points + crew_points))
    return points


ODDS: Final[OddsModel] = read_odds(
    list_features, json.loads(files(__package__).joinpath("odds.json").read_text("utf-8"))
)
