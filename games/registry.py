"""The games that can be played here, by slug. A new game is one more import and one more word in the list."""

from __future__ import annotations

from games.core.contract import Engine
from games.halunken import rules as halunken
from games.macao import rules as macao
from games.shanghaien import rules as shanghaien

_ALL: list[Engine] = [shanghaien.ENGINE, macao.ENGINE, halunken.ENGINE]
ENGINES: dict[str, Engine] = {engine.META.slug: engine for engine in _ALL}
