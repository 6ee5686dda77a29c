"""Loads from the database everything to which the markup of a rule may refer."""

from functools import lru_cache, partial

from django.urls import reverse
from django.utils.translation import gettext, override, pgettext

from escale.common.text.typography import apply_spacing
from rules_docs.models import Drawing, RuleDocument, TermName
from rules_docs.text.markup.context import MarkupContext, Picture


def load_context(document: RuleDocument, language: str) -> MarkupContext:
    """The context of a text of this rule in one language."""
    names = TermName.objects.filter(term__document=document, language=language, preferred=True)
    return MarkupContext(
        section_keys=frozenset(document.sections.values_list("key", flat=True)),
        term_names=dict(names.values_list("term__key", "name")),
        pictures=_load_pictures(document, language),
        labels=_translate_labels(language),
        apply_spacing=partial(apply_spacing, language=language),
    )


def _load_pictures(document: RuleDocument, language: str) -> dict[str, Picture]:
    """The current drawings by the name of their diagram."""
    drawings = Drawing.objects.filter(diagram__document=document, language=language, current=True)
    pictures = {}
    for drawing in drawings.select_related("diagram").defer("svg", "diagram__template"):
        url = reverse("rules_drawing", args=[drawing.digest])
        picture = Picture(url=url, alt=drawing.alt, width=drawing.width, height=drawing.height)
        pictures[drawing.diagram.name] = picture
    return pictures


@lru_cache
def _translate_labels(language: str) -> dict[str, str]:
    """The words that the HTML of a text adds to those of its author."""
    with override(language):
        return {
            "example": gettext("Example"),
            "note": pgettext("block of a rule", "Note"),
            "players": gettext("With {n} players"),
        }
