"""Why a row or a file is refused, and the report of an import: its counts, and every refused row."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.cell_counts import CellCounts

MAX_LISTED = 10_000  # Further refused rows are only counted.


class FileProblem(ValueError):
    """Why something cannot be imported: an English message, and the values of its placeholders."""

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.params = params

    def with_headers(self, headers: str) -> "FileProblem":
        """The same problem, which begins with these headers unless it names a column itself."""
        if "column" in self.params:
            return self
        return FileProblem(self.message, **self.params, headers=headers)

    def text(self, translate: Callable[[str], str] = str) -> str:
        reason = translate(self.message).format(**self.params)
        if headers := self.params.get("headers"):
            return translate(_("{headers}: {reason}")).format(headers=headers, reason=reason)
        return reason

    def without_values(self) -> "FileProblem":
        """The same problem with an ellipsis for each value, so that rows with one cause are told as one."""
        hidden_values = {name: "…" for name in self.params if name not in ("headers", "column")}
        return FileProblem(self.message, **self.params | hidden_values)

    def text_without_values(self) -> str:
        return self.without_values().text()

    def to_json(self) -> dict[str, Any]:
        """The message and its parameters; the reader's language is chosen when the problem is shown."""
        params = {}
        for name, value in self.params.items():
            params[name] = value if isinstance(value, int | float | str) else str(value)
        return {"message": self.message, "params": params}

    def __str__(self) -> str:
        return self.text()


@dataclass(slots=True)
class Report:
    """The counts of an import. Each row has one result: created, updated, unchanged, passed over or refused.

    The filter of a format passes over rows that are not meant for the catalogue, such as games that are not
    owned.
    """

    format: str
    dry_run: bool = False
    rows: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    passed_over: int = 0
    refused: int = 0
    copies_created: int = 0
    kept: int = 0  # fields of the catalogue that did not give way to the file
    cells: CellCounts = field(default_factory=CellCounts)
    # Line and problem of the rows that were refused, and of rows that were imported with a problem.
    refusals: list[tuple[int, FileProblem]] = field(default_factory=list)
    notes: list[tuple[int, FileProblem]] = field(default_factory=list)
    passed_over_because: str = ""
    unread: list[str] = field(default_factory=list)  # The headers of columns that the importer does not read.

    def count_row(self, *, created: bool = False, updated: bool = False) -> None:
        self.rows += 1
        if created:
            self.created += 1
        elif updated:
            self.updated += 1
        else:
            self.unchanged += 1

    def count_unchanged(self, rows: int) -> None:
        self.rows += rows
        self.unchanged += rows

    def pass_over(self) -> None:
        self.rows += 1
        self.passed_over += 1

    def refuse(self, line: int, problem: FileProblem) -> None:
        self.rows += 1
        self.refused += 1
        if len(self.refusals) < MAX_LISTED:
            self.refusals.append((line, problem))

    def note(self, line: int, problem: FileProblem) -> None:
        if len(self.notes) < MAX_LISTED:
            self.notes.append((line, problem))

    def remove_notes(self, *, lines: Container[int], first: int) -> None:
        """Take back what was noted of these lines, from the note with this index on."""
        self.notes[first:] = [note for note in self.notes[first:] if note[0] not in lines]
