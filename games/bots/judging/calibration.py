"""Measures how well estimated chances to win agree with results, and compares simpler estimates.

The *Brier score* is the mean square of the difference between estimate and result. The *log loss* is the mean
of minus the logarithm of the chance that the estimate gave to the result. Less is better for both. Every seat
of every position counts. All positions of one match have one result, so the confidence intervals are computed
over whole matches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log, sqrt
from typing import Any, Final, NamedTuple

from games.bots.base import Bot
from games.bots.judging.odds import find_shares, with_age
from games.bots.judging.playing import sample_match
from games.bots.ladder import Z_95
from games.core.contract import Engine, Json

#: estimates are compared with results in this many groups: from 0 to 0.1, and so on
TENTHS: Final = 10
#: an estimate of 0 counts as this, because its logarithm would be infinite
_MIN_ESTIMATE: Final = 0.001
_DIGITS: Final = 4


class Forecast(NamedTuple):
    """Functions of a game that estimate chances to win."""

    #: position before a round -> the share of the victory that each seat may expect; None without an estimate
    estimate: Callable[[Any], Sequence[float] | None]
    #: position -> the points that each seat would have if the match ended now
    count_points: Callable[[Any], Sequence[float]]


class ForecastPosition(NamedTuple):
    """A position of a match, its estimates and the result."""

    match: int
    progress: int
    points: Sequence[float]
    estimates: Sequence[float]
    shares: Sequence[float]


def forecast_matches(
    engine: Engine, bot: Bot, progress: Callable[[Any], int], forecast: Forecast, seats: int, seeds: range
) -> Iterator[ForecastPosition]:
    """The estimates before each round of matches that a bot plays against itself, with varying options."""
    for seed in seeds:
        options = choose_options(engine, seed)
        # With 0 no decision is made at random: the bot makes all of them.
        samples = sample_match(engine, bot, progress, seats, options, seed, random_one_in=0)
        for sample in samples:
            estimates = forecast.estimate(sample.state)
            if estimates is not None:
                points = forecast.count_points(sample.state)
                yield ForecastPosition(seed, sample.progress, points, estimates, sample.shares)


def choose_options(engine: Engine, seed: int) -> Json:
    """The options of the match with this seed: yes and no in turn; for all other options the first value.

    Other values, which make matches much longer, are left out.
    """
    options = {}
    for option in engine.META.options:
        is_yes_or_no = type(option.values[0]) is bool
        options[option.name] = option.values[seed % 2] if is_yes_or_no else option.values[0]
    return options


def list_point_features(position: ForecastPosition) -> list[list[float]]:
    """The features of the simple estimate: the points, and the points times the age of the match."""
    age = position.progress / 10
    return [with_age([points], age) for points in position.points]


class Scores(NamedTuple):
    """Brier score and log loss."""

    brier: float
    log_loss: float


def score(estimates: Iterable[Sequence[float]], shares: Iterable[Sequence[float]]) -> Scores:
    """How well the estimates of some positions agree with the shares that the seats had in the end."""
    squares, losses = [], []
    for estimates_of_seats, shares_of_seats in zip(estimates, shares, strict=True):
        loss = 0.0
        for estimate, share in zip(estimates_of_seats, shares_of_seats, strict=True):
            squares.append((estimate - share) ** 2)
            loss -= share * log(max(_MIN_ESTIMATE, estimate))
        losses.append(loss)
    return Scores(brier=sum(squares) / len(squares), log_loss=sum(losses) / len(losses))


def describe_calibration(positions: Sequence[ForecastPosition], point_weights: Sequence[float]) -> Json:
    """The scores of the estimates, those of simpler estimates, and the groups of the diagram."""
    shares = [position.shares for position in positions]
    estimates_by_name: dict[str, list[Sequence[float]]] = {
        "estimates": [position.estimates for position in positions],
        "points": [find_shares(list_point_features(position), point_weights) for position in positions],
        "fair": [[1 / len(seats)] * len(seats) for seats in shares],
    }
    scores = {}
    for name, estimates in estimates_by_name.items():
        brier, log_loss = score(estimates, shares)
        scores[name] = {"brier": round(brier, _DIGITS), "log_loss": round(log_loss, _DIGITS)}
    return {
        "matches": len({position.match for position in positions}),
        "positions": len(positions),
        "scores": scores,
        "tenths": list(_list_tenths(positions)),
    }


class SeatForecast(NamedTuple):
    """The estimate for one seat of a position, and the share that it had in the end."""

    match: int
    estimate: float
    share: float


def _list_tenths(positions: Sequence[ForecastPosition]) -> Iterator[Json]:
    """Yields for each tenth the mean estimate, the mean share and half of its 95 % confidence interval."""
    forecasts_by_tenth: dict[int, list[SeatForecast]] = defaultdict(list)
    for position in positions:
        for estimate, share in zip(position.estimates, position.shares, strict=True):
            tenth = min(TENTHS - 1, int(TENTHS * estimate))
            forecasts_by_tenth[tenth].append(SeatForecast(position.match, estimate, share))
    for _tenth, forecasts in sorted(forecasts_by_tenth.items()):
        count = len(forecasts)
        mean_estimate = sum(forecast.estimate for forecast in forecasts) / count
        mean_share = sum(forecast.share for forecast in forecasts) / count
        # The positions of a match have one result, so their errors are added before they are squared.
        error_by_match: dict[int, float] = defaultdict(float)
        for forecast in forecasts:
            error_by_match[forecast.match] += forecast.share - mean_share
        half_interval = Z_95 * sqrt(sum(error**2 for error in error_by_match.values())) / count
        yield {
            "said": round(mean_estimate, 3),
            "won": round(mean_share, 3),
            "half": round(half_interval, 3),
            "count": count,
        }
