"""Finds out which translations are still up to date, by comparing two numbers for each section.

The pivot of a rule is the language that decides its sense; a translation must say what the pivot says.
`rules_docs/editing/revisions.py` writes the two numbers.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from escale.common import languages
from rules_docs.models import RuleDocument, Section, SectionText

FRESH, STALE, MISSING = "fresh", "stale", "missing"


def judge_freshness(text: SectionText | None, pivot_text: SectionText | None) -> str:
    """FRESH, STALE or MISSING. The text of a section that has no text in the pivot is fresh."""
    if text is None:
        return MISSING
    if pivot_text is not None and text.checked_meaning < pivot_text.meaning:
        return STALE
    return FRESH


class SectionFreshness(NamedTuple):
    """A section with its text in one language, its text in the pivot, and FRESH, STALE or MISSING."""

    section: Section
    text: SectionText | None
    pivot: SectionText | None
    state: str


def list_section_freshness(document: RuleDocument, language: str) -> list[SectionFreshness]:
    """Every section of a rule in reading order, with its freshness in one language."""
    texts: dict[int, dict[str, SectionText]] = {}  # by section id, then by language
    for text in SectionText.objects.of(document, [language, document.pivot]):
        texts.setdefault(text.section_id, {})[text.language] = text
    entries = []
    for section in document.sections.all():
        texts_by_language = texts.get(section.pk, {})
        text = texts_by_language.get(language)
        pivot_text = texts_by_language.get(document.pivot)
        entries.append(SectionFreshness(section, text, pivot_text, judge_freshness(text, pivot_text)))
    return entries


def count_freshness(documents: Iterable[RuleDocument]) -> dict[int, dict[str, Counter]]:
    """How many sections are fresh, stale and missing, by document id and language. It needs one query."""
    documents = list(documents)
    texts = _load_texts(documents)
    counts: dict[int, dict[str, Counter]] = {}
    for document in documents:
        counts[document.pk] = {language: Counter() for language in languages.codes()}
        for texts_by_language in texts[document.pk].values():
            pivot_text = texts_by_language.get(document.pivot)
            for language in languages.codes():
                freshness = judge_freshness(texts_by_language.get(language), pivot_text)
                counts[document.pk][language][freshness] += 1
    return counts


def _load_texts(documents: list[RuleDocument]) -> dict[int, dict[int, dict[str, SectionText]]]:
    """The texts by document id, section id and language, with only the columns that freshness needs."""
    texts: dict[int, dict[int, dict[str, SectionText]]] = {document.pk: {} for document in documents}
    columns = ("section__document_id", "section_id", "language", "meaning", "checked_meaning")
    rows = SectionText.objects.filter(section__document__in=documents).select_related("section")
    for text in rows.only(*columns):
        texts_by_section = texts[text.section.document_id]
        texts_by_section.setdefault(text.section_id, {})[text.language] = text
    return texts
