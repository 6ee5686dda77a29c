"""The games that can be played here, by slug. No other module of the site names a game.

ENGINES and `load_levels` need no Django, because engines and bots are plain Python. A whole game also has
words, which Django translates; `load_game` imports them at the first call.

A probe is a function that recognises a match position in which a section of the rule applies.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.bots.levels import Levels
from games.core.contract import Engine
from games.core.positions.position import Position, belongs_to_probe, read_position
from games.core.positions.probes import GameProbes
from games.core.positions.puzzles import Puzzle, read_puzzle
from games.game_folder import Game, find_faults

HOME = Path(__file__).parent
#: Files that the folder of a game must hold besides Python; ladder.json holds the measured strength of the
#: bots.
REQUIRED_FILES = ("ladder.json", "static/{slug}/board.js", "static/{slug}/board.css")


class BrokenGame(SystemExit):
    """Ends the process with a sentence on standard error and exit code 1."""

    def __init__(self, slug: str, why: str) -> None:
        super().__init__(f"games/{slug}: {why}.")


def find_games() -> list[str]:
    """The slugs of all games: the names of the folders below games/ that hold a `game.py`."""
    return sorted(file.parent.name for file in HOME.glob("*/game.py"))


def _import_name(slug: str, module: str, name: str) -> Any:
    """The value with this name in a module of the game's folder."""
    try:
        imported_module = import_module(f"games.{slug}.{module}")
    except Exception as error:
        why = f"{type(error).__name__}: {error}{_describe_failed_line(slug, error)}"
        raise BrokenGame(slug, f"{module} cannot be imported, {why}") from error
    if not hasattr(imported_module, name):
        raise BrokenGame(slug, f"{module} has no {name}")
    return getattr(imported_module, name)


def _describe_failed_line(slug: str, error: Exception) -> str:
    """Describes the innermost traceback frame in the game's folder, such as ` (rules.py, line 12)`.

    Empty if there is none.
    """
    description = ""
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if slug in file.parts:
            description = f" ({file.name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return description


@cache
def load_levels(slug: str) -> Levels:
    """The bots of a game, one for each level of strength."""
    levels = _import_name(slug, "bot", "LEVELS")
    if not isinstance(levels, Levels):
        raise BrokenGame(slug, "bot.LEVELS is not a games.bots.levels.Levels")
    return levels


def positions_path(slug: str) -> Path:
    """The file with a position for each section of the rule; `python -m games positions` writes it."""
    return HOME / slug / "positions.json"


def examples_path(slug: str) -> Path:
    """The file with the examples of the rule book as positions. People entered their setups and moves."""
    return HOME / slug / "examples.json"


def puzzles_path(slug: str) -> Path:
    """The file with positions in which one action is clearly best; `python -m games puzzles` writes it."""
    return HOME / slug / "puzzles.json"


@cache
def read_mutation_results(slug: str) -> dict[str, Any] | None:
    """How many deliberate faults in the rules the positions of the game detect (mutation testing).

    None if nobody has measured it.
    """
    path = HOME / slug / "proof.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


@cache
def load_probes(slug: str) -> GameProbes:
    """The probes of a game."""
    probes = _import_name(slug, "positions", "PROBES")
    if not isinstance(probes, GameProbes):
        raise BrokenGame(slug, "positions.PROBES is not a games.core.positions.GameProbes")
    return probes


def read_positions(slug: str) -> list[Position]:
    """The stored positions, in the order of the file; those whose probe is gone are left out."""
    path, probes = positions_path(slug), load_probes(slug)
    if not path.exists():
        return []
    rows = json.loads(path.read_text(encoding="utf-8"))["positions"]
    return [
        read_position(ENGINES[slug], probes, row)
        for row in rows
        if any(belongs_to_probe(row, probe) for probe in probes.searched_probes)
    ]


def read_examples(slug: str) -> list[Position]:
    """The worked examples of the rule; none for a game that has no file of them."""
    path, probes = examples_path(slug), load_probes(slug)
    rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return [read_position(ENGINES[slug], probes, row) for row in rows]


@cache
def read_fresh_seeds(slug: str) -> dict[str, list[int]]:
    """By the key of a probe, the seeds of random matches in which its section applies.

    Each seed gives a further position of this section.
    """
    path = positions_path(slug)
    return json.loads(path.read_text(encoding="utf-8")).get("fresh", {}) if path.exists() else {}


def has_puzzles(slug: str) -> bool:
    return puzzles_path(slug).exists()


def read_puzzles(slug: str) -> list[Puzzle]:
    """The stored puzzles; none for a game that has no file of them."""
    rows = json.loads(puzzles_path(slug).read_text(encoding="utf-8")) if has_puzzles(slug) else []
    return [read_puzzle(ENGINES[slug], row) for row in rows]


@cache
def load_game(slug: str) -> Game:
    """The whole game, checked against what its engine declares; raises BrokenGame if the two differ."""
    game = _import_name(slug, "game", "GAME")
    if not isinstance(game, Game):
        raise BrokenGame(slug, "game.GAME is not a games.game_folder.Game")
    if game.slug != slug:
        raise BrokenGame(slug, f"game.GAME says that its slug is {game.slug!r}")
    if game.engine is not ENGINES[slug]:
        raise BrokenGame(slug, "game.GAME has another engine than rules.ENGINE")
    if game.bots is not load_levels(slug):
        raise BrokenGame(slug, "game.GAME has other bots than bot.LEVELS")
    if game.probes is not load_probes(slug):
        raise BrokenGame(slug, "game.GAME has other probes than positions.PROBES")
    first_fault = next(find_faults(game), None)
    if first_fault is not None:
        raise BrokenGame(slug, first_fault)
    for name in REQUIRED_FILES:
        file = name.format(slug=slug)
        if not (HOME / slug / file).is_file():
            raise BrokenGame(slug, f"there is no {file}")
    return game


def load_games() -> list[Game]:
    """All games, in the order of their slugs."""
    return [load_game(slug) for slug in ENGINES]


# Importing this module imports the rules of every game, but not their words.
ENGINES: dict[str, Engine] = {slug: _import_name(slug, "rules", "ENGINE") for slug in find_games()}
