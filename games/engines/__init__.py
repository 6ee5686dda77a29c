"""The games that can be played here, by slug. A new game is one more import and one more word in the list."""

from __future__ import annotations

from . import halunken
from .base import Engine

_ALL: list[Engine] = [halunken.ENGINE]
ENGINES: dict[str, Engine] = {engine.META.slug: engine for engine in _ALL}
