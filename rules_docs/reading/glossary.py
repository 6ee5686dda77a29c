"""Loads the glossary of a rule: its terms with their names and meanings."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from escale.common import languages
from escale.common.text.folding import fold
from escale.common.text.typography import apply_spacing
from rules_docs.models import RuleDocument, TermName


class GlossaryEntry(NamedTuple):
    """A term in one language."""

    language: str
    name: str
    meaning: str


@dataclass
class GlossaryWord:
    """A term with its names and meanings by language, and the key of the section that explains it.

    `entries` has an entry for each language that the reader sees.
    """

    key: str
    section_key: str | None
    names: dict[str, str]
    meanings: dict[str, str]
    entries: list[GlossaryEntry] = field(default_factory=list)

    @property
    def other_names(self) -> dict[str, str]:
        """The names in the languages without an entry."""
        shown = {entry.language for entry in self.entries}
        return {language: name for language, name in self.names.items() if language not in shown}


def load_glossary(document: RuleDocument, column_languages: Sequence[str]) -> list[GlossaryWord]:
    """The terms of a rule with their preferred names, and with an entry in each of these languages."""
    names = TermName.objects.filter(term__document=document, preferred=True).select_related("term__section")
    words: dict[str, GlossaryWord] = {}
    for name in names.order_by("term__key"):
        term = name.term
        if term.key not in words:
            section_key = term.section.key if term.section else None
            words[term.key] = GlossaryWord(key=term.key, section_key=section_key, names={}, meanings={})
        words[term.key].names[name.language] = name.name
        if name.meaning:
            words[term.key].meanings[name.language] = apply_spacing(name.meaning, name.language)
    for word in words.values():
        word.names = {language: word.names[language] for language in languages.in_order(word.names)}
        for language in column_languages:
            if language in word.names:
                entry = GlossaryEntry(language, word.names[language], word.meanings.get(language, ""))
                word.entries.append(entry)
    return sorted(words.values(), key=lambda word: fold(word.names.get(column_languages[0], "")))
