"""Actions as lines of text: `roll`, `left`, `3`, `shanghai`, `trick-4 joker red`, `trick-1 adjust 0 +1`."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

from games.core.contract import Action, Malformed
from games.shanghaien.rules.menu import ALL_ACTIONS


def notate(action: Action) -> str:
    if action[0] == "trick":
        _, card, use, nation, die, delta = action
        return " ".join(
            [card, use, *([nation] if nation else []), *([f"{die} {delta:+d}"] if use == "adjust" else [])]
        )
    return str(action[-1])


_ACTION_BY_LINE: Final = {notate(action): action for action in ALL_ACTIONS}


def parse(text: str) -> Action:
    """The action that `notate` wrote; there may be more spaces between the words."""
    if not isinstance(text, str):
        raise Malformed("a line of text is expected", "column 1")
    matches = list(re.finditer(r"\S+", text))
    words = [match.group().lower() for match in matches]
    if (action := _ACTION_BY_LINE.get(" ".join(words))) is not None:
        return action
    correct = max(_count_equal_words(line.split(), words) for line in _ACTION_BY_LINE)
    column = matches[correct].start() + 1 if correct < len(matches) else len(text) + 1
    raise Malformed("this is no action of the game", f"column {column}")


def _count_equal_words(line: list[str], words: list[str]) -> int:
    """How many words are equal, counted from the left."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(line, words, strict=False)))
