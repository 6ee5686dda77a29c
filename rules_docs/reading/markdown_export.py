"""Writes a rule as Markdown, as its authors write it."""

from rules_docs.models import RuleDocument, SectionText
from rules_docs.reading.titles import list_titles
from rules_docs.text.text_file import FileSection, format_text_file


def export_markdown(document: RuleDocument, language: str) -> str:
    """The whole text in a published language.

    A section without a translation is in the pivot, the language that decides the sense.
    """
    texts_by_key: dict[str, dict[str, SectionText]] = {}
    for text in SectionText.objects.of(document, [language, document.pivot]):
        texts_by_key.setdefault(text.section.key, {})[text.language] = text
    sections = []
    for key, texts_by_language in texts_by_key.items():
        text = texts_by_language.get(language) or texts_by_language[document.pivot]
        sections.append(FileSection(key=key, level=text.section.level, heading=text.heading, body=text.body))
    title = list_titles(document)[language]
    front_matter = {"title": title.title, "subtitle": title.subtitle, "summary": title.summary}
    return format_text_file(front_matter, sections)
