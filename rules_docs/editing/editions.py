"""Freezes editions of a rule, so that a match can be judged by the text with which it began."""

from django.db import transaction

from rules_docs.editing import revisions
from rules_docs.models import Edition, EditionText, RuleDocument, Section, SectionText, Translation
from rules_docs.reading import reader_cache
from rules_docs.text.markup.plain_text import make_excerpt


@transaction.atomic
def freeze_edition(*, document: RuleDocument, number: int | None = None, note: str = "") -> Edition:
    """Copies every published language into a new edition.

    A missing section is taken from the pivot, the language that decides the sense.
    """
    document = RuleDocument.objects.select_for_update().get(pk=document.pk)
    edition = Edition.objects.create(document=document, number=number or document.edition + 1, note=note)
    texts: dict[str, dict[str, SectionText]] = {}  # by language, then by section key
    for text in SectionText.objects.filter(section__document=document).select_related("section"):
        texts.setdefault(text.language, {})[text.section.key] = text
    sections = list(document.sections.all())
    pivot_texts = texts.get(document.pivot, {})
    for translation in document.translations.filter(published=True):
        texts_by_key = pivot_texts | texts.get(translation.language, {})
        _freeze_translation(edition, translation, sections, texts_by_key)
    RuleDocument.objects.filter(pk=document.pk).update(edition=edition.number)
    reader_cache.delete_edition(document.slug)
    revisions.raise_stamp(document)
    return edition


def _freeze_translation(
    edition: Edition, translation: Translation, sections: list[Section], texts_by_key: dict[str, SectionText]
) -> None:
    frozen_sections = []
    for section in sections:
        if section.key in texts_by_key:
            frozen_sections.append(_freeze_section(section, texts_by_key[section.key]))
    EditionText.objects.create(
        edition=edition,
        language=translation.language,
        title=translation.title,
        subtitle=translation.subtitle,
        summary=translation.summary,
        sections=frozen_sections,
    )


def _freeze_section(section: Section, text: SectionText) -> dict:
    """A section as plain data, which later changes of the rule do not affect."""
    return {
        "key": section.key,
        "level": section.level,
        "kind": section.kind,
        "players": section.players,
        "language": text.language,
        "heading": text.heading,
        "body": text.body,
        "html": text.html,
        "revision": text.revision,
        "excerpt": make_excerpt(text.plain),
    }
