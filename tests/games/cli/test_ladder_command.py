"""`python -m games ladder`: it goes on where it stopped, and says what is wrong with its arguments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.bots import ladder
from games.bots.base import choose_any
from games.cli import ladder as command

FEW = ["ladder", "--game", "halunken", "--seats", "3", "--pairs", "steady:easy"]


def results(file: Path) -> list[dict[str, Any]]:
    """What does not depend on the machine."""
    lines = json.loads(file.read_text(encoding="utf-8"))["results"]
    return [{name: line[name] for name in line if name not in ("cpu_seconds", "ms")} for line in lines]


@pytest.mark.slow
def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert main([*FEW, "--matches", "30", "--out", str(whole)]) == 0
    assert main([*FEW, "--matches", "7", "--out", str(parts)]) == 0
    assert results(parts)[0]["matches"] == 7
    assert main([*FEW, "--matches", "30", "--out", str(parts)]) == 0
    assert results(parts) == results(whole)


def test_more_processes_find_the_same(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    main([*FEW, "--matches", "9", "--out", str(one)])
    main([*FEW, "--matches", "9", "--workers", "2", "--out", str(two)])
    assert results(one) == results(two)


def test_bots_that_play_otherwise_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ladder.json"
    main([*FEW, "--matches", "9", "--out", str(file)])
    monkeypatch.setattr(ladder, "make_player", lambda engine, levels, name: choose_any)
    main([*FEW, "--matches", "4", "--out", str(file)])
    (line,) = results(file)
    assert line["matches"] == 4


def test_other_lines_of_the_file_are_kept_and_what_is_measured_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.json"
    main([*FEW, "--matches", "3", "--out", str(file)])
    main([*FEW[:-1], "easy:random", "--matches", "3", "--out", str(file)])
    assert [line["stronger"] for line in results(file)] == ["easy", "steady"]
    said = capsys.readouterr().out
    assert "steady:easy" in said and "n = 3" in said and "aim 0.500" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pairs", "strong"], "--pairs: 'strong' is not two of"),
        (["--pairs", "genius:easy"], "--pairs"),
        (["--game", "shanghaien", "--seats", "3"], "--seats: no game"),
    ],
)
def test_wrong_arguments_are_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", "--matches", "1", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-3", "many"])
def test_a_number_of_matches_is_a_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["ladder", "--matches", number])
    assert "is not a number from 1 on" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--matches", "1", "--out", str(tmp_path / "none" / "ladder.json")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_file_of_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    key = {"game": "shanghaien", "seats": 2, "stronger": "easy", "weaker": "random", "seed": 1}
    for text in ("[1]", "{}", "x", '{"results": [{"game": "macao"}]}', json.dumps({"results": [key]})):
        file.write_text(text)
        assert main([*FEW, "--matches", "1", "--out", str(file)]) == 2
        assert file.read_text() == text and "something else" in capsys.readouterr().err


def test_without_a_file_each_game_keeps_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "HOME", tmp_path)
    (tmp_path / "halunken").mkdir()
    assert main([*FEW, "--matches", "2", "--out"]) == 0
    assert results(tmp_path / "halunken" / "ladder.json")[0]["game"] == "halunken"
