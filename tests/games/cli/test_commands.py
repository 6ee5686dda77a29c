"""The command line of the games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.registry import ENGINES
from games.shanghaien.rules import ENGINE

ROOT = Path(__file__).parents[3]
EXAMPLE = "shanghaien"


@pytest.mark.parametrize("game", ENGINES)
def test_bots_play_a_match_that_verifies(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    assert main(["play", game, "--seats", "bot:random,bot:random", "--seed", "5", "--record", str(file)]) == 0
    first = file.read_text()
    assert main(["verify", str(file)]) == 0
    assert "fair and by the rules" in capsys.readouterr().out
    assert main(["play", game, "--seats", "bot:random,bot:random", "--seed", "5", "--record", str(file)]) == 0
    assert file.read_text() == first


def test_options_reach_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    main(
        [
            "play",
            "shanghaien",
            "--seats",
            "bot:random,bot:random",
            "--option",
            "extra_trick=true",
            "--record",
            str(file),
        ]
    )
    assert json.loads(file.read_text())["options"] == {"extra_trick": True}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seats", "bot:random"], "seats"),
        (["--seats", "bot:random,cat:random"], "seat 2: 'cat:random'"),
        (["--seats", "bot:random,bot:genius"], "seat 2"),
        (["--seats", "bot:random,bot:random", "--option", "extra_trick"], "option 'extra_trick'"),
        (["--seats", "bot:random,bot:random", "--option", "extra_trick=3"], "options.extra_trick"),
        (["--seats", "bot:random,bot:random", "--option", "x=" + "[" * 9999], "NAME=VALUE"),
        (["--seats", "bot:random,bot:random", "--record", "/nowhere/match.json"], "/nowhere/match.json"),
    ],
)
def test_wrong_arguments_are_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "shanghaien", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_verify_says_what_is_wrong_with_each_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    main(["play", "shanghaien", "--seats", "bot:random,bot:random", "--record", str(good)])
    bad.write_text(good.read_text().replace('"n":7,', '"n":8,'))
    assert main(["verify", str(good), str(bad), str(tmp_path / "none.json")]) == 1
    lines = capsys.readouterr().out.splitlines()[-3:]
    assert "fair" in lines[0] and "moves[6].n: 7 is expected" in lines[1] and "No such file" in lines[2]


def test_fuzzing_a_sound_engine_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--matches", "2"]) == 0
    assert "nothing broken" in capsys.readouterr().out


def test_fuzzing_dumps_the_match_that_broke(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(state: Any) -> None:
        assert state.round < 3, "dice were lost"

    monkeypatch.setattr(ENGINE, "invariant", broken)
    arguments = ["fuzz", "--game", "shanghaien", "--matches", "1", "--seed", "9", "--into", str(tmp_path)]
    assert main(arguments) == 1
    (file,) = tmp_path.iterdir()
    assert file.name == "broken-shanghaien-2-extra_trick-false-9.json"
    assert "dice were lost" in capsys.readouterr().err
    assert json.loads(file.read_text())["moves"][-1]["action"] == {"type": "shanghai"}


def test_playing_and_verifying_need_no_django(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    code = f"""
import sys
from games.__main__ import main
assert main(["play", {EXAMPLE!r}, "--seats", "bot:easy,bot:steady", "--record", {str(file)!r}]) == 0
assert main(["verify", {str(file)!r}]) == 0
assert main(["fuzz", "--game", {EXAMPLE!r}, "--matches", "1", "--into", {str(tmp_path)!r}]) == 0
assert not [name for name in sys.modules if name.split(".")[0] == "django"]
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


@pytest.mark.parametrize("name", ["games.engines", "games.bots"])
def test_an_old_name_says_the_new_one(name: str) -> None:
    ended = subprocess.run([sys.executable, "-m", name, "play"], capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == 2
    assert ended.stderr == f"python -m {name} is now called: python -m games\n"
