"""`python -m games analyse`: the companion file of a record."""

from __future__ import annotations

import json

import pytest

from games.__main__ import main


def test_a_record_gets_a_companion_file(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    record, companion = tmp_path / "record.json", tmp_path / "companion.json"
    assert main(["play", "shanghaien", "--seats", "bot:easy,bot:easy", "--record", str(record)]) == 0
    capsys.readouterr()
    assert main(["analyse", str(record), "--into", str(companion)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and lines[0].startswith("Easy 1: ") and "luck" in lines[0]
    document = json.loads(companion.read_text())
    assert (document["format"], document["version"]) == ("escale-match-analysis", 1)
    assert len(document["moves"]) == len(json.loads(record.read_text())["moves"])


def test_a_game_without_an_analyst_is_refused(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "record.json"
    assert main(["play", "halunken", "--seats", "bot:random,bot:random", "--record", str(record)]) == 0
    assert main(["analyse", str(record)]) == 2
    assert "nobody can say yet what was luck in halunken" in capsys.readouterr().err
