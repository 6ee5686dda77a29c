"""The games that can be played here, by slug; nobody else names one.

Engines and bots are plain Python and are here without Django. A whole game has words, which Django translates:
`load_game` imports them when somebody asks.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.bots.levels import Levels
from games.core.contract import Engine
from games.game_folder import Game, find_faults

HOME = Path(__file__).parent
#: what stands in the folder of a game besides Python
FILES = ("ladder.json", "static/{slug}/board.js", "static/{slug}/board.css")


class BrokenGame(SystemExit):
    """Ends the process with a sentence on standard error and exit code 1."""

    def __init__(self, slug: str, why: str) -> None:
        super().__init__(f"games/{slug}: {why}.")


def find_games() -> list[str]:
    """Every folder below games/ that holds a `game.py` is a game, and its name is the game's slug."""
    return sorted(file.parent.name for file in HOME.glob("*/game.py"))


def _import_part(slug: str, module: str, name: str) -> Any:
    """One value of a game's folder."""
    try:
        found = import_module(f"games.{slug}.{module}")
    except Exception as error:
        why = f"{type(error).__name__}: {error}{_place_in(slug, error)}"
        raise BrokenGame(slug, f"{module} cannot be imported, {why}") from error
    if not hasattr(found, name):
        raise BrokenGame(slug, f"{module} has no {name}")
    return getattr(found, name)


def _place_in(slug: str, error: Exception) -> str:
    """The line of the game's folder that failed, if one did."""
    place, trace = "", error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        place = f" ({file.name}, line {trace.tb_lineno})" if slug in file.parts else place
        trace = trace.tb_next
    return place


@cache
def load_levels(slug: str) -> Levels:
    """The bots of a game."""
    levels = _import_part(slug, "bot", "LEVELS")
    if not isinstance(levels, Levels):
        raise BrokenGame(slug, "bot.LEVELS is not a games.bots.levels.Levels")
    return levels


@cache
def load_game(slug: str) -> Game:
    """The whole game, held to what its engine declares."""
    game = _import_part(slug, "game", "GAME")
    if not isinstance(game, Game):
        raise BrokenGame(slug, "game.GAME is not a games.game_folder.Game")
    if game.slug != slug:
        raise BrokenGame(slug, f"game.GAME says that its slug is {game.slug!r}")
    if game.engine is not ENGINES[slug]:
        raise BrokenGame(slug, "game.GAME has another engine than rules.ENGINE")
    if game.bots is not load_levels(slug):
        raise BrokenGame(slug, "game.GAME has other bots than bot.LEVELS")
    for fault in find_faults(game):
        raise BrokenGame(slug, fault)
    for file in (name.format(slug=slug) for name in FILES):
        if not (HOME / slug / file).is_file():
            raise BrokenGame(slug, f"there is no {file}")
    return game


def load_games() -> list[Game]:
    """All of them, in the order of their slugs."""
    return [load_game(slug) for slug in ENGINES]


ENGINES: dict[str, Engine] = {slug: _import_part(slug, "rules", "ENGINE") for slug in find_games()}
