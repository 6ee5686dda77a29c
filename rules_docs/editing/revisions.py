"""Everything that writes a rule text: saving with its revision, checking, restoring, freezing editions."""

from functools import lru_cache, partial

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext, override

from escale.common import audit
from escale.common.text.typography import spaces
from rules_docs.models import (
    Change,
    Drawing,
    Edition,
    EditionText,
    RuleDocument,
    RulingText,
    Section,
    SectionRevision,
    SectionText,
    TermName,
)
from rules_docs.search import live_index
from rules_docs.text import markup

# Readers keep a rule's stamp so long: an edit made by another process is seen that late at most.
STAMP_KEY, STAMP_SECONDS = "rule-stamp:{}", 2


@lru_cache
def words(language: str) -> dict[str, str]:
    """The few words that the HTML of a text says by itself."""
    with override(language):
        return {
            "example": gettext("Example"),
            "note": gettext("Note"),
            "players": gettext("With {n} players"),
        }


def context_of(document: RuleDocument, language: str) -> markup.Context:
    names = TermName.objects.filter(term__document=document, language=language, preferred=True)
    drawn = Drawing.objects.filter(diagram__document=document, language=language, current=True)
    return markup.Context(
        keys=frozenset(document.sections.values_list("key", flat=True)),
        terms=dict(names.values_list("term__key", "name")),
        pictures={
            drawing.diagram.name: markup.Picture(picture_url(drawing), drawing.alt, drawing.width, drawing.height)
            for drawing in drawn.select_related("diagram").defer("svg", "diagram__template")
        },
        words=words(language),
        polish=partial(spaces, language=language),
    )


def picture_url(drawing: Drawing) -> str:
    return reverse("rules_drawing", args=[drawing.digest])


def touch(document: RuleDocument) -> None:
    """Something that readers see has changed: cached pages and ETags go."""
    RuleDocument.objects.filter(pk=document.pk).update(stamp=F("stamp") + 1)
    forget = partial(cache.delete, STAMP_KEY.format(document.slug))
    forget()  # for whoever reads in this very transaction; for all others once it is there
    transaction.on_commit(forget)


@transaction.atomic
def save_text(
    *,
    section: Section,
    language: str,
    heading: str,
    body: str,
    kind: str,
    author=None,
    note: str = "",
    context: markup.Context | None = None,
) -> SectionText:
    """Saves one section in one language and appends its revision; MarkupError when the text can not be accepted.

    A change of sense in the pivot raises its `meaning`. A translation saved for its sense counts as compared
    with the pivot as it now stands; a corrected typo says nothing about that.
    """
    document = section.document
    rendered = markup.render(body, context or context_of(document, language))
    text = SectionText.objects.select_for_update().filter(section=section, language=language).first()
    is_new = text is None
    text = text or SectionText(section=section, language=language)
    text.heading, text.body, text.html, text.plain = heading, body, rendered.html, rendered.text
    if kind != Change.EDITORIAL and not is_new and language == document.pivot:
        text.meaning += 1
    if language == document.pivot:
        text.checked_meaning = text.meaning
    elif is_new or kind != Change.EDITORIAL:
        text.checked_meaning = pivot_meaning(section)
    text.revision += 1
    text.save()
    SectionRevision.objects.create(
        text=text,
        number=text.revision,
        heading=heading,
        body=body,
        kind=kind,
        meaning=text.meaning,
        note=note,
        author=author,
    )
    touch(document)
    return text


@transaction.atomic
def change_text(*, section: Section, language: str, author=None, **words_of_it) -> SectionText:
    """`save_text` for one edit on the site: search knows of it at once, and the log of staff."""
    before = SectionText.objects.filter(section=section, language=language).first()
    text = save_text(section=section, language=language, author=author, **words_of_it)
    action = audit.CHANGE if before else audit.ADD
    audit.record(who=author, action=action, thing=text, before=_told(before), after=_told(text))
    live_index.index_document(text.section.document)
    return text


def _told(text: SectionText | None) -> dict[str, str]:
    """What the log keeps of a text: its words; how they are drawn follows from them."""
    return {"heading": text.heading, "body": text.body} if text else {}


def pivot_meaning(section: Section) -> int:
    pivot = SectionText.objects.filter(section=section, language=section.document.pivot).first()
    return pivot.meaning if pivot else 0


@transaction.atomic
def mark_checked(*, text: SectionText, who=None) -> None:
    """Somebody compared the translation with the pivot and found nothing to change."""
    old, new = {"checked_meaning": text.checked_meaning}, {"checked_meaning": pivot_meaning(text.section)}
    SectionText.objects.filter(pk=text.pk).update(**new)
    audit.record(who=who, action=audit.CHANGE, thing=text, before=old, after=new)
    touch(text.section.document)


def restore(*, revision: SectionRevision, kind: str, author=None) -> SectionText:
    """An old wording becomes the newest revision; history stays as it was."""
    return change_text(
        section=revision.text.section,
        language=revision.text.language,
        heading=revision.heading,
        body=revision.body,
        kind=kind,
        author=author,
        note=f"r{revision.number}",
    )


@transaction.atomic
def render_again(document: RuleDocument) -> None:
    """After terms, diagrams or labels changed: the HTML of every text, written only where it differs."""
    for language in document.translations.values_list("language", flat=True):
        context = context_of(document, language)
        for text in SectionText.objects.filter(section__document=document, language=language):
            rendered = markup.render(text.body, context)
            if (rendered.html, rendered.text) != (text.html, text.plain):
                SectionText.objects.filter(pk=text.pk).update(html=rendered.html, plain=rendered.text)
        for text in RulingText.objects.filter(ruling__document=document, language=language):
            html = markup.render(text.answer, context).html
            if html != text.html:
                RulingText.objects.filter(pk=text.pk).update(html=html)
    live_index.index_document(document)
    touch(document)


@transaction.atomic
def publish_edition(*, document: RuleDocument, number: int | None = None, note: str = "") -> Edition:
    """Freezes what can be read now, in every published language; a missing section is frozen in the pivot's."""
    document = RuleDocument.objects.select_for_update().get(pk=document.pk)
    edition = Edition.objects.create(document=document, number=number or document.edition + 1, note=note)
    texts: dict[str, dict[str, SectionText]] = {}
    for text in SectionText.objects.filter(section__document=document).select_related("section"):
        texts.setdefault(text.language, {})[text.section.key] = text
    sections = list(document.sections.all())
    for translation in document.translations.filter(published=True):
        available = texts.get(document.pivot, {}) | texts.get(translation.language, {})
        EditionText.objects.create(
            edition=edition,
            language=translation.language,
            title=translation.title,
            subtitle=translation.subtitle,
            summary=translation.summary,
            sections=[_frozen(section, available[section.key]) for section in sections if section.key in available],
        )
    RuleDocument.objects.filter(pk=document.pk).update(edition=edition.number)
    cache.delete(f"rule-edition:{document.slug}")
    touch(document)
    return edition


def _frozen(section: Section, text: SectionText) -> dict:
    placed = {"key": section.key, "level": section.level, "kind": section.kind, "players": section.players}
    words_of = {"language": text.language, "heading": text.heading, "body": text.body, "html": text.html}
    return placed | words_of | {"revision": text.revision, "excerpt": markup.excerpt(text.plain)}
