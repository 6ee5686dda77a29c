"""`python -m games calibration`: measures how well estimated chances to win agree with results."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import islice
from typing import Any

from games.bots.base import Bot
from games.bots.judging.calibration import (
    Forecast,
    ForecastPosition,
    choose_options,
    describe_calibration,
    forecast_matches,
    list_point_features,
)
from games.bots.judging.decisions import MATCHES_FOR_ESTIMATE
from games.bots.judging.fitting import fit_weights
from games.bots.judging.judged_game import JudgedGame, RolloutPlayer, mix_reflexes
from games.bots.judging.playing import sample_match
from games.bots.levels import make_bot
from games.core.contract import Json, Malformed
from games.game_folder import Game
from games.registry import ENGINES, HOME, load_game

#: the first seed of the matches to which no weight was fitted
HELD_OUT_SEED = 1_000_001
#: how many whole matches are compared with the estimate of a position
WHOLE_MATCHES = 100
#: the share of the errors that a margin includes
NEARLY_ALL = 0.95


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "calibration",
        help="say how well estimated chances to win agree with results",
        description="Let bots play matches that no estimate was fitted to, and compare the estimates before "
        "each round with the results; the figures are kept in games/GAME/calibration.json. --fit, instead, "
        "fits the weights of games/GAME/odds.json to other matches, and --margins measures how far the "
        "estimates of analyses are from what whole matches give.",
    )
    command.add_argument("game", choices=sorted(ENGINES), metavar="GAME")
    command.add_argument(
        "--matches", type=int, default=400, metavar="N", help="matches that are compared (400)"
    )
    command.add_argument("--level", default="steady", help="who plays (steady)")
    command.add_argument("--fit", type=int, default=0, metavar="N", help="fit to so many matches")
    command.add_argument("--margins", type=int, default=0, metavar="N", help="measure at so many positions")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    game = load_game(options.game)
    if game.forecast is None:
        raise Malformed("this game has no estimates", options.game)
    if options.fit:
        _fit(game, options.fit)
    if options.margins:
        _measure_margins(game, options.margins)
    if options.fit or options.margins:
        return 0
    bot = make_bot(game.bots, options.level)
    seeds = range(HELD_OUT_SEED, HELD_OUT_SEED + options.matches)
    rows = [_measure(game, game.forecast, bot, seats, seeds) for seats in game.engine.META.seats]
    for row in rows:
        row |= {"level": options.level, "command": _write_command(options)}
        print(json.dumps({name: value for name, value in row.items() if name != "tenths"}), flush=True)
    _store_rows(game, options.level, rows)
    return 0


def _write_command(options: argparse.Namespace) -> str:
    return f"python -m games calibration {options.game} --matches {options.matches} --level {options.level}"


def _measure(game: Game, forecast: Forecast, bot: Bot, seats: int, seeds: range) -> Json:
    """The figures for one number of seats; the simple estimate is fitted to as many other matches."""

    def play(some_seeds: range) -> list[ForecastPosition]:
        progress = game.bots.policy.progress
        return list(forecast_matches(game.engine, bot, progress, forecast, seats, some_seeds))

    earlier = play(range(1, 1 + len(seeds)))
    weights = fit_weights([list_point_features(row) for row in earlier], [row.shares for row in earlier])
    return {"seats": seats, **describe_calibration(play(seeds), weights)}


def _store_rows(game: Game, level: str, rows: Sequence[Json]) -> None:
    file = HOME / game.slug / "calibration.json"
    stored_rows = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    others = [row for row in stored_rows if row["level"] != level]
    ordered = sorted([*others, *rows], key=lambda row: (row["seats"], row["level"]))
    file.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


# --- estimates that are fitted and measured here, for games that nobody has solved


def _require_judged_game(game: Game) -> JudgedGame:
    if game.judged_game is None:
        raise Malformed("the estimates of this game are fitted elsewhere", game.slug)
    return game.judged_game


def _fit(game: Game, matches: int) -> None:
    """Stores new weights for each number of seats."""
    judged_game = _require_judged_game(game)
    bot = mix_reflexes(judged_game.steady, judged_game.policy)
    for seats in game.engine.META.seats:
        samples = [
            sample
            for seed in range(1, 1 + matches)
            for sample in sample_match(
                game.engine, bot, judged_game.policy.progress, seats, choose_options(game.engine, seed), seed
            )
        ]
        features = [judged_game.odds_model.list_features(sample.state) for sample in samples]
        _store(game, "weights", seats, fit_weights(features, [sample.shares for sample in samples]))


def _measure_margins(game: Game, positions: int) -> None:
    """Stores the error that 95 % of the estimates do not exceed, compared with whole matches."""
    judged_game = _require_judged_game(game)
    bot = mix_reflexes(judged_game.steady, judged_game.policy)
    for seats in game.engine.META.seats:
        errors: list[float] = []
        for seed in range(HELD_OUT_SEED, HELD_OUT_SEED + positions):
            samples = list(
                sample_match(
                    game.engine,
                    bot,
                    judged_game.policy.progress,
                    seats,
                    choose_options(game.engine, seed),
                    seed,
                )
            )
            chosen = next(islice(samples, seed % len(samples), None))
            errors += RolloutPlayer(judged_game).measure_errors(
                chosen.state, WHOLE_MATCHES, MATCHES_FOR_ESTIMATE
            )
        errors.sort()
        margin = errors[min(len(errors) - 1, int(NEARLY_ALL * len(errors)))]
        rms = (sum(error**2 for error in errors) / len(errors)) ** 0.5
        print(f"{game.slug} {seats}: 95 % within {margin:.3f}, rms {rms:.3f}, n = {len(errors)}", flush=True)
        _store(game, "margins", seats, round(margin, 3))


def _store(game: Game, name: str, seats: int, value: Any) -> None:
    file = HOME / game.slug / "odds.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    data[name][str(seats)] = value
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
