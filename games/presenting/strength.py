"""The measured strength of the bots, from the ladder.json of each game, for pages and the API."""

from __future__ import annotations

import json
from functools import cache

from games.bots import ladder
from games.core.contract import Json
from games.presenting import words
from games.registry import ENGINES, HOME, load_levels

#: the fields that only serve to continue the measurements
_INTERNAL_FIELDS = ("first", "seed", "won", "cpu_seconds", "decisions", "game")


@cache
def read_ladder(game: str) -> tuple[Json, ...]:
    """The measured results of a game, as its ladder.json has them."""
    return tuple(json.loads((HOME / game / "ladder.json").read_bytes())["results"])


def list_results(game: str) -> list[Json]:
    """The measured results of a game, each with its aim if there is one."""
    return [_describe_line(line) for line in read_ladder(game)]


def _describe_line(line: Json) -> Json:
    contest = ladder.Contest(line["game"], line["seats"], line["stronger"], line["weaker"])
    return {name: value for name, value in line.items() if name not in _INTERNAL_FIELDS} | {
        "aim": ladder.find_target(contest)
    }


def list_results_of_level(game: str, level: str) -> list[Json]:
    """The results of one level against the level below."""
    below = ladder.PLAYERS[ladder.PLAYERS.index(level) - 1]
    return [line for line in list_results(game) if (line["stronger"], line["weaker"]) == (level, below)]


def list_levels(game: str) -> list[Json]:
    """The levels that are offered to people in a game, weakest first."""
    names = load_levels(game).list_names()
    return [{"level": level, "name": str(words.LEVEL_NAMES[level])} for level in names]


def describe_games() -> list[Json]:
    """Every game with its levels and their measured results."""
    return [
        {
            "slug": slug,
            "name": words.game_name(slug),
            "levels": list_levels(slug),
            "results": list_results(slug),
        }
        for slug in ENGINES
    ]
