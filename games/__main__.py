"""The games on the command line, without a site or a database. See `python -m games --help`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from games.cli import analyse, calibration, fuzz, ladder, play, positions, puzzles, verify
from games.core.contract import Malformed

COMMANDS = (play, verify, fuzz, ladder, positions, puzzles, analyse, calibration)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (Malformed, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games",
        description="Play, check, test and measure the games of this site without its pages: nothing here "
        "needs a database.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
