"""Publishes or hides a language of a rule, and withholds a rule after a notice about rights."""

from django.db import transaction
from django.utils import timezone

from escale.common import audit
from rules_docs.editing import revisions
from rules_docs.models import Rights, RuleDocument, SectionText, Takedown, Translation
from rules_docs.search import index_writer
from rules_docs.text.originality import Closeness, measure_closeness

_WITHHOLDING_STATES = [Takedown.State.WITHHELD, Takedown.State.UPHELD]


class TooClose(Exception):
    """Raised if a text that counts as our own words is too close to a publisher's sheet."""

    def __init__(self, closeness: Closeness) -> None:
        super().__init__(closeness)
        self.closeness = closeness


def measure_translation(document: RuleDocument, language: str) -> Closeness:
    """How close our text in one language is to the sheets that were read for this rule."""
    texts = SectionText.objects.filter(section__document=document, language=language)
    own_text = "\n".join(texts.order_by("section__position").values_list("plain", flat=True))
    # An extract is the text of a publisher's sheet.
    sheet_texts_by_name = {extract.name: extract.text for extract in document.extracts.all()}
    return measure_closeness(own_text, sheet_texts_by_name)


@transaction.atomic
def publish_translation(*, translation: Translation, reason: str = "", who=None) -> None:
    """Publishes a language; raises TooClose for a close text without a `reason` to publish it."""
    document = translation.document
    if document.rights == Rights.REWRITE:  # The rule counts as our own words.
        closeness = measure_translation(document, translation.language)
        if closeness.is_too_close and not (reason or document.originality_reason):
            raise TooClose(closeness)
        if reason:
            RuleDocument.objects.filter(pk=document.pk).update(originality_reason=reason)
    _set_published(translation, is_published=True, who=who)


def hide_translation(*, translation: Translation, who=None) -> None:
    _set_published(translation, is_published=False, who=who)


@transaction.atomic
def _set_published(translation: Translation, *, is_published: bool, who) -> None:
    former_values = {"published": translation.published}
    new_values = {"published": is_published}
    Translation.objects.filter(pk=translation.pk).update(**new_values)
    index_writer.index_document(translation.document)
    revisions.raise_stamp(translation.document)
    audit.record(who=who, action=audit.CHANGE, thing=translation, before=former_values, after=new_values)


@transaction.atomic
def apply_takedown_state(takedown: Takedown) -> None:
    """Withholds or returns the rule according to the state of the notice, and records when that was decided.

    A rule returns only if no other notice withholds it.
    """
    if takedown.state != Takedown.State.RECEIVED:
        document = takedown.document
        document.withheld = takedown.state in _WITHHOLDING_STATES or _is_withheld_by_another(takedown)
        document.save(update_fields=["withheld"])
        index_writer.index_document(document)
        revisions.raise_stamp(document)
    Takedown.objects.filter(pk=takedown.pk).update(decided=timezone.now())


def _is_withheld_by_another(takedown: Takedown) -> bool:
    other_takedowns = takedown.document.takedowns.exclude(pk=takedown.pk)
    return other_takedowns.filter(state__in=_WITHHOLDING_STATES).exists()
