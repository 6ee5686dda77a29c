"""A first game: a recorded beginning in which the reader makes the moves of seat 0 (docs/tutorials.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.core.contract import Action, Json


class Wrong(NamedTuple):
    """An answer that is not the best one, and why."""

    #: the action, or its first fields: ("contact",) is every contact
    action: Action
    say: Any
    rule: str

    def fits(self, action: Action) -> bool:
        return action[: len(self.action)] == self.action


class Step(NamedTuple):
    """A move, what chance gives on it, and for the moves that the reader makes the words before it.

    A move of the reader without words is played like the moves of others.
    """

    seat: int
    action: Action
    chance: Json = {}
    say: Any = ""
    rule: str = ""
    #: With these the words are a question: the reader chooses among them and the right action.
    wrong: Sequence[Wrong] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Lesson:
    """How the match of the lesson begins, its moves, and the words after the last one."""

    seats: int
    options: Json
    setup: Json
    steps: Sequence[Step]
    end: Any
