"""Writes the recorded matches that the tests replay: `python -m tests.games.core.fixtures [GAME…]`.

For each game at least thirty: every option, every number of seats, every end of the rules, matches that ended
early.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from games.cli.record_files import compact
from games.core.contract import Engine
from games.core.records import Record, check_result, write_document
from games.core.simulation import choose_at_random, list_cases, play_match
from games.registry import ENGINES
from tests.games.core.subjects import SUBJECTS

GAMES = Path(__file__).parents[1]
AT_LEAST = 30
EARLY = ("resigned", "timeout", "abandoned")


def list_record_files() -> list[Path]:
    """The files of all recorded matches, game by game."""
    return sorted(GAMES.glob("*/records/*.json"))


def make_records(engine: Engine) -> Iterator[tuple[str, Record]]:
    every = list_cases(engine)
    each = -(-AT_LEAST // len(every))
    missing = set(engine.META.end_reasons)
    for case in every:
        for seed in range(1, each + 1):
            record = play_match(case, seed, choose_at_random(engine))
            missing -= {find_end_reason(record)}
            yield f"{case}-{seed}", record
    for case, choose in SUBJECTS[engine.META.slug].rare_ends:
        record = play_match(case, 1, choose)
        missing -= {find_end_reason(record)}
        yield f"{case}-{find_end_reason(record)}", record
    if missing:
        raise SystemExit(f"{engine.META.slug}: no match ends by {', '.join(sorted(missing))}")
    for seed, why in enumerate(EARLY, start=1):
        yield f"{every[-1]}-{why}", end_early(play_match(every[-1], seed, choose_at_random(engine)), why)


def find_end_reason(record: Record) -> str:
    """How the rules ended a finished match."""
    outcome = record.engine.outcome(check_result(record))
    assert outcome is not None
    return outcome.reason


def end_early(record: Record, why: str) -> Record:
    """The first half of a match that its last seat gave up."""
    del record.moves[len(record.moves) // 2 :]
    scores = [1] * (len(record.seats) - 1) + [0]
    record.result = {
        "scores": scores,
        "winners": [n for n, score in enumerate(scores) if score],
        "reason": why,
    }
    return record


def main(slugs: list[str]) -> int:
    for slug in slugs or ENGINES:
        folder = GAMES / slug / "records"
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        written = [
            (folder / f"{name}.json", compact(write_document(record)))
            for name, record in make_records(ENGINES[slug])
        ]
        for file, text in written:
            file.write_text(text + "\n", encoding="utf-8")
        print(f"{slug}: {len(written)} records, {sum(len(text) for _, text in written) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
