"""The reason why a row or a file is refused; and the report of an import, with counts and refused rows."""

from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

MAX_LISTED = 10_000  # refused rows; further ones are only counted


class FileProblem(ValueError):
    """The reason why something cannot be imported: an English message, and the values of its placeholders."""

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.params = params

    def with_headers(self, headers: str) -> "FileProblem":
        """The same problem, with these headers before its text, unless it names a column itself."""
        if "column" in self.params:
            return self
        return FileProblem(self.message, **self.params, headers=headers)

    def text(self, translate: Callable[[str], str] = str) -> str:
        reason = translate(self.message).format(**self.params)
        if headers := self.params.get("headers"):
            return translate(_("{headers}: {reason}")).format(headers=headers, reason=reason)
        return reason

    def without_values(self) -> "FileProblem":
        """The same problem with an ellipsis for each value. It is equal for all rows with the same cause."""
        hidden_values = {name: "…" for name in self.params if name not in ("headers", "column")}
        return FileProblem(self.message, **self.params | hidden_values)

    def text_without_values(self) -> str:
        return self.without_values().text()

    def to_json(self) -> dict[str, Any]:
        """The message and its parameters. The language is chosen when the problem is shown."""
        params = {}
        for name, value in self.params.items():
            params[name] = value if isinstance(value, int | float | str) else str(value)
        return {"message": self.message, "params": params}

    def __str__(self) -> str:
        return self.text()


def count_filled(cells: Sequence[str]) -> int:
    return len(cells) - cells.count("")


@dataclass(slots=True)
class CellCounts:
    """What becomes of the filled cells of a file: each is in `total` and in exactly one of the others."""

    total: int = 0
    read: int = 0
    unchanged: int = 0  # in rows that are the same as at the last import, and are not read again
    unreadable: int = 0
    refused: int = 0  # in rows that were refused
    passed_over: int = 0  # in rows that the filter of the format leaves out
    unread: Counter[str] = field(default_factory=Counter)  # header -> cells in a column without a meaning

    def to_json(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "read": self.read,
            "unchanged": self.unchanged,
            "unreadable": self.unreadable,
            "refused": self.refused,
            "passed_over": self.passed_over,
            "unread": dict(self.unread),
        }


@dataclass(slots=True)
class Report:
    """The counts of an import. Each row counts as created, updated, unchanged, passed over or refused.

    A row is passed over if the filter of the format excludes it, such as a game that the user does not own.
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
    kept: int = 0  # fields whose value in the catalogue was kept, although the file has another one
    cells: CellCounts = field(default_factory=CellCounts)
    # The line and the problem of each refused row.
    refusals: list[tuple[int, FileProblem]] = field(default_factory=list)
    notes: list[tuple[int, FileProblem]] = field(default_factory=list)
    passed_over_because: str = ""
    unread: list[str] = field(default_factory=list)  # the headers of columns that the importer does not read

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
        """Removes the notes about these lines, from the note with this index on."""
        self.notes[first:] = [note for note in self.notes[first:] if note[0] not in lines]
