"""A first game: the recorded beginning of a match, in which the reader makes the moves of seat 0.

docs/tutorials.md says how to write one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.core.contract import Action, Json


class Wrong(NamedTuple):
    """An answer that is not the best one, and the explanation why."""

    #: the action, or its first items: ("contact",) stands for every contact
    action: Action
    say: Any
    rule: str

    def fits(self, action: Action) -> bool:
        return action[: len(self.action)] == self.action


class Step(NamedTuple):
    """A move, the draws on it, and the words that the reader sees before it.

    Only moves that the reader makes have words. A move of seat 0 without words is played automatically.
    """

    seat: int
    action: Action
    chance: Json = {}
    say: Any = ""
    rule: str = ""
    #: With these the words are a question: the reader chooses between them and the right action.
    wrong: Sequence[Wrong] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Lesson:
    """How the match of the lesson begins, its moves, and the words after the last one."""

    seats: int
    options: Json
    setup: Json
    steps: Sequence[Step]
    end: Any
