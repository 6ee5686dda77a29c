"""Actions as lines of text: the words of the record, separated by single spaces.

    contact 2
    recruit killer-jade with dancer-opium widow-1 without weapons
    open distillery with sailor-alcohol trader-money
    discard dancer-jade        reserve temple-bar        pass

`with` lists the cards that pay, in the order in which blue ones go under the pile; `without` lists the units
that croupiers remove.
"""

from __future__ import annotations

import re

from games.core.contract import Action, Malformed
from games.macao.rules.meta import META

_WORD = re.compile(r"[a-z0-9-]{1,60}")
_LISTS = {"pay": "with", "croupier": "without"}


def notate(action: Action) -> str:
    words = [str(action[0])]
    for name, value in zip(META.actions[action[0]], action[1:], strict=True):
        if name not in _LISTS:
            words.append(str(value))
        elif value:
            words += [_LISTS[name], *value]
    return " ".join(words)


def parse(text: str) -> Action:
    """The action of a line; lists that are absent are empty."""
    words = _Words(text)
    kind = words.take("type")
    if kind not in META.actions:
        raise Malformed("unknown type of action", "column 1")
    fields = [_read_field(words, name) for name in META.actions[kind]]
    words.finish()
    return (kind, *fields)


def _read_field(words: _Words, name: str) -> str | int | tuple[str, ...]:
    if name in _LISTS:
        return words.after(_LISTS[name])
    word = words.take(name)
    if name != "pile":
        return word
    if not word.isdecimal() or len(word) > 1:
        raise Malformed("the number of a pile is expected", f"column {words.column - len(word) - 1}")
    return int(word)


class _Words:
    """Reads a line word by word and counts the column."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or len(text) > 2000:
            raise Malformed("a line of at most 2000 characters is expected", "column 1")
        self._words = text.split(" ")
        self._next = 0
        self.column = 1

    def take(self, what: str) -> str:
        word = self._words[self._next] if self._next < len(self._words) else ""
        if not _WORD.fullmatch(word) or (word in _LISTS.values() and what not in _LISTS.values()):
            raise Malformed(f"a word for {what} is expected", f"column {self.column}")
        self._next += 1
        self.column += len(word) + 1
        return word

    def after(self, keyword: str) -> tuple[str, ...]:
        """The words that follow a keyword, up to the next keyword; empty if the keyword is not next."""
        if self._next == len(self._words) or self._words[self._next] != keyword:
            return ()
        self.take(keyword)
        words: list[str] = []
        while not words or (self._next < len(self._words) and self._words[self._next] not in _LISTS.values()):
            words.append(self.take("a card or resource"))
        return tuple(words)

    def finish(self) -> None:
        if self._next < len(self._words):
            raise Malformed("nothing more is expected here", f"column {self.column}")
