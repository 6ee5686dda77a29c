"""Compares two texts word by word. No I/O."""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

# Only these spaces separate words: a narrow or no-break space belongs to the words around it.
_WORD_OR_LINE_BREAK = re.compile(r"\n+|[^ \t\r\n]+")
_SPACED_LINE_BREAK = re.compile(r" ?(\n+) ?")


class DiffPiece(NamedTuple):
    """Successive words of the same kind: `kind` is "same", "old" (they were removed) or "new"."""

    kind: str
    text: str


def compare_words(old_text: str, new_text: str) -> list[DiffPiece]:
    """The kept, removed and added words in reading order; line breaks stay."""
    old_words = _WORD_OR_LINE_BREAK.findall(old_text)
    new_words = _WORD_OR_LINE_BREAK.findall(new_text)
    matcher = SequenceMatcher(None, old_words, new_words, autojunk=False)
    pieces = []
    for operation, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if operation == "equal":
            pieces.append(DiffPiece("same", _join_words(old_words[old_start:old_end])))
            continue
        if old_end > old_start:
            pieces.append(DiffPiece("old", _join_words(old_words[old_start:old_end])))
        if new_end > new_start:
            pieces.append(DiffPiece("new", _join_words(new_words[new_start:new_end])))
    return pieces


def _join_words(words: list[str]) -> str:
    return _SPACED_LINE_BREAK.sub(r"\1", " ".join(words))
