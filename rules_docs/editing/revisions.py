"""Writes the texts of sections. Each saved text appends a revision, and decides which translations are fresh.

The pivot of a rule (`RuleDocument.pivot`) is the language that decides its sense; texts in other languages
are translations of it. The `meaning` of a text in the pivot is a counter: it rises with each change of sense.
The `checked_meaning` of a translation is the value of this counter when the translation was last compared
with the pivot. `reading/freshness.py` compares the two numbers.
"""

from functools import partial

from django.db import transaction
from django.db.models import F

from escale.common import audit
from rules_docs.editing.markup_contexts import load_context
from rules_docs.models import ChangeKind, RuleDocument, RulingText, Section, SectionRevision, SectionText
from rules_docs.reading import reader_cache
from rules_docs.search import index_writer
from rules_docs.text.markup.context import MarkupContext
from rules_docs.text.markup.html_renderer import render_html


def raise_stamp(document: RuleDocument) -> None:
    """Raises the stamp of the rule after a visible change, so that readers load the rule again."""
    RuleDocument.objects.filter(pk=document.pk).update(stamp=F("stamp") + 1)
    # The cached stamp is deleted now, for reads in this transaction, and after the commit, for all others.
    reader_cache.delete_stamp(document.slug)
    transaction.on_commit(partial(reader_cache.delete_stamp, document.slug))


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
    context: MarkupContext | None = None,
) -> SectionText:
    """Saves one section in one language and appends its revision.

    Raises MarkupError if the text has faults. Callers that save many texts load the `context` once.
    """
    document = section.document
    rendered = render_html(body, context or load_context(document, language))
    text = SectionText.objects.select_for_update().filter(section=section, language=language).first()
    is_new = text is None
    if is_new:
        text = SectionText(section=section, language=language)
    text.heading = heading
    text.body = body
    text.html = rendered.html
    text.plain = rendered.plain
    _update_meanings(text, kind=kind, is_new=is_new, is_pivot=language == document.pivot)
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
    raise_stamp(document)
    return text


def _update_meanings(text: SectionText, *, kind: str, is_new: bool, is_pivot: bool) -> None:
    """Counts a change of sense in the pivot, which makes the translations stale.

    A translation that is saved for the first time, or whose sense is changed, is fresh from then on, because
    its author has compared it with the pivot. A corrected typo does not change the sense.
    """
    changes_sense = kind != ChangeKind.EDITORIAL
    if is_pivot:
        if changes_sense and not is_new:  # The counter of a new text is already 1.
            text.meaning += 1
        text.checked_meaning = text.meaning  # A text in the pivot is always fresh.
    elif is_new or changes_sense:
        text.checked_meaning = load_pivot_meaning(text.section)


def load_pivot_meaning(section: Section) -> int:
    """The meaning of the section in the pivot; 0 if the pivot has no text."""
    pivot_text = SectionText.objects.filter(section=section, language=section.document.pivot).first()
    return pivot_text.meaning if pivot_text else 0


class EditConflict(Exception):
    """Raised if somebody else saved the text since its editor was opened."""


@transaction.atomic
def edit_text(
    *, section: Section, language: str, expected_revision: int | None = None, author=None, **text_values
) -> SectionText:
    """Saves one edit made on the site, with `save_text`; also updates the search index and the audit log.

    Raises EditConflict if the text no longer has the `expected_revision`; 0 stands for a missing text.
    """
    # If two people save at the same time, the lock makes the second one wait, and then get the conflict.
    former_text = SectionText.objects.select_for_update().filter(section=section, language=language).first()
    former_revision = former_text.revision if former_text else 0
    if expected_revision is not None and expected_revision != former_revision:
        raise EditConflict
    text = save_text(section=section, language=language, author=author, **text_values)
    audit.record(
        who=author,
        action=audit.CHANGE if former_text else audit.ADD,
        thing=text,
        before=_list_audited_values(former_text),
        after=_list_audited_values(text),
    )
    index_writer.index_document(text.section.document)
    return text


def _list_audited_values(text: SectionText | None) -> dict[str, str]:
    """The values of a text for the audit log: only its words, because everything else follows from them."""
    return {"heading": text.heading, "body": text.body} if text else {}


@transaction.atomic
def mark_checked(*, text: SectionText, who=None) -> None:
    """Makes a translation fresh without changing it, because somebody compared it with the pivot."""
    former_values = {"checked_meaning": text.checked_meaning}
    new_values = {"checked_meaning": load_pivot_meaning(text.section)}
    SectionText.objects.filter(pk=text.pk).update(**new_values)
    audit.record(who=who, action=audit.CHANGE, thing=text, before=former_values, after=new_values)
    raise_stamp(text.section.document)


def restore_revision(*, revision: SectionRevision, kind: str, author=None) -> SectionText:
    """Saves the words of a former revision as a new one; the history is not changed."""
    return edit_text(
        section=revision.text.section,
        language=revision.text.language,
        heading=revision.heading,
        body=revision.body,
        kind=kind,
        author=author,
        note=f"r{revision.number}",  # "restored from revision 7" is noted as "r7"
    )


@transaction.atomic
def render_document(document: RuleDocument) -> None:
    """Renders every text of a rule again, after terms, diagrams or rulings changed; raises MarkupError."""
    for language in document.translations.values_list("language", flat=True):
        context = load_context(document, language)
        for text in SectionText.objects.filter(section__document=document, language=language):
            rendered = render_html(text.body, context)
            if (rendered.html, rendered.plain) != (text.html, text.plain):
                SectionText.objects.filter(pk=text.pk).update(html=rendered.html, plain=rendered.plain)
        for text in RulingText.objects.filter(ruling__document=document, language=language):
            html = render_html(text.answer, context).html
            if html != text.html:
                RulingText.objects.filter(pk=text.pk).update(html=html)
    index_writer.index_document(document)
    raise_stamp(document)
