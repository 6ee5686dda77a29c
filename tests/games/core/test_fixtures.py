"""Recorded matches: the rules of today must give what they gave when these were written."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from games.cli.record_files import compact
from games.core import records
from games.core.simulation import list_cases
from games.registry import ENGINES
from tests.games.core.fixtures import AT_LEAST, EARLY, find_end_reason, list_record_files

FILES = list_record_files()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_match_replays_to_its_result_and_is_fair(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = records.parse_document(text, ENGINES)
    records.verify_record(record)
    assert compact(records.write_document(record)) + "\n" == text


@pytest.mark.parametrize("slug", ENGINES)
def test_records_cover_every_option_and_every_end(slug: str) -> None:
    engine = ENGINES[slug]
    kept = [
        records.parse_document(file.read_bytes(), ENGINES)
        for file in FILES
        if file.name.startswith(f"{slug}-")
    ]
    assert len(kept) >= AT_LEAST
    ways = {(len(record.seats), json.dumps(record.options)) for record in kept}
    assert ways == {(case.seats, json.dumps(case.options)) for case in list_cases(engine)}
    ends = Counter(record.result["reason"] for record in kept if record.result)
    assert set(ends) == {"complete", *EARLY}
    reached = {
        find_end_reason(record) for record in kept if record.result and record.result["reason"] == "complete"
    }
    assert reached == set(engine.META.end_reasons)


@pytest.mark.parametrize("slug", ENGINES)
def test_records_show_every_action(slug: str) -> None:
    kept = [
        records.parse_document(file.read_bytes(), ENGINES)
        for file in FILES
        if file.name.startswith(f"{slug}-")
    ]
    assert {move.action[0] for record in kept for move in record.moves} == set(ENGINES[slug].META.actions)
