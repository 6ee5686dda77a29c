"""One move of a lesson."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.core.contract import Action, Json


class Step(NamedTuple):
    """A move, what chance gives on it, and for the reader's moves the words before it."""

    seat: int
    action: Action
    chance: Json = {}
    say: Any = ""
    rule: str = ""
