"""Actions as lines of text: the type, then the fields in order, separated by single spaces.

`settle 3`, `bid yellow-12`, `choose rum`, `rum 4`, `rob 1 red-9`, `pass`. Seats count from 0, as in the
record.
"""

from __future__ import annotations

from games.core.contract import Action, Malformed
from games.halunken.rules.meta import META
from games.halunken.rules.tables import NUMBERS, SCOUNDREL, SPACES

_KINDS = {"space": "a space from 0 to 13", "number": "a number from 1 to 7", "seat": "a seat from 0 to 3"}
_RANGES = {"space": range(SPACES), "number": NUMBERS, "seat": range(4)}


def notate(action: Action) -> str:
    return " ".join(str(field) for field in action)


def parse(text: str) -> Action:
    if not isinstance(text, str):
        raise Malformed("a line of text is expected", "column 1")
    words = text.split(" ")
    names = META.actions.get(words[0])
    if names is None:
        raise Malformed(f"one of {', '.join(META.actions)} is expected", "column 1")
    if len(words) != 1 + len(names):
        expected = " ".join([words[0], *(f"<{name}>" for name in names)])
        raise Malformed(f"{expected!r} is expected", f"column {len(words[0]) + 1}")
    fields: list[int | str] = []
    column = len(words[0]) + 2
    for name, word in zip(names, words[1:], strict=True):
        fields.append(_read_field(words[0], name, word, column))
        column += len(word) + 1
    return (words[0], *fields)


def _read_field(kind: str, name: str, word: str, column: int) -> int | str:
    if name == "card" and not kind.startswith("choose"):
        if word not in SCOUNDREL:
            raise Malformed("a scoundrel such as red-9 is expected", f"column {column}")
        return word
    if name == "card" and word == "rum":
        return word
    allowed = _RANGES.get(name, NUMBERS)
    if word not in {str(number) for number in allowed}:
        raise Malformed(f"{_KINDS.get(name, 'a card from 1 to 7 or rum')} is expected", f"column {column}")
    return int(word)
