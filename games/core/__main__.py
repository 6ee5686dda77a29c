"""Engines on the command line, without a site or a database. See `python -m games.core --help`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.bots.base import ask
from games.bots.levels import KNOWN, level
from games.core import records
from games.core.chance import QuickChance
from games.core.contract import Action, Json, Malformed, settle
from games.core.simulation import Broken, Case, Choose, cases, play, probe
from games.registry import ENGINES


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (Malformed, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games.core",
        description="Play, check and test the games of this site without its pages: nothing here needs a database.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_verify(commands)
    _add_play(commands)
    _add_fuzz(commands)
    return parser


def _add_verify(commands: Any) -> None:
    command = commands.add_parser(
        "verify",
        help="replay records and check that nobody chose the luck",
        description="Replay each record by the rules, compare its result, and draw all of its luck again from the "
        "secret and the nonces that it reveals. Nothing but the file is needed. Ends with 1 if any record fails, and "
        "says the place of the first fault in each.",
    )
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a game record in JSON")
    command.set_defaults(run=_verify)


def _add_play(commands: Any) -> None:
    command = commands.add_parser(
        "play",
        help="let bots play one match",
        description="Let bots play one match and print its result. The same seed gives the same match.",
    )
    command.add_argument("game", choices=sorted(ENGINES), metavar="GAME", help=f"one of: {', '.join(sorted(ENGINES))}")
    command.add_argument(
        "--seats",
        required=True,
        metavar="bot:LEVEL,…",
        help=f"who sits where, from the first seat on; levels are: {', '.join(KNOWN)}",
    )
    command.add_argument("--seed", type=int, default=1, metavar="N", help="where all luck comes from (1 if not given)")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option, e.g. games=3")
    command.add_argument("--record", type=Path, metavar="FILE", help="write the record of the match there")
    command.set_defaults(run=_play)


def _add_fuzz(commands: Any) -> None:
    command = commands.add_parser(
        "fuzz",
        help="play at random and hold every step to the contract",
        description="Play random matches in every option and with every number of seats. At each step the menu, a "
        "damaged action and the invariants are checked. A match that breaks something is written as a record with its "
        "seed in the name, and the command ends with 1.",
    )
    command.add_argument("--seconds", type=float, default=10.0, metavar="N", help="stop after so long (10)")
    command.add_argument("--matches", type=int, metavar="N", help="instead, play so many matches in each way to play")
    command.add_argument("--game", choices=sorted(ENGINES), help="only this game")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed; the next ones follow it (1)")
    command.add_argument("--into", type=Path, default=Path(), metavar="DIR", help="where broken matches are written")
    command.set_defaults(run=_fuzz)


def _verify(options: argparse.Namespace) -> int:
    failures = [file for file in options.files if not _verified(file)]
    return 1 if failures else 0


def _verified(file: Path) -> bool:
    try:
        record = records.loads(file.read_bytes(), ENGINES)
        records.verify(record)
    except OSError as error:
        print(f"{file}: {error.strerror}")
        return False
    except Malformed as error:
        print(f"{file}: {error}")
        return False
    print(f"{file}: fair and by the rules, {len(record.moves)} moves; {_summary(record)}")
    return True


def _summary(record: records.Record) -> str:
    if record.result is None:
        return "not finished"
    scores = zip(record.seats, record.result["scores"], strict=True)
    return ", ".join(f"{seat['name']} {score}" for seat, score in scores) + f" ({record.result['reason']})"


def _play(options: argparse.Namespace) -> int:
    engine = ENGINES[options.game]
    seats = [_seat(n, word) for n, word in enumerate(options.seats.split(","), start=1)]
    case = Case(engine, len(seats), settle(engine.META, len(seats), dict(map(_option, options.option))))
    record = play(case, options.seed, _bots(case, seats, options.seed), seats)
    print(_summary(record))
    if options.record:
        options.record.write_text(compact(records.write(record)), encoding="utf-8")
    return 0


def _seat(number: int, word: str) -> Json:
    kind, _, name = word.partition(":")
    if kind != "bot" or name not in KNOWN:
        raise Malformed(f"{word!r} is not bot:LEVEL with a level of {', '.join(KNOWN)}", f"seat {number}")
    return {"name": f"{name.capitalize()} {number}", "kind": "bot", "level": name}


def _option(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        raise Malformed("NAME=VALUE is expected, with true, false or a number", f"option {word!r}") from None


def _bots(case: Case, seats: list[Json], seed: int) -> Choose:
    """Each seat thinks with luck of its own."""
    bots = [level(case.engine.META.slug, seat["level"]) for seat in seats]
    lucks = [QuickChance(seed * len(seats) + n) for n in range(len(seats))]

    def choose(state: Any, seat: int, luck: QuickChance) -> Action:
        return ask(bots[seat], case.engine, state, seat, lucks[seat])

    return choose


def _fuzz(options: argparse.Namespace) -> int:
    engines = [ENGINES[options.game]] if options.game else ENGINES.values()
    every = [case for engine in engines for case in cases(engine)]
    stop = time.monotonic() + options.seconds
    seed, played = options.seed, 0
    while (seed < options.seed + options.matches) if options.matches else (time.monotonic() < stop):
        for case in every:
            try:
                probe(case, seed)
            except Broken as broken:
                return _dump(broken, options.into / f"broken-{case}-{seed}.json")
            played += 1
        seed += 1
    print(f"{played} matches in {len(every)} ways to play, nothing broken (seeds {options.seed} to {seed - 1})")
    return 0


def _dump(broken: Broken, file: Path) -> int:
    file.write_text(compact(records.write(broken.record)), encoding="utf-8")
    print(f"{file}: {broken}", file=sys.stderr)
    return 1


def compact(document: Json) -> str:
    return json.dumps(document, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
