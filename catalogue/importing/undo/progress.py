"""What the undo of an import has done so far. It is stored with the job after each step."""

from dataclasses import asdict, dataclass, field
from typing import Any

MAX_NAMED = 5_000  # titles and boxes that stayed and are listed; the others are only counted

# The reasons why a title or box stayed.
CHANGED = "changed"  # It was changed after the import.
USED = "used"  # It was lent, reserved or counted, or something else refers to it.
TAKEN = "taken"  # Another title or box has its former number or name now.
GONE = "gone"  # It was removed after the import.


@dataclass(slots=True)
class Progress:
    # The versions that the import and its undo made. If a title has another version, somebody has changed it.
    versions: list[int] = field(default_factory=list)
    # The primary keys of the titles that somebody has changed since the import.
    touched_titles: list[int] = field(default_factory=list)
    titles_removed: int = 0
    boxes_removed: int = 0
    rows_restored: int = 0
    kept: int = 0
    # The title, the box ("" for the title itself), the reason and the fields of what stayed.
    named: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def from_json(cls, values: dict[str, Any] | None) -> "Progress":
        return cls(**(values or {}))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def note_staying(
        self, *, title: str, reason: str, box: str = "", fields: list[str] | None = None
    ) -> None:
        """Notes that a title or box stays, and why."""
        self.kept += 1
        if len(self.named) < MAX_NAMED:
            self.named.append({"title": title, "box": box, "reason": reason, "fields": fields or []})
