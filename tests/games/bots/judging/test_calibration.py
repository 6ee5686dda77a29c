"""Scores of estimates, the groups of the diagram, and the fit of the weights."""

from __future__ import annotations

import pytest

from games.bots.judging.calibration import ForecastPosition, describe_calibration, score
from games.bots.judging.fitting import fit_weights
from games.bots.judging.odds import find_shares
from games.bots.judging.playing import sample_match
from games.core.chance import QuickChance
from games.registry import ENGINES, load_game

NO_WEIGHTS = [0.0, 0.0]


def make(match: int, said: float, won: float) -> ForecastPosition:
    return ForecastPosition(match, 1, [0, 0], [said, 1 - said], [won, 1 - won])


def test_scores_of_known_estimates() -> None:
    scores = score([[0.8, 0.2], [0.5, 0.5]], [[1, 0], [0, 1]])
    assert scores.brier == pytest.approx((0.04 + 0.25) / 2)
    assert scores.log_loss == pytest.approx((0.22314 + 0.69315) / 2, abs=1e-4)


def test_the_groups_say_what_was_said_and_what_was_won() -> None:
    rows = [make(match, 0.75, float(match % 4 > 0)) for match in range(40)]
    described = describe_calibration(rows, NO_WEIGHTS)
    upper = described["tenths"][-1]
    assert (upper["said"], upper["won"], upper["count"]) == (0.75, 0.75, 40)
    assert 0.05 < upper["half"] < 0.2
    assert described["matches"] == described["positions"] == 40
    assert described["scores"]["fair"] == {"brier": 0.25, "log_loss": 0.6931}
    assert described["scores"]["estimates"]["brier"] < described["scores"]["fair"]["brier"]


def test_positions_of_one_match_count_as_one_result() -> None:
    apart = [make(match, 0.75, float(match % 4 > 0)) for match in range(40)]
    together = [make(match // 10, 0.75, float(match // 10 > 0)) for match in range(40)]
    halves = [describe_calibration(rows, NO_WEIGHTS)["tenths"][-1]["half"] for rows in (apart, together)]
    assert halves[1] > 2 * halves[0]


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    luck, features, shares = QuickChance(1), [], []
    for _ in range(4000):
        rows = [[luck.below(11) - 5.0, luck.below(11) - 5.0] for _seat in range(3)]
        first, second, _third = find_shares(rows, [0.4, -0.2])
        draw = luck.below(1_000_000) / 1_000_000
        winner = 0 if draw < first else 1 if draw < first + second else 2
        features.append(rows)
        shares.append([float(seat == winner) for seat in range(3)])
    assert fit_weights(features, shares) == pytest.approx([0.4, -0.2], abs=0.03)


@pytest.mark.parametrize("game", [game for game in sorted(ENGINES) if load_game(game).forecast])
def test_estimates_are_shares_and_change_with_the_seats(game: str) -> None:
    """Whoever is far ahead before the last rounds is expected to win."""
    found = load_game(game)
    assert found.forecast is not None
    bot, progress = found.bots.easy, found.bots.policy.progress
    agreeing = all_positions = 0
    for seed in range(6):
        for sample in list(sample_match(found.engine, bot, progress, 2, {}, seed))[-2:]:
            shares = found.forecast.estimate(sample.state)
            assert shares is not None and sum(shares) == pytest.approx(1) and min(shares) >= 0
            points = found.forecast.count_points(sample.state)
            agreeing += (shares[0] > shares[1]) == (points[0] > points[1])
            all_positions += 1
    assert agreeing > 0.6 * all_positions
