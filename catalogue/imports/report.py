"""What an import did, row by row where something was refused."""

from collections.abc import Callable
from dataclasses import dataclass, field

KEPT = 10_000  # Refused rows that are told one by one; beyond, they are only counted.


class Wrong(ValueError):
    """Why a file, a row or a cell cannot be taken: an English msgid and what to fill in."""

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.params = params

    def text(self, translate: Callable[[str], str] = str) -> str:
        return translate(self.message).format(**self.params)

    def __str__(self) -> str:
        return self.text()


@dataclass(slots=True)
class Report:
    """Rows are counted once: created, updated, unchanged, passed over (nothing for us in them) or refused."""

    format: str
    dry_run: bool = False
    rows: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    passed_over: int = 0
    refused: int = 0
    copies_created: int = 0
    refusals: list[tuple[int, Wrong]] = field(default_factory=list)
    notes: list[tuple[int, Wrong]] = field(default_factory=list)
    passed_over_because: str = ""
    unread: list[str] = field(default_factory=list)  # Headers that nobody here understands.

    def refuse(self, line: int, wrong: Wrong) -> None:
        self.rows += 1
        self.refused += 1
        if len(self.refusals) < KEPT:
            self.refusals.append((line, wrong))

    def note(self, line: int, wrong: Wrong) -> None:
        if len(self.notes) < KEPT:
            self.notes.append((line, wrong))
