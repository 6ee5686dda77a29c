"""Showing a text to readers, or withholding it; and keeping what sheets say private."""

from django.db import transaction
from django.utils import timezone

from escale.common import audit
from rules_docs.editing import extracting, revisions
from rules_docs.models import Extract, Rights, RuleDocument, SectionText, Takedown, Translation
from rules_docs.search import live_index
from rules_docs.text import originality, printed_sheet


class TooClose(Exception):
    """A text that calls itself our own is too near a sheet."""

    def __init__(self, meter: originality.Meter) -> None:
        super().__init__(meter)
        self.meter = meter


def meter(document: RuleDocument, language: str) -> originality.Meter:
    """Our text in one language against every sheet that was read for this rule."""
    texts = SectionText.objects.filter(section__document=document, language=language).order_by("section__position")
    own = "\n".join(texts.values_list("plain", flat=True))
    sources = {extract.name: extract.text for extract in document.extracts.all()}
    return originality.compare(own, sources)


@transaction.atomic
def publish(*, translation: Translation, reason: str = "", who=None) -> None:
    """Shows a language to readers. What we call our own words must be that, unless somebody gives a reason."""
    document = translation.document
    if document.rights == Rights.REWRITE:
        measured = meter(document, translation.language)
        if measured.is_too_close and not (reason or document.originality_reason):
            raise TooClose(measured)
        if reason:
            RuleDocument.objects.filter(pk=document.pk).update(originality_reason=reason)
    _show(translation, True, who)


def unpublish(*, translation: Translation, who=None) -> None:
    _show(translation, False, who)


@transaction.atomic
def _show(translation: Translation, is_published: bool, who) -> None:
    old, new = {"published": translation.published}, {"published": is_published}
    Translation.objects.filter(pk=translation.pk).update(published=is_published)
    live_index.index_document(translation.document)
    revisions.touch(translation.document)
    audit.record(who=who, action=audit.CHANGE, thing=translation, before=old, after=new)


@transaction.atomic
def decide(*, notice: Takedown) -> None:
    """The state of a notice was changed: the text goes or returns, and the day is kept."""
    is_away = {Takedown.State.WITHHELD: True, Takedown.State.UPHELD: True, Takedown.State.REJECTED: False}
    if notice.state in is_away:
        document = notice.document
        others = document.takedowns.filter(state__in=[Takedown.State.WITHHELD, Takedown.State.UPHELD])
        document.withheld = is_away[notice.state] or others.exclude(pk=notice.pk).exists()
        document.save(update_fields=["withheld"])
        live_index.index_document(document)
        revisions.touch(document)
    Takedown.objects.filter(pk=notice.pk).update(decided=timezone.now())


def read_sheet(*, document: RuleDocument, language: str, name: str, content: bytes) -> Extract:
    """Keeps the text of a sheet, private, with its headings mapped to our sections as far as we can guess."""
    pages = extracting.pages(content)
    text = printed_sheet.clean(pages)
    if not text:
        raise extracting.Refused("no_text")
    found = printed_sheet.headings(text)
    sections = {
        text.section.key: f"{text.heading}\n{text.plain}" for text in SectionText.objects.of(document, [language])
    }
    rows = [
        {
            "text": heading.text[:200],
            "line": heading.line,
            "key": printed_sheet.propose(heading.text, printed_sheet.segment(text, found, index), language, sections),
        }
        for index, heading in enumerate(found)
    ]
    flags = [flag._asdict() for flag in printed_sheet.flags(text)]
    return Extract.objects.create(
        document=document, language=language, name=name[:160], pages=len(pages), text=text, headings=rows, flags=flags
    )


def mapped(extract: Extract) -> dict[str, str]:
    """Section key → what the sheet says about it."""
    found = [printed_sheet.Heading(row["text"], row["line"]) for row in extract.headings]
    parts: dict[str, str] = {}
    for index, row in enumerate(extract.headings):
        if row["key"]:
            passage = f"{row['text']}\n{printed_sheet.segment(extract.text, found, index)}"
            parts[row["key"]] = printed_sheet.joined([parts.get(row["key"], ""), passage])
    return parts


def number_flags(extract: Extract) -> list[dict]:
    """Where this sheet and one in another language say different numbers under the same section."""
    own = mapped(extract)
    found = []
    for other in extract.document.extracts.exclude(language=extract.language):
        for key, text in mapped(other).items():
            only_here, only_there = printed_sheet.differing_numbers(own.get(key, ""), text) if key in own else ([], [])
            if only_here or only_there:
                found.append({"key": key, "other": other, "here": only_here, "there": only_there})
    return found
