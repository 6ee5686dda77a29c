"""The referees of all games, by slug: each stands beside the tests of its game and shares nothing with our
engine.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from games.registry import ENGINES

Json = dict[str, Any]

#: a record as JSON -> the scores that the rule page gives
REFEREES: dict[str, Callable[[Json], list[int]]] = {
    slug: import_module(f"tests.games.{slug}.referee").count_scores for slug in ENGINES
}
