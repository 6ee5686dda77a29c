"""Tools for the rules. Every text has its citation: rule, section, edition, language and address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from rules_docs.reading import payloads
from rules_docs.reading.opening import find_section, get_rule, read_published_rule, require_words
from rules_docs.reading.reader import Reading, SectionRow
from rules_docs.reading.section_formats import clean_html, write_section
from rules_docs.reading.titles import select_published_rules
from rules_docs.search.asking import MAX_QUESTION_LENGTH, ask_rule

Json = dict[str, Any]


def list_rules() -> Json:
    """The rules that can be read here: their names for the other tools, their titles and topics."""
    rules = [
        payloads.create_summary(document, get_language(), reverse("rules_docs:rule", args=[document.slug]))
        for document in select_published_rules()
    ]
    return {"rules": rules}


def list_sections(rule: str) -> Json:
    """The sections of a rule in order, with the keys by which `read_section` reads them."""
    reading = _open_rule(rule)
    sections = [
        {"key": row.key, "level": row.level, "heading": row.cells[0].heading, "cite": _cite(reading, row)}
        for row in reading.rows
    ]
    return {"title": reading.title.title, "edition": reading.document.edition, "sections": sections}


def read_section(rule: str, section: str) -> Json:
    """One section of a rule as Markdown, word for word, with the rulings of the house and the citation."""
    reading = _open_rule(rule)
    return _quote(reading, find_section(reading, section))


def ask_rules(rule: str, question: str) -> Json:
    """The sections of a rule that answer a question in any language, word for word with citations.

    `answered` is false if the rule does not answer; then say so, and do not guess.
    """
    reading = _open_rule(rule)
    question = require_words(question, name="question", max_length=MAX_QUESTION_LENGTH)
    answers = ask_rule(reading.document, question, language=reading.language, published=list(reading.titles))
    rows_by_key = {row.key: row for row in reading.rows}
    sections = [_quote(reading, rows_by_key[key]) for key in answers.keys if key in rows_by_key]
    return {"answered": bool(sections), "understood_in": answers.language, "sections": sections}


def _open_rule(slug: str) -> Reading:
    """The rule in the language of the answer. Raises a Problem if it may not be read."""
    return read_published_rule(get_rule(slug), get_language())


def _quote(reading: Reading, row: SectionRow) -> Json:
    rulings = [
        {
            "question": ruling.question,
            "html": clean_html(reading.document.slug, ruling.html, ruling.language),
        }
        for ruling in row.answers
    ]
    text = write_section(reading.document, row, "text/markdown")
    return {"text": text, "rulings": rulings, "cite": _cite(reading, row)}


def _cite(reading: Reading, row: SectionRow) -> Json:
    """The citation of the section. Its address stays the same for ever."""
    document, cell = reading.document, row.cells[0]
    return {
        "rule": reading.title.title,
        "document": document.slug,
        "section": row.key,
        "heading": cell.heading,
        "edition": document.edition,
        "language": cell.language,
        "url": f"{settings.BASE_URL}/r/{document.slug}/{row.key}?lang={cell.language}",
    }
