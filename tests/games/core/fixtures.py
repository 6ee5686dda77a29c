"""Writes the recorded matches that the tests replay: `python -m tests.games.core.fixtures`.

For each game at least thirty: every option, every number of seats, every end of the rules, matches that ended early.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.cli.record_files import compact
from games.core.chance import QuickChance
from games.core.contract import Action, Engine, Json
from games.core.records import Record, check, write
from games.core.simulation import Case, Choose, at_random, cases, play
from games.macao import rules
from games.registry import ENGINES

GAMES = Path(__file__).parents[1]
AT_LEAST = 30
EARLY = ("resigned", "timeout", "abandoned")


def recorded_matches() -> list[Path]:
    """The files of all recorded matches, game by game."""
    return sorted(GAMES.glob("*/records/*.json"))


def fixtures(engine: Engine) -> Iterator[tuple[str, Record]]:
    every = cases(engine)
    each = -(-AT_LEAST // len(every))
    missing = set(engine.META.end_reasons)
    for case in every:
        for seed in range(1, each + 1):
            record = play(case, seed, at_random(engine))
            missing -= {reason(record)}
            yield f"{case}-{seed}", record
    for case, choose in RARE.get(engine.META.slug, []):
        record = play(case, 1, choose)
        missing -= {reason(record)}
        yield f"{case}-{reason(record)}", record
    if missing:
        raise SystemExit(f"{engine.META.slug}: no match ends by {', '.join(sorted(missing))}")
    for seed, why in enumerate(EARLY, start=1):
        yield f"{every[-1]}-{why}", ended_early(play(every[-1], seed, at_random(engine)), why)


def reason(record: Record) -> str:
    """How the rules ended a finished match."""
    outcome = record.engine.outcome(check(record))
    assert outcome is not None
    return outcome.reason


def ended_early(record: Record, why: str) -> Record:
    """The first half of a match that its last seat gave up."""
    del record.moves[len(record.moves) // 2 :]
    scores = [1] * (len(record.seats) - 1) + [0]
    record.result = {"scores": scores, "winners": [n for n, score in enumerate(scores) if score], "reason": why}
    return record


def first_of_menu(state: Any, seat: int, luck: QuickChance) -> Action:
    return rules.ENGINE.legal(state, seat)[0]


def _standstill() -> Json:
    """A box in which nobody can ever pay: three seats keep all of its cards, and the piles run out."""
    box: Json = json.loads(Path(rules.__file__).with_name("macao.json").read_text(encoding="utf-8"))
    *given, never = box["resources"]
    box["characters"] = box["characters"][:10]
    for n, character in enumerate(box["characters"]):
        character["cost"] = [never] * 6
        if character["resource"] == never:
            character["resource"] = given[n % len(given)]
    for tile in box["tiles"]:
        tile.pop("needs", None)
        tile["cost"] = [never] * 6
    return box


#: ends that random play with the shipped box does not reach
RARE: dict[str, list[tuple[Case, Choose]]] = {
    "macao": [
        # who always takes the first card in sight never recruits
        (Case(rules.ENGINE, 2, {}), first_of_menu),
        (Case(rules.ENGINE, 3, {}, {"deck": _standstill()}), first_of_menu),
    ]
}


def main() -> int:
    for old in recorded_matches():
        old.unlink()
    for engine in ENGINES.values():
        folder = GAMES / engine.META.slug / "records"
        folder.mkdir(exist_ok=True)
        written = [(folder / f"{name}.json", compact(write(record))) for name, record in fixtures(engine)]
        for file, text in written:
            file.write_text(text + "\n", encoding="utf-8")
        print(f"{engine.META.slug}: {len(written)} records, {sum(len(text) for _, text in written) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
