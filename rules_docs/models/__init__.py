"""Rule documents: a skeleton without language, one text per language and section, and all that happened to them."""

from rules_docs.models.desk import Extract, LoadedPlace, Report, SearchEntry, SearchState, Takedown
from rules_docs.models.documents import (
    Change,
    Edition,
    EditionText,
    Rights,
    RuleDocument,
    Section,
    SectionKind,
    SectionRevision,
    SectionText,
    SectionTextQuerySet,
    Source,
    Translation,
)
from rules_docs.models.words import Diagram, Drawing, Ruling, RulingKind, RulingText, Term, TermName

__all__ = [
    "Change",
    "Diagram",
    "Drawing",
    "Edition",
    "EditionText",
    "Extract",
    "LoadedPlace",
    "Report",
    "Rights",
    "RuleDocument",
    "Ruling",
    "RulingKind",
    "RulingText",
    "SearchEntry",
    "SearchState",
    "Section",
    "SectionKind",
    "SectionRevision",
    "SectionText",
    "SectionTextQuerySet",
    "Source",
    "Takedown",
    "Term",
    "TermName",
    "Translation",
]
