"""`python -m games puzzles`: the same seeds give the same puzzles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.__main__ import main
from games.cli import puzzles
from games.core.positions.puzzles import read_puzzle, write_puzzle
from games.registry import ENGINES, has_puzzles, puzzles_path

GAME = "shanghaien"


@pytest.mark.slow
def test_a_run_writes_what_it_found_and_a_second_run_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "puzzles.json"
    monkeypatch.setattr(puzzles, "puzzles_path", lambda slug: file)
    assert main(["puzzles", GAME, "--matches", "4", "--puzzles", "2"]) == 0
    first = file.read_text()
    assert len(json.loads(first)) == 2
    assert main(["puzzles", GAME, "--matches", "4", "--puzzles", "2"]) == 0
    assert file.read_text() == first
    monkeypatch.setattr("games.registry.puzzles_path", lambda slug: file)
    assert main(["puzzles", GAME, "--add", "--matches", "3", "--puzzles", "3"]) == 0
    kept = json.loads(file.read_text())
    assert kept[:2] == json.loads(first) and kept[2]["seed"] > max(row["seed"] for row in kept[:2])


@pytest.mark.parametrize("game", [game for game in ENGINES if has_puzzles(game)])
def test_a_stored_puzzle_is_read_whole(game: str) -> None:
    row = json.loads(puzzles_path(game).read_text())[0]
    again = write_puzzle(ENGINES[game], read_puzzle(ENGINES[game], row))
    assert json.loads(json.dumps(again)) == row
