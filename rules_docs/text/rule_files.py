"""One rule as its files have it, with the faults that were found in them. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_docs.text.faults import Fault, FileFault
from rules_docs.text.text_file import TextFile

SKELETON_FILE = "rule.toml"


@dataclass
class RuleFiles:
    """The content of a rule's folder.

    `skeleton` is rule.toml: everything without a language, the glossary, the rulings and the words of the
    diagrams. `texts` are by language, `diagram_templates` by the name of the diagram.
    """

    folder_name: str
    languages: Sequence[str]  # the languages in which there may be texts, in their order
    skeleton: dict[str, Any] = field(default_factory=dict)
    skeleton_source: str = ""
    texts: dict[str, TextFile] = field(default_factory=dict)
    diagram_templates: dict[str, str] = field(default_factory=dict)
    faults: list[FileFault] = field(default_factory=list)

    @property
    def slug(self) -> str:
        return str(self.skeleton["slug"])

    def get_tables(self, name: str) -> list[dict[str, Any]]:
        """The tables `[[name]]` of rule.toml: its sections, terms, rulings or sources."""
        tables = self.skeleton.get(name, [])
        if not isinstance(tables, list):
            return []
        return [table for table in tables if isinstance(table, dict)]

    def list_diagram_names(self) -> list[str]:
        return list(self.skeleton.get("diagram", {}))

    def get_diagram_words(self, name: str, language: str) -> dict[str, str]:
        """The words of a diagram in one language, by the name of the label."""
        words = self.skeleton.get("diagram", {}).get(name, {}).get(language, {})
        return {label: str(word) for label, word in words.items()}

    def label_file(self, file: str) -> str:
        """The name of a file of this folder in messages."""
        return f"{self.folder_name}/{file}"

    def add_fault(self, file: str, line: int, code: str, **params: object) -> None:
        self.faults.append(FileFault(self.label_file(file), Fault.at(line, code, **params)))

    def add_skeleton_fault(self, line: int, code: str, **params: object) -> None:
        self.add_fault(SKELETON_FILE, line, code, **params)

    def find_line(self, *words: object) -> int:
        """The line of rule.toml with the last of these words, each searched for after the previous one.

        It is searched for, because the TOML library does not say on which line a value stands.
        """
        position = 0
        for word in words:
            index = self.skeleton_source.find(str(word), position)
            if index >= 0:
                position = index
        return self.skeleton_source.count("\n", 0, position) + 1

    def find_heading_line(self, section_key: str, language: str) -> int:
        """The line of the heading of a section in the text of a language."""
        sections = self.texts[language].sections
        return next(section.heading_line for section in sections if section.key == section_key)

    def find_last_line(self, word: str) -> int:
        """The line of rule.toml with the last occurrence of a word."""
        position = self.skeleton_source.rfind(word)
        return self.skeleton_source.count("\n", 0, position) + 1
