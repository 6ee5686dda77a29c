"""The models of the rules."""

from rules_docs.models.diagrams import Diagram, Drawing
from rules_docs.models.documents import Rights, RuleDocument, Section, SectionKind, Source, Translation
from rules_docs.models.editions import Edition, EditionText
from rules_docs.models.glossary import Term, TermName
from rules_docs.models.loading import LoadedPlace
from rules_docs.models.reports import Report, Takedown
from rules_docs.models.rulings import Ruling, RulingKind, RulingText
from rules_docs.models.search import SearchEntry, SearchState
from rules_docs.models.sheets import Extract
from rules_docs.models.texts import ChangeKind, SectionRevision, SectionText, SectionTextQuerySet

__all__ = [
    "ChangeKind",
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
