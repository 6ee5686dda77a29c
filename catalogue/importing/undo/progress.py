"""What the undo of an import has done so far: it is stored with the job after each step."""

from dataclasses import asdict, dataclass, field
from typing import Any

MAX_NAMED = 5_000  # Further things that stayed are only counted.

# Why something stayed.
CHANGED = "changed"  # It was changed since.
USED = "used"  # It was lent, reserved, counted, or something else refers to it.
TAKEN = "taken"  # Another one has the number or the name that it had before.
GONE = "gone"  # It was removed since.


@dataclass(slots=True)
class Progress:
    # The versions that the import and its undo made: a title with another version was touched by somebody.
    versions: list[int] = field(default_factory=list)
    # Titles that somebody has touched since the import, by primary key.
    touched_titles: list[int] = field(default_factory=list)
    titles_removed: int = 0
    boxes_removed: int = 0
    rows_restored: int = 0
    kept: int = 0
    # Title, box ("" for the title itself), reason and fields of what stayed.
    named: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def from_json(cls, values: dict[str, Any] | None) -> "Progress":
        return cls(**(values or {}))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def keep(self, *, title: str, reason: str, box: str = "", fields: list[str] | None = None) -> None:
        """Note that something stays, and why."""
        self.kept += 1
        if len(self.named) < MAX_NAMED:
            self.named.append({"title": title, "box": box, "reason": reason, "fields": fields or []})
