"""`python -m games.shanghaien.solver`: fits `worth.json`, and measures the solver and its estimates."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from games.bots.levels import make_bot
from games.core.chance import QuickChance
from games.registry import load_levels
from games.shanghaien.solver import fitting
from games.shanghaien.solver.measures import tables
from games.shanghaien.solver.measures.laws import JudgedMatch, Laws, judge_matches
from games.shanghaien.solver.worth import load_weights

FILE: Final = Path(__file__).with_name("worth.json")
LEVELS: Final = load_levels("shanghaien")
#: on average, one answer in this many of the sampled matches is any action
RANDOM_ONE_IN: Final = 12


def fit(options: argparse.Namespace) -> None:
    """Writes the weights before each round, from 8 back to 2, and their errors in matches held out."""
    seeds = range(options.seed, options.seed + options.matches)
    luck = QuickChance(options.seed)
    sampled = fitting.sample_rounds(LEVELS.steady, seeds, RANDOM_ONE_IN)
    states = [fitting.give_tricks(state, luck) if luck.below(2) else state for state in sampled]
    weights: dict[int, list[float]] = {}
    margins: dict[int, float] = {}
    for number in fitting.list_rounds_backwards():
        examples = [fitting.make_example(state, weights) for state in states if state.round == number]
        fitted, held_out = fitting.hold_out(examples)
        weights[number] = fitting.fit_weights(fitted)
        errors = fitting.list_errors(held_out, weights[number])
        margins[number] = fitting.find_margin(errors)
        rms = fitting.find_rms(errors)
        print(
            number,
            weights[number],
            f"rms {rms:.4f}, 95 % within {margins[number]}, n = {len(errors)}",
            flush=True,
        )
    FILE.write_text(json.dumps({"weights": weights, "margins": margins}, indent=1) + "\n")


def losses(options: argparse.Namespace) -> None:
    """Prints what the decisions of every level cost in last rounds."""
    rounds = tables.list_last_rounds(LEVELS.steady, range(options.seed, options.seed + options.matches))
    for level in ("random", *LEVELS.list_names()):
        print(level, tables.measure_losses(make_bot(LEVELS, level), rounds), flush=True)


def print_forecasts(options: argparse.Namespace) -> None:
    """Prints the Brier score of each round, and how often seat 0 wins where an estimate says so."""
    seeds = range(options.seed, options.seed + options.matches)
    bot = make_bot(LEVELS, options.level)
    forecasts = list(tables.forecast_matches(bot, seeds, load_weights()))
    for number in sorted({forecast.round for forecast in forecasts}):
        scores = [
            (forecast.estimate - forecast.won) ** 2 for forecast in forecasts if forecast.round == number
        ]
        print(f"round {number}: Brier score {sum(scores) / len(scores):.4f}, n = {len(scores)}")
    for tenth in range(10):
        group = [forecast for forecast in forecasts if tenth == min(9, int(10 * forecast.estimate))]
        if group:
            mean_estimate = sum(forecast.estimate for forecast in group) / len(group)
            mean_won = sum(forecast.won for forecast in group) / len(group)
            print(f"estimate {mean_estimate:.3f}, won {mean_won:.3f}, n = {len(group)}")


def margins(options: argparse.Namespace) -> None:
    """Prints the errors of the estimates of each round."""
    seeds = range(options.seed, options.seed + options.matches)
    for number in fitting.list_rounds_backwards():
        error = tables.measure_margin(LEVELS.steady, seeds, number, options.rows, load_weights())
        print(f"round {number}: {error:.4f}", flush=True)


def laws(options: argparse.Namespace) -> None:
    """Prints whether the analyses of many matches keep their laws, again after every hundred matches.

    A file keeps the matches, one a line; the command continues after the last of them.
    """
    checked_laws = Laws()
    if options.out and options.out.exists():
        for line in options.out.read_text().splitlines():
            checked_laws.add(JudgedMatch(*json.loads(line)))
    first_seed = options.seed + len(checked_laws.lucks)
    for match in judge_matches(LEVELS, range(first_seed, options.seed + options.matches)):
        checked_laws.add(match)
        if options.out:
            with options.out.open("a") as file:
                file.write(json.dumps(match) + "\n")
        if len(checked_laws.lucks) % 100 == 0 or len(checked_laws.lucks) == options.matches:
            print(*checked_laws.describe(), sep="\n", flush=True)


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], None]]] = {
    "fit": fit, "losses": losses, "forecasts": print_forecasts, "margins": margins,
    "laws": laws,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.shanghaien.solver", description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--matches", type=int, default=180, metavar="N", help="matches to sample (180)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed (1)")
    parser.add_argument("--rows", type=int, default=12, metavar="N", help="margins: rows for a position (12)")
    parser.add_argument("--level", default="master", help="forecasts: who plays (master)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="laws: keeps the matches here, to go on later"
    )
    options = parser.parse_args()
    COMMANDS[options.command](options)


if __name__ == "__main__":
    main()
