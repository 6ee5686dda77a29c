"""Rules as plain data: the answers of the API before they become JSON."""

from django.conf import settings

from rules_docs.models import RuleDocument
from rules_docs.reading.comparison import SectionChange
from rules_docs.reading.freshness import FRESH, MISSING, STALE
from rules_docs.reading.reader import Reading, RulingAnswer, SectionCell, SectionRow
from rules_docs.reading.section_formats import clean_html
from rules_docs.reading.titles import choose_title, list_titles
from rules_docs.search.asking import Answers
from rules_docs.search.section_search import SearchResult
from rules_docs.text.markup.plain_text import make_excerpt


def create_summary(document: RuleDocument, language: str, url: str) -> dict:
    """The entry of a rule in a list; `url` is its page."""
    titles = list_titles(document)
    title = choose_title(titles, document, language)
    return {
        "document": document.slug,
        "title": title.title,
        "summary": title.summary,
        "language": title.language,
        "languages": list(titles),
        "pivot": document.pivot,
        "rights": document.rights,
        "edition": document.edition,
        "players": [document.players_min, document.players_max],
        "minutes": [document.minutes_min, document.minutes_max],
        "age": document.age,
        "external_ids": {"bgg": document.bgg} if document.bgg else {},
        "url": settings.BASE_URL + url,
    }


def create_details(reading: Reading) -> dict:
    """The page of a rule in addition to its summary: all sections, the glossary and the sources."""
    return {
        "subtitle": reading.title.subtitle,
        "reading_minutes": reading.minutes,
        "sections": [create_section(reading.document, row) for row in reading.rows],
        "terms": [
            {
                "key": word.key,
                "section": word.section_key,
                "names": word.names,
                "meanings": word.meanings,
            }
            for word in reading.words
        ],
        "sources": list(reading.document.sources.values("language", "publisher", "year", "credits", "url")),
    }


def create_section(document: RuleDocument, row: SectionRow) -> dict:
    """One section in the first language of the reading, with its rulings; its HTML has no widgets."""
    cell = row.cells[0]
    return {
        "key": row.key,
        "level": row.level,
        "kind": row.kind,
        "players": row.players,
        "heading": cell.heading,
        "language": cell.language,
        "freshness": _name_freshness(cell),
        "revision": cell.revision,
        "excerpt": make_excerpt(cell.plain),
        "html": clean_html(document.slug, cell.html, cell.language),
        "rulings": [_create_ruling(document, answer) for answer in row.answers],
    }


def _name_freshness(cell: SectionCell) -> str:
    if cell.is_fallback:
        return MISSING
    return STALE if cell.is_stale else FRESH


def _create_ruling(document: RuleDocument, answer: RulingAnswer) -> dict:
    return {
        "key": answer.key,
        "kind": answer.kind,
        "language": answer.language,
        "question": answer.question,
        "html": clean_html(document.slug, answer.html, answer.language),
    }


def create_search_result(result: SearchResult) -> dict:
    return {
        "document": result.document,
        "title": result.title,
        "key": result.key,
        "heading": result.heading,
        "language": result.language,
        "kind": result.kind,
        "url": settings.BASE_URL + result.url,
        "excerpt": [{"text": piece.text, "found": piece.is_found} for piece in result.pieces],
    }


def create_answers(reading: Reading, answers: Answers, url: str) -> dict:
    """The whole sections that answer a question, each with its address; `url` is that of the rule."""
    rows_by_key = {row.key: row for row in reading.rows}
    rows = [rows_by_key[key] for key in answers.keys if key in rows_by_key]
    sections = [create_section(reading.document, row) for row in rows]
    return {
        "document": reading.document.slug,
        "edition": reading.document.edition,
        "understood_in": answers.language,
        "answered": bool(sections),
        "answers": [section | {"url": f"{url}#{section['key']}"} for section in sections],
    }


def create_change(change: SectionChange) -> dict:
    """One section of a comparison of two editions."""
    return {
        "key": change.key,
        "heading": change.heading,
        "state": change.state,
        "pieces": [{"kind": piece.kind, "text": piece.text} for piece in change.pieces],
    }
