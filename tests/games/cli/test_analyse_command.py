"""`python -m games analyse`: the companion file of a record."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from games.__main__ import main
from games.cli import analyse
from games.registry import load_game


def test_a_record_gets_a_companion_file(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    record, companion = tmp_path / "record.json", tmp_path / "companion.json"
    assert main(["play", "shanghaien", "--seats", "bot:easy,bot:easy", "--record", str(record)]) == 0
    capsys.readouterr()
    assert main(["analyse", str(record), "--into", str(companion)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and lines[0].startswith("Easy 1: ") and "luck" in lines[0]
    document = json.loads(companion.read_text())
    assert (document["format"], document["version"]) == ("escale-match-analysis", 4)
    assert len(document["moves"]) == len(json.loads(record.read_text())["moves"])


def test_a_game_without_an_analyst_is_refused(
    tmp_path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "record.json"
    assert main(["play", "halunken", "--seats", "bot:random,bot:random", "--record", str(record)]) == 0
    monkeypatch.setattr(analyse, "load_game", lambda slug: replace(load_game(slug), analyst=None))
    assert main(["analyse", str(record)]) == 2
    assert "nobody can say yet what was luck in halunken" in capsys.readouterr().err


def test_standard_input_and_output_carry_nothing_but_the_documents(
    tmp_path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "record.json"
    assert main(["play", "shanghaien", "--seats", "bot:easy,bot:easy", "--record", str(record)]) == 0
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert main(["analyse", "-", "--into", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "escale-match-analysis"
