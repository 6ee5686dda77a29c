"""Rules as plain data and as Markdown, for the API."""

from rules_docs.models import EditionText, RuleDocument, SectionText
from rules_docs.reading import reader
from rules_docs.reading.freshness import FRESH, MISSING, STALE, word_diff
from rules_docs.search import live_index
from rules_docs.text import markup, text_file


def summary(document: RuleDocument, language: str, url: str) -> dict:
    titles = reader.published(document)
    shown = titles.get(language) or titles.get(document.pivot) or next(iter(titles.values()))
    return {
        "document": document.slug,
        "title": shown.title,
        "summary": shown.summary,
        "language": shown.language,
        "languages": list(titles),
        "pivot": document.pivot,
        "rights": document.rights,
        "edition": document.edition,
        "players": [document.players_min, document.players_max],
        "minutes": [document.minutes_min, document.minutes_max],
        "age": document.age,
        "external_ids": {"bgg": document.bgg} if document.bgg else {},
        "url": url,
    }


def whole(found: reader.Reading) -> dict:
    """All sections with freshness and rulings, and the glossary."""
    return {
        "subtitle": found.title.subtitle,
        "reading_minutes": found.minutes,
        "sections": [section(row) for row in found.rows],
        "terms": [{"key": word.key, "section": word.section, "names": word.names} for word in found.words],
        "sources": list(found.document.sources.values("language", "publisher", "year", "credits", "url")),
    }


def section(row: reader.Row) -> dict:
    cell = row.cells[0]
    return {
        "key": row.key,
        "level": row.level,
        "kind": row.kind,
        "players": row.players,
        "heading": cell.heading,
        "language": cell.language,
        "freshness": MISSING if cell.is_fallback else STALE if cell.is_stale else FRESH,
        "revision": cell.revision,
        "excerpt": markup.excerpt(cell.plain),
        "html": cell.html,
        "rulings": [
            {
                "key": answer.key,
                "kind": answer.kind,
                "language": answer.language,
                "question": answer.question,
                "html": answer.html,
            }
            for answer in row.answers
        ],
    }


def result(found: live_index.Result) -> dict:
    return {
        "document": found.document,
        "title": found.title,
        "key": found.key,
        "heading": found.heading,
        "language": found.language,
        "kind": found.kind,
        "url": found.url,
        "excerpt": [{"text": piece.text, "found": piece.is_found} for piece in found.pieces],
    }


def markdown(document: RuleDocument, language: str) -> str:
    """The text as its authors write it; sections that are not translated stand in the pivot's language."""
    title = reader.published(document)[language]
    texts: dict[str, dict[str, SectionText]] = {}
    for text in SectionText.objects.of(document, [language, document.pivot]):
        texts.setdefault(text.section.key, {})[text.language] = text
    parts = []
    for key, found in texts.items():
        text = found.get(language) or found[document.pivot]
        parts.append(text_file.Part(key, text.section.level, text.heading, text.body))
    return text_file.join({"title": title.title, "subtitle": title.subtitle, "summary": title.summary}, parts)


# --- differences -----------------------------------------------------------------------------------------------------


def wording(document: RuleDocument, number: int, language: str) -> dict[str, tuple[str, str]] | None:
    """Key → heading and Markdown of an edition, or of today's text for 0; None when there is no such reading."""
    if number == 0:
        texts = SectionText.objects.of(document, [language])
        return {text.section.key: (text.heading, text.body) for text in texts} or None
    text = EditionText.objects.filter(edition__document=document, edition__number=number, language=language).first()
    return text and {part["key"]: (part["heading"], part["body"]) for part in text.sections}


def differences(old: dict[str, tuple[str, str]], new: dict[str, tuple[str, str]]) -> list[dict]:
    """Only the sections that differ, in the new order, then those that are gone."""
    found = []
    for key in [*new, *(key for key in old if key not in new)]:
        before, after = old.get(key, ("", "")), new.get(key, ("", ""))
        if before != after:
            state = "added" if key not in old else "removed" if key not in new else "changed"
            pieces = word_diff(_words(before, after), _words(after, before))
            found.append({"key": key, "heading": after[0] or before[0], "state": state, "pieces": pieces})
    return found


def _words(mine: tuple[str, str], other: tuple[str, str]) -> str:
    """The wording; the heading stands over it anyway, and is only repeated when it changed."""
    heading = mine[0] if mine[0] != other[0] else ""
    return "\n\n".join(filter(None, (heading, markup.wording(mine[1]))))
