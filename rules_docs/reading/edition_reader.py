"""Reads a frozen edition as its readers see it: only what was frozen, without today's rulings."""

from escale.common.text.typography import apply_spacing
from rules_docs.models import EditionText, RuleDocument, Translation
from rules_docs.reading.glossary import load_glossary
from rules_docs.reading.reader import Reading, SectionCell, SectionRow
from rules_docs.reading.titles import choose_title
from rules_docs.text.markup.html_renderer import link_former_terms


def read_edition(document: RuleDocument, number: int, language: str) -> Reading | None:
    """An edition in the reader's language, else in the pivot, else in any language.

    None without such an edition.
    """
    texts = EditionText.objects.filter(edition__document=document, edition__number=number)
    texts_by_language = {text.language: text for text in texts.select_related("edition")}
    if not texts_by_language:
        return None
    titles = {language: _create_title(document, text) for language, text in texts_by_language.items()}
    title = choose_title(titles, document, language)
    text = texts_by_language[title.language]
    return Reading(
        document=document,
        language=text.language,
        second_language=None,
        title=title,
        titles=titles,
        rows=[_create_row(section, text.language) for section in text.sections],
        words=load_glossary(document, [text.language]),
        edition=text.edition,
    )


def _create_title(document: RuleDocument, text: EditionText) -> Translation:
    """The title page of that time, as a model that is not saved."""
    return Translation(
        document=document,
        language=text.language,
        title=text.title,
        subtitle=text.subtitle,
        summary=text.summary,
    )


def _create_row(frozen_section: dict, column_language: str) -> SectionRow:
    cell = SectionCell(
        heading=apply_spacing(frozen_section["heading"], frozen_section["language"]),
        html=link_former_terms(frozen_section["html"]),
        language=frozen_section["language"],
        column_language=column_language,
        plain=frozen_section["body"],
        revision=frozen_section["revision"],
    )
    return SectionRow(
        key=frozen_section["key"],
        level=frozen_section["level"],
        kind=frozen_section["kind"],
        players=frozen_section["players"],
        cells=[cell],
    )
