"""`python -m games verify`: replays records and checks that nobody chose the luck."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from games.cli.record_files import summarise
from games.core import records
from games.core.contract import Malformed
from games.registry import ENGINES


def add_to(commands: Any) -> None:
    command = commands.add_parser(
        "verify",
        help="replay records and check that nobody chose the luck",
        description="Replay each record by the rules, compare its result, and draw all of its luck again "
        "from the secret and the nonces that it reveals. Nothing but the file is needed. Ends "
        "with 1 if any record fails, and says the place of the first fault in each.",
    )
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a game record in JSON")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    failures = [file for file in options.files if not _verify_file(file)]
    return 1 if failures else 0


def _verify_file(file: Path) -> bool:
    try:
        record = records.parse_document(file.read_bytes(), ENGINES)
        records.verify_record(record)
    except OSError as error:
        print(f"{file}: {error.strerror}")
        return False
    except Malformed as error:
        print(f"{file}: {error}")
        return False
    print(f"{file}: fair and by the rules, {len(record.moves)} moves; {summarise(record)}")
    return True
