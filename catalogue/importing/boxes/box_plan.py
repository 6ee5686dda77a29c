"""The boxes that a batch of an import will create or change."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any

from catalogue.importing.file.sheet import TitleRow
from catalogue.models import Copy

# The values that identify a box, the most reliable first. `pk` comes from a `box_id` of this collection.
NUMBER_FIELDS = ("pk", "source_id", "inventory_number")
BoxValues = dict[str, Any]  # field -> value; a shelf is given by its code
Number = tuple[str, Any]  # one of NUMBER_FIELDS, and its value


@dataclass(frozen=True, slots=True)
class NewBox:
    row: TitleRow
    values: BoxValues


@dataclass(frozen=True, slots=True)
class ChangedBox:
    row: TitleRow
    copy: Copy
    values: BoxValues

    @property
    def is_renumbered(self) -> bool:
        number = self.values.get("inventory_number")
        return number is not None and number != self.copy.inventory_number


@dataclass(slots=True)
class BoxPlan:
    """The boxes that a batch will create or change."""

    new_boxes: list[NewBox] = field(default_factory=list)
    changed_boxes: list[ChangedBox] = field(default_factory=list)
    changed_fields: set[str] = field(default_factory=set)
    shelf_pk_by_code: dict[str, int] = field(default_factory=dict)

    def renumbered_pks(self) -> set[int]:
        """The primary keys of the boxes that get another inventory number."""
        return {box.copy.pk for box in self.changed_boxes if box.is_renumbered}

    def rows(self) -> set[TitleRow]:
        return {box.row for box in (*self.new_boxes, *self.changed_boxes)}

    def list_changes(self) -> Iterator[tuple[TitleRow, str, Any, Any]]:
        """Yields each change in a stored box: the row, the field, the value before and the value after."""
        for box in self.changed_boxes:
            for name in sorted(find_changed_fields(box.copy, box.values, self.shelf_pk_by_code)):
                yield box.row, name, self.find_value(box.copy, name), box.values[name]

    def find_value(self, copy: Copy, name: str) -> Any:
        """The stored value of the field; of the shelf, its code."""
        if name != "shelf":
            return getattr(copy, name)
        return next((code for code, pk in self.shelf_pk_by_code.items() if pk == copy.shelf_id), None)

    def keep_rows(self, rows: Container[TitleRow]) -> None:
        """Removes the boxes of all other rows."""
        self.new_boxes = [box for box in self.new_boxes if box.row in rows]
        self.changed_boxes = [box for box in self.changed_boxes if box.row in rows]


def find_changed_fields(copy: Copy, values: BoxValues, shelf_pk_by_code: dict[str, int]) -> set[str]:
    """The fields in which the row differs from the stored box."""
    fields = {name for name, value in values.items() if name != "shelf" and value != getattr(copy, name)}
    if "shelf" in values:
        shelf_pk = shelf_pk_by_code.get(values["shelf"])
        if shelf_pk is None or shelf_pk != copy.shelf_id:
            fields.add("shelf")
    return fields
