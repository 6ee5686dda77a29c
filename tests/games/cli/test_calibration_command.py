"""`python -m games calibration`: fits, measures and keeps the figures of estimates."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from games.__main__ import main
from games.cli import calibration


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files that the command writes."""
    for game in ("halunken", "shanghaien"):
        (tmp_path / game).mkdir()
    shutil.copy(calibration.HOME / "halunken" / "odds.json", tmp_path / "halunken")
    monkeypatch.setattr(calibration, "HOME", tmp_path)
    return tmp_path


@pytest.mark.slow
def test_figures_are_measured_for_each_number_of_seats_and_kept_by_level(home: Path) -> None:
    for level in ("random", "easy", "easy"):
        assert main(["calibration", "halunken", "--matches", "6", "--level", level]) == 0
    rows = json.loads((home / "halunken" / "calibration.json").read_text())
    assert [(row["seats"], row["level"]) for row in rows] == [
        (seats, level) for seats in (2, 3, 4) for level in ("easy", "random")
    ]
    for row in rows:
        assert (
            row["matches"] == 6
            and row["positions"] == sum(tenth["count"] for tenth in row["tenths"]) // row["seats"]
        )
        assert set(row["scores"]) == {"estimates", "points", "fair"}
        assert row["command"].startswith("python -m games calibration halunken")


def test_weights_are_fitted_and_margins_measured(home: Path) -> None:
    file = home / "halunken" / "odds.json"
    before = json.loads(file.read_text())
    assert main(["calibration", "halunken", "--fit", "8"]) == 0
    after = json.loads(file.read_text())
    assert after["weights"].keys() == before["weights"].keys() and after["weights"] != before["weights"]


def test_a_solved_game_is_fitted_by_its_solver(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", "shanghaien", "--fit", "8"]) == 2
    assert "fitted elsewhere" in capsys.readouterr().err
