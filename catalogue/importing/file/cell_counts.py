"""Counts what becomes of the filled cells of a file, so that the report accounts for each of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


def count_filled(cells: Sequence[str]) -> int:
    return len(cells) - cells.count("")


@dataclass(slots=True)
class CellCounts:
    """The numbers of filled cells. Each cell counts in `total` and in exactly one of the other fields."""

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
