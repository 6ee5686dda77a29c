"""`manage.py startgame` makes a game that passes every test and can be played at once, and touches nothing
else.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.startgame import find_fault
from games.registry import ENGINES
from games.startgame import copying
from tests.needs import need
from tests.serving import CHROMIUM, ROOT

SLUG, NAME = "kraken", "The Kraken"
COPIED = ("manage.py", "pyproject.toml", "escale", "catalogue", "rules_docs", "games", "tests")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "*.mo", "node_modules", "fixtures", "upgrade")


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """The site without anything of a machine."""
    folder = tmp_path_factory.mktemp("copy") / "site"
    folder.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The prepared database of this run does not know the new game."""
    own = ("PYTEST_", "COV_", "PREPARED_DATA")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    environment |= {"DATA_DIR": str(copy.parent / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True
    )


def succeed(copy: Path, *arguments: str) -> str:
    ended = run(copy, *arguments)
    assert ended.returncode == 0, f"{arguments}\n{ended.stdout[-6000:]}\n{ended.stderr[-3000:]}"
    return ended.stdout


def digests(copy: Path) -> dict[str, str]:
    """Every file but what was compiled."""
    files = [file for file in copy.rglob("*") if file.is_file() and file.suffix not in (".mo", ".pyc")]
    return {str(file.relative_to(copy)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.fixture(scope="module")
def grown(copy: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The files of the copy before and after it got a new game."""
    before = digests(copy)
    assert f"made games/{SLUG}/" in succeed(copy, "manage.py", "startgame", SLUG, NAME)
    return before, digests(copy)


HOMES = (f"games/{SLUG}/", f"rules_docs/texts/{SLUG}/", f"tests/games/{SLUG}/")


@pytest.mark.slow
def test_no_other_file_is_touched(grown: tuple[dict[str, str], dict[str, str]]) -> None:
    before, after = grown
    assert {name: after.get(name) for name in before} == before
    assert [name for name in after.keys() - before.keys() if not name.startswith(HOMES)] == []


@pytest.mark.slow
@pytest.mark.usefixtures("grown")
def test_a_new_game_passes_every_check_and_every_page_opens(copy: Path) -> None:
    succeed(copy, "-m", "ruff", "check", "--no-cache", *HOMES)
    succeed(copy, "-m", "ruff", "format", "--no-cache", "--check", *HOMES)
    succeed(copy, "-m", "mypy", f"games/{SLUG}/rules", f"games/{SLUG}/bot.py")
    succeed(copy, "manage.py", "messages", "--check")
    succeed(copy, "manage.py", "check_rules")
    assert "every page opens" in succeed(copy, "-m", "tests.games.startgame.visit_pages", SLUG, NAME)


@pytest.mark.slow
@pytest.mark.usefixtures("grown")
def test_a_new_game_passes_the_tests_of_every_game(copy: Path) -> None:
    suites = (
        "games/core",
        f"games/{SLUG}",
        "games/bots",
        "games/test_registry.py",
        "games/web/test_phrases.py",
        "games/matches/test_judge.py",
    )
    suites += ("games/web/test_tutorials.py", "rules_docs/test_shipped_texts.py", "architecture")
    tests = [f"tests/{suite}" for suite in suites]
    selected = f"{SLUG} or architecture or (test_registry and not {' and not '.join(ENGINES)})"
    said = succeed(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", selected)
    assert "passed" in said and "failed" not in said


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.usefixtures("grown")
def test_a_new_game_is_played_and_learnt_in_a_browser(copy: Path) -> None:
    need(CHROMIUM, "Install Chromium: apt install chromium.")
    tests = [f"tests/games/web/{name}.py" for name in ("test_tutorials_browser", "test_tables_accessible")]
    said = succeed(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", SLUG)
    assert "passed" in said and "failed" not in said


@pytest.mark.parametrize(
    ("slug", "name", "said"),
    [
        ("Kraken", "Kraken", "cannot be the slug"),
        ("2kraken", "Kraken", "cannot be the slug"),
        ("kraken-2", "Kraken", "cannot be the slug"),
        ("class", "Kraken", "cannot be the slug"),
        ("x" * 21, "Kraken", "cannot be the slug"),
        ("kraken", 'Kra"ken', "cannot be the name"),
        ("kraken", " ", "cannot be the name"),
        ("kraken", "K" * 41, "cannot be the name"),
        ("core", "Kraken", "There is games/core/ already."),
        (next(iter(ENGINES)), "Kraken", "already."),
        ("admin", "Kraken", "'admin' is taken: static files of the site have this name."),
        ("record", "Kraken", "'record' is taken: another page of the site has this address."),
        ("search", "Kraken", "'search' is taken: another page of the site has this address."),
    ],
)
def test_a_name_that_cannot_be_is_refused(slug: str, name: str, said: str) -> None:
    assert said in find_fault(slug, name)
    with pytest.raises(CommandError):
        call_command("startgame", slug, name)


@pytest.mark.parametrize("place", copying.PLACES.values())
def test_all_three_folders_are_made_or_none(place: str, tmp_path: Path) -> None:
    for parent in copying.PLACES.values():
        (tmp_path / parent).mkdir(parents=True)
    (tmp_path / place / SLUG).write_text("in the way")
    before = digests(tmp_path)
    with pytest.raises(OSError, match="directory"):
        copying.copy_template(tmp_path, SLUG, NAME)
    assert digests(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "rules_docs", "tests"]


@pytest.mark.parametrize(("slug", "name"), [("abc", NAME), ("z" * 20, "N" * 40)])
def test_nothing_of_the_template_is_left_and_no_line_is_long(slug: str, name: str, tmp_path: Path) -> None:
    for parent in copying.PLACES.values():
        (tmp_path / parent).mkdir(parents=True)
    made = copying.copy_template(tmp_path, slug, name)
    files = [file for folder in made for file in folder.rglob("*") if file.is_file()]
    assert len(files) > 50
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "tpl" not in file.name and "GAMESLUG" not in f"{file} {text}" and "GAMENAME" not in text, file
        if file.suffix in (".py", ".js", ".css"):
            assert max(map(len, text.splitlines()), default=0) <= 120, file
