"""Which translations still say what the pivot says; a comparison of two numbers for each section."""

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import NamedTuple

from rules_docs.models import RuleDocument, SectionText
from rules_docs.text.rule_folder import LANGUAGES

FRESH, STALE, MISSING = "fresh", "stale", "missing"


def state(text: SectionText | None, pivot: SectionText | None) -> str:
    if text is None:
        return MISSING
    return STALE if pivot is not None and text.checked_meaning < pivot.meaning else FRESH


def matrix(documents: Iterable[RuleDocument]) -> dict[int, dict[str, Counter]]:
    """For each document and language, how many sections are fresh, stale and missing; one query for all."""
    documents = list(documents)
    texts: dict[int, dict[int, dict[str, SectionText]]] = {document.pk: {} for document in documents}
    fields = ("section__document_id", "section_id", "language", "meaning", "checked_meaning")
    for text in SectionText.objects.filter(section__document__in=documents).only(*fields).select_related("section"):
        texts[text.section.document_id].setdefault(text.section_id, {})[text.language] = text
    return {
        document.pk: {
            language: Counter(
                state(found.get(language), found.get(document.pivot)) for found in texts[document.pk].values()
            )
            for language in LANGUAGES
        }
        for document in documents
    }


class Piece(NamedTuple):
    kind: str  # "same", "old" or "new"
    text: str


# Only these spaces part words: a narrow one that does not break belongs to what it holds together.
_WORDS = re.compile(r"\n+|[^ \t\r\n]+")


def word_diff(old: str, new: str) -> list[Piece]:
    """What was taken away and what was added, word by word; lines stay lines."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    pieces = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(Piece("same", _said(before[a:b])))
            continue
        if b > a:
            pieces.append(Piece("old", _said(before[a:b])))
        if d > c:
            pieces.append(Piece("new", _said(after[c:d])))
    return pieces


def _said(words: list[str]) -> str:
    return re.sub(r" ?(\n+) ?", r"\1", " ".join(words))
