"""A first game: a recorded beginning in which the reader makes the moves of seat 0 (docs/tutorials.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.core.contract import Action, Json


class Step(NamedTuple):
    """A move, what chance gives on it, and for the reader's moves the words before it."""

    seat: int
    action: Action
    chance: Json = {}
    say: Any = ""
    rule: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lesson:
    """How the match of the lesson begins, its moves, and the words after the last one."""

    seats: int
    options: Json
    setup: Json
    steps: Sequence[Step]
    end: Any
