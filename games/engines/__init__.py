"""The games that can be played here, by slug. A new game is one more import and one more word in the list."""

from __future__ import annotations

from . import halunken, macao, shanghaien
from .base import Engine

_ALL: list[Engine] = [shanghaien.ENGINE, halunken.ENGINE, macao.ENGINE]
ENGINES: dict[str, Engine] = {engine.META.slug: engine for engine in _ALL}
