"""One line of text for an action: `roll`, `left`, `3`, `shanghai`, `trick-4 joker red`, `trick-1 adjust 0
+1`.
"""

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


_WRITTEN: Final = {notate(action): action for action in ALL_ACTIONS}


def parse(text: str) -> Action:
    """The action that `notate` wrote; any spaces between the words."""
    if not isinstance(text, str):
        raise Malformed("a line of text is expected", "column 1")
    found = list(re.finditer(r"\S+", text))
    words = [match.group().lower() for match in found]
    if (action := _WRITTEN.get(" ".join(words))) is not None:
        return action
    right = max(_agreeing(line.split(), words) for line in _WRITTEN)
    column = found[right].start() + 1 if right < len(found) else len(text) + 1
    raise Malformed("this is no action of the game", f"column {column}")


def _agreeing(line: list[str], words: list[str]) -> int:
    """How many words are the same from the left."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(line, words, strict=False)))
