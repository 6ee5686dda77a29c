"""`python -m games play`: lets bots play one match."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from games.bots.base import ask_bot
from games.bots.levels import LEVELS_WITH_RANDOM, RANDOM, make_bot
from games.cli.record_files import summarise, write_record
from games.core.chance import QuickChance
from games.core.contract import Action, Json, Malformed, complete_options
from games.core.simulation import Case, Choose, play_match
from games.registry import ENGINES, load_levels


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "play",
        help="let bots play one match",
        description="Let bots play one match and print its result. The same seed gives the same match.",
    )
    command.add_argument(
        "game", choices=sorted(ENGINES), metavar="GAME", help=f"one of: {', '.join(sorted(ENGINES))}"
    )
    command.add_argument(
        "--seats",
        required=True,
        metavar="bot:LEVEL,…",
        help=f"who sits where, from the first seat on; levels are: {', '.join(LEVELS_WITH_RANDOM)}",
    )
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="where all luck comes from (1 if not given)"
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option, e.g. games=3"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help="write the record of the match there")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    engine = ENGINES[options.game]
    seats = [_read_seat(options.game, n, word) for n, word in enumerate(options.seats.split(","), start=1)]
    case = Case(
        engine, len(seats), complete_options(engine.META, len(seats), dict(map(_read_option, options.option)))
    )
    record = play_match(case, options.seed, _choose_by_bots(case, seats, options.seed), seats)
    print(summarise(record))
    if options.record:
        write_record(options.record, record)
    return 0


def _read_seat(game: str, number: int, word: str) -> Json:
    kind, _, name = word.partition(":")
    levels = (RANDOM, *load_levels(game).list_names())
    if kind != "bot" or name not in levels:
        raise Malformed(f"{word!r} is not bot:LEVEL with a level of {', '.join(levels)}", f"seat {number}")
    return {"name": f"{name.capitalize()} {number}", "kind": "bot", "level": name}


def _read_option(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        raise Malformed("NAME=VALUE is expected, with true, false or a number", f"option {word!r}") from None


def _choose_by_bots(case: Case, seats: list[Json], seed: int) -> Choose:
    """A function that lets each bot choose with random numbers of its own."""
    levels = load_levels(case.engine.META.slug)
    bots = [make_bot(levels, seat["level"]) for seat in seats]
    lucks = [QuickChance(seed * len(seats) + n) for n in range(len(seats))]

    def choose(state: Any, seat: int, luck: QuickChance) -> Action:
        return ask_bot(bots[seat], case.engine, state, seat, lucks[seat])

    return choose
