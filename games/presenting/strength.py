"""How strong the bots are, as it was measured: the ladder that ships with each game, for pages and API."""

from __future__ import annotations

import json
from functools import cache

from games.bots import ladder
from games.core.contract import Json
from games.presenting import words
from games.registry import ENGINES, HOME, load_levels

#: what the file keeps for itself: how to go on measuring
_INNER = ("first", "seed", "won", "cpu_seconds", "decisions", "game")


@cache
def lines(game: str) -> tuple[Json, ...]:
    """What was measured of a game, as its ladder.json keeps it."""
    return tuple(json.loads((HOME / game / "ladder.json").read_bytes())["results"])


def results(game: str) -> list[Json]:
    """What was measured of a game, each with its aim if there is one."""
    return [_shown(line) for line in lines(game)]


def _shown(line: Json) -> Json:
    contest = ladder.Contest(line["game"], line["seats"], line["stronger"], line["weaker"])
    return {name: value for name, value in line.items() if name not in _INNER} | {
        "aim": ladder.find_target(contest)
    }


def of_level(game: str, level: str) -> list[Json]:
    """What was measured of one level against the one below."""
    below = ladder.PLAYERS[ladder.PLAYERS.index(level) - 1]
    return [line for line in results(game) if (line["stronger"], line["weaker"]) == (level, below)]


def levels(game: str) -> list[Json]:
    """What people are offered in a game, weakest first."""
    names = load_levels(game).list_names()
    return [{"level": level, "name": str(words.LEVEL_NAMES[level])} for level in names]


def games() -> list[Json]:
    """Every game with its levels and what was measured of them."""
    return [
        {"slug": slug, "name": words.game_name(slug), "levels": levels(slug), "results": results(slug)}
        for slug in ENGINES
    ]
