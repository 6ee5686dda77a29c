"""How well estimated chances to win agree with results: scores, simple estimates beside them, and a diagram.

The *Brier score* is the mean square of estimate minus result, the *log loss* the mean of minus the logarithm of what
was given to the result; less is better for both. Every seat of every position counts. Positions of one match have one
result, therefore intervals are those of whole matches.
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

#: estimates are compared with results in so many groups: from 0 to 0.1, and so on
TENTHS: Final = 10
#: an estimate of 0 counts as this, because its logarithm would be without end
_LEAST: Final = 0.001
_DIGITS: Final = 4


class Forecast(NamedTuple):
    """How a game estimates chances to win."""

    #: a position before a round -> the share of each seat; None where there is no estimate
    estimate: Callable[[Any], Sequence[float] | None]
    #: the points that each seat would have if the match ended now
    count_points: Callable[[Any], Sequence[float]]


class Forecasted(NamedTuple):
    """A position of a match, and the result."""

    match: int
    progress: int
    points: Sequence[float]
    estimates: Sequence[float]
    shares: Sequence[float]


def forecast_matches(
    engine: Engine, bot: Bot, progress: Callable[[Any], int], forecast: Forecast, seats: int, seeds: range
) -> Iterator[Forecasted]:
    """The estimates before each round of matches that a bot plays against itself, options in turn."""
    for seed in seeds:
        options = choose_options(engine, seed)
        for sample in sample_match(engine, bot, progress, seats, options, seed, random_one_in=0):
            estimates = forecast.estimate(sample.state)
            if estimates is not None:
                points = forecast.count_points(sample.state)
                yield Forecasted(seed, sample.progress, points, estimates, sample.shares)


def choose_options(engine: Engine, seed: int) -> Json:
    """The first two values of each option in turn: matches that are much longer are left out."""
    return {
        option.name: option.values[seed % 2] if type(option.values[0]) is bool else option.values[0]
        for option in engine.META.options
    }


def list_point_features(forecasted: Forecasted) -> list[list[float]]:
    """What the simple estimate knows: the points, which count more the later it is."""
    age = forecasted.progress / 10
    return [with_age([points], age) for points in forecasted.points]


class Scores(NamedTuple):
    """Brier score and log loss."""

    brier: float
    log_loss: float


def score(estimates: Iterable[Sequence[float]], shares: Iterable[Sequence[float]]) -> Scores:
    squares, logarithms = [], []
    for estimate, result in zip(estimates, shares, strict=True):
        squares += [(said - won) ** 2 for said, won in zip(estimate, result, strict=True)]
        logarithms.append(
            -sum(won * log(max(_LEAST, said)) for said, won in zip(estimate, result, strict=True))
        )
    return Scores(sum(squares) / len(squares), sum(logarithms) / len(logarithms))


def describe_calibration(found: Sequence[Forecasted], point_weights: Sequence[float]) -> Json:
    """The scores of the estimates, those of simple ones, and the groups of the diagram."""
    shares = [row.shares for row in found]
    by_points: list[Sequence[float]] = [find_shares(list_point_features(row), point_weights) for row in found]
    fair: list[Sequence[float]] = [[1 / len(row)] * len(row) for row in shares]
    rows: dict[str, list[Sequence[float]]] = {
        "estimates": [row.estimates for row in found],
        "points": by_points,
        "fair": fair,
    }
    return {
        "matches": len({row.match for row in found}),
        "positions": len(found),
        "scores": {
            name: {key: round(value, _DIGITS) for key, value in score(estimates, shares)._asdict().items()}
            for name, estimates in rows.items()
        },
        "tenths": list(_list_tenths(found)),
    }


def _list_tenths(found: Sequence[Forecasted]) -> Iterator[Json]:
    """What was said and what was won in each tenth, with the interval of 95 %."""
    groups: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    for row in found:
        for said, won in zip(row.estimates, row.shares, strict=True):
            groups[min(TENTHS - 1, int(TENTHS * said))].append((row.match, said, won))
    for _tenth, group in sorted(groups.items()):
        count = len(group)
        said, won = sum(row[1] for row in group) / count, sum(row[2] for row in group) / count
        errors: dict[int, float] = defaultdict(float)
        for match, _said, share in group:
            errors[match] += share - won
        half = Z_95 * sqrt(sum(error**2 for error in errors.values())) / count
        yield {"said": round(said, 3), "won": round(won, 3), "half": round(half, 3), "count": count}
