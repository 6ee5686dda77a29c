"""What an import did, row by row where something was refused."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

KEPT = 10_000  # DeskRefusal rows that are told one by one; beyond, they are only counted.


class Wrong(ValueError):
    """Why a file, a row or a cell cannot be taken: an English msgid and what to fill in."""

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.params = params

    def within(self, headers: str) -> "Wrong":
        """The same, said of the columns with these headers, where it does not name its column itself."""
        return self if "column" in self.params else Wrong(self.message, **self.params, headers=headers)

    def text(self, translate: Callable[[str], str] = str) -> str:
        told = translate(self.message).format(**self.params)
        if headers := self.params.get("headers"):
            return translate(_("{headers}: {reason}")).format(headers=headers, reason=told)
        return told

    def kind(self) -> str:
        """What rows that are refused for the same reason have in common."""
        cells = {name: "…" for name in self.params if name not in ("headers", "column")}
        return Wrong(self.message, **self.params | cells).text()

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
