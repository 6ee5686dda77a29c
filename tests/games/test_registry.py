"""A game is a folder: what is missing in it or wrong stops the start with one sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games import registry
from games.game_folder import find_faults
from games.registry import ENGINES, BrokenGame, load_game, load_games

ROOT = Path(__file__).parents[2]
EXAMPLE = next(iter(ENGINES))


def test_every_folder_with_a_game_is_found() -> None:
    assert [game.slug for game in load_games()] == list(ENGINES) == registry.find_games()
    assert all((ROOT / "games" / slug / "game.py").is_file() for slug in ENGINES)


@pytest.mark.parametrize("slug", ENGINES)
def test_a_game_is_complete(slug: str) -> None:
    assert list(find_faults(load_game(slug))) == []


def test_what_is_missing_or_wrong_is_named() -> None:
    game = load_game(EXAMPLE)
    refusals = dict(game.words.refusals)
    code, _sentence = refusals.popitem()
    wrong = {
        f"words.refusals lacks '{code}'": replace(game, words=replace(game.words, refusals=refusals)),
        "words.events names 'x', which META does not know": replace(
            game, words=replace(game.words, events={**game.words.events, "x": "X."})
        ),
        "facts.options names 'x', which META does not know": replace(
            game, facts=replace(game.facts, options={**game.facts.options, "x": "X"})
        ),
        "lesson is not a Lesson": replace(game, lesson=None),
        "lesson has 9 seats, and the game is not played by so many": replace(
            game, lesson=replace(game.lesson, seats=9)
        ),
        "engine has no META": replace(game, engine=object()),
        f"engine says in META that its slug is '{EXAMPLE}'": replace(game, slug="other"),
    }
    assert {said: next(find_faults(game)) for said, game in wrong.items()} == {said: said for said in wrong}


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("game.py", "GAME = 1", "games/x: game.GAME is not a games.game_folder.Game."),
        ("game.py", "", "games/x: game has no GAME."),
        ("game.py", "\nGAME = Game()", "NameError: name 'Game' is not defined (game.py, line 2)."),
        ("bot.py", "LEVELS = ()", "games/x: bot.LEVELS is not a games.bots.levels.Levels."),
        ("rules.py", "", "games/x: rules has no ENGINE."),
        (None, "", "games/x: bot cannot be imported, ModuleNotFoundError: No module named 'games.x.bot'"),
    ],
)
def test_a_broken_folder_is_said_in_one_sentence(
    file: str | None, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "x"
    folder.mkdir()
    if file:
        (folder / file).write_text(text)
    monkeypatch.setattr(sys.modules["games"], "__path__", [*sys.modules["games"].__path__, str(tmp_path)])
    module, name = {"rules.py": ("rules", "ENGINE"), None: ("bot", "LEVELS")}.get(file, ("", ""))
    with pytest.raises(BrokenGame) as stopped:
        if name:
            registry._import_name("x", module, name)
        elif file == "bot.py":
            registry.load_levels("x")
        else:
            registry.load_game("x")
    for imported in [imported for imported in sys.modules if imported.startswith("games.x")]:
        del sys.modules[imported]
    assert said in str(stopped.value)
    assert "\n" not in str(stopped.value)


@pytest.mark.parametrize("file", [name.format(slug=EXAMPLE) for name in registry.REQUIRED_FILES])
def test_a_file_that_is_missing_is_named(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(
        ROOT / "games" / EXAMPLE, tmp_path / EXAMPLE, ignore=shutil.ignore_patterns("*.py", "*.mo")
    )
    monkeypatch.setattr(registry, "HOME", tmp_path)
    assert registry.load_game.__wrapped__(EXAMPLE) is load_game(EXAMPLE)
    (tmp_path / EXAMPLE / file).unlink()
    with pytest.raises(BrokenGame, match=f"games/{EXAMPLE}: there is no {file}"):
        registry.load_game.__wrapped__(EXAMPLE)


def test_engines_and_bots_need_no_django() -> None:
    code = "import sys; from games import registry; [registry.load_levels(slug) for slug in registry.ENGINES]"
    code += "; assert not [name for name in sys.modules if name.split('.')[0] == 'django']"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
