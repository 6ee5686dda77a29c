"""Writes a whole rule as CommonMark, for programs and people who do not know the markup of its authors."""

from rules_docs.editing.markup_contexts import load_context
from rules_docs.models import RuleDocument, SectionText
from rules_docs.reading.section_formats import absolute_in
from rules_docs.reading.titles import list_titles
from rules_docs.text.markup.common_mark import write_common_mark


def export_markdown(document: RuleDocument, language: str) -> str:
    """The whole text in a published language.

    A section without a translation is in the pivot, the language that decides the sense.
    """
    texts_by_key: dict[str, dict[str, SectionText]] = {}
    for text in SectionText.objects.of(document, [language, document.pivot]):
        texts_by_key.setdefault(text.section.key, {})[text.language] = text
    contexts = {code: load_context(document, code) for code in {language, document.pivot}}
    title = list_titles(document)[language]
    parts = [f"# {title.title}\n", *(f"{line}\n" for line in (title.subtitle, title.summary) if line)]
    for texts_by_language in texts_by_key.values():
        text = texts_by_language.get(language) or texts_by_language[document.pivot]
        make_absolute = absolute_in(document.slug, text.language)
        signs = "#" * (text.section.level + 1)
        body = write_common_mark(text.body, contexts[text.language], make_absolute)
        parts.append(f"{signs} {text.heading}\n\n{body}")
    return "\n".join(parts)
