"""Compares the boxes in the rows of a file with those of the catalogue, and writes the differences.

A box is found again by its number. Boxes without a number are found by their order: the first such row of a
title is its first box in the catalogue, the second row its second box.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import TitleRow
from catalogue.importing.planning import BatchPlan, PlannedTitle
from catalogue.models import Copy, Shelf

NUMBER_FIELDS = ("inventory_number", "source_id")
BoxValues = dict[str, Any]  # Field -> value; the shelf is given by its code.
Number = tuple[str, str]  # One of NUMBER_FIELDS, and the number.


@dataclass(frozen=True, slots=True)
class NewBox:
    row: TitleRow
    values: BoxValues


@dataclass(frozen=True, slots=True)
class ChangedBox:
    row: TitleRow
    copy: Copy
    values: BoxValues


@dataclass(slots=True)
class BoxPlan:
    """The boxes that a batch will create or change."""

    new_boxes: list[NewBox] = field(default_factory=list)
    changed_boxes: list[ChangedBox] = field(default_factory=list)
    changed_fields: set[str] = field(default_factory=set)
    shelf_pk_by_code: dict[str, int] = field(default_factory=dict)

    def rows(self) -> set[TitleRow]:
        return {box.row for box in (*self.new_boxes, *self.changed_boxes)}


@dataclass(slots=True)
class StoredBoxes:
    """The boxes of the catalogue that the rows of a batch may mean."""

    by_number: dict[Number, Copy] = field(default_factory=dict)
    # Primary key of the title -> its boxes, in the order in which they were entered.
    by_title_pk: dict[int, list[Copy]] = field(default_factory=lambda: defaultdict(list))


@dataclass(slots=True)
class BoxPlanner:
    """Compares the boxes of one file with the catalogue, batch by batch."""

    fields: Sequence[str]  # The fields of boxes that the file has columns for.
    report: Report
    # The line on which each number stood first, in this batch or an earlier one.
    line_by_number: dict[Number, int] = field(default_factory=dict)
    # Primary key of the title -> how many boxes without a number the file had so far.
    unnumbered_boxes: Counter[int] = field(default_factory=Counter)

    def plan(self, plan: BatchPlan) -> BoxPlan:
        box_plan = BoxPlan(shelf_pk_by_code=dict(Shelf.objects.values_list("code", "pk")))
        boxes_by_row = {row: list(_split_by_quantity(row.box)) for row in plan.title_by_row if row.box}
        if not boxes_by_row:
            return box_plan
        stored_boxes = self._load_boxes(boxes_by_row, plan)
        for row, boxes in boxes_by_row.items():
            was_refused = row not in plan.title_by_row  # together with an earlier row of its title
            if not was_refused:
                self._plan_row(row, boxes, plan, stored_boxes, box_plan)
        return box_plan

    def _load_boxes(self, boxes_by_row: dict[TitleRow, list[BoxValues]], plan: BatchPlan) -> StoredBoxes:
        numbers: dict[str, list[str]] = {name: [] for name in NUMBER_FIELDS}
        title_pks = set()
        for row, boxes in boxes_by_row.items():
            if _find_number(row.box) is None:
                title_pks.add(plan.title_by_row[row].pk)
            for values in boxes:
                for name in NUMBER_FIELDS:
                    if name in values:
                        numbers[name].append(values[name])
        condition = Q(title__in=title_pks)
        for name in NUMBER_FIELDS:
            condition |= Q(**{f"{name}__in": numbers[name]})
        return self._index_boxes(Copy.objects.filter(condition).order_by("pk"))

    def _index_boxes(self, copies: Iterable[Copy]) -> StoredBoxes:
        stored_boxes = StoredBoxes()
        # A file with a column for inventory numbers means other boxes by the rows without a number.
        skip_numbered = "inventory_number" in self.fields
        for copy in copies:
            for name in NUMBER_FIELDS:
                if number := getattr(copy, name):
                    stored_boxes.by_number[name, number] = copy
            if not (skip_numbered and copy.inventory_number):
                stored_boxes.by_title_pk[copy.title_id].append(copy)
        return stored_boxes

    def _plan_row(
        self,
        row: TitleRow,
        boxes: list[BoxValues],
        plan: BatchPlan,
        stored_boxes: StoredBoxes,
        box_plan: BoxPlan,
    ) -> None:
        """Add the boxes of the row to the plan, or refuse the row with all its boxes."""
        title = plan.title_by_row[row]
        new_boxes, changed_boxes = [], []
        for values in boxes:
            number = _find_number(values)
            copy = self._find_copy(number, title, stored_boxes)
            if problem := self._find_contradiction(number, copy, title, row.line):
                plan.refuse(row, problem, self.report)
                return
            if copy is None:
                new_boxes.append(NewBox(row, values))
            elif fields := _find_changed_fields(copy, values, box_plan.shelf_pk_by_code):
                changed_boxes.append(ChangedBox(row, copy, values))
                box_plan.changed_fields |= fields
        box_plan.new_boxes += new_boxes
        box_plan.changed_boxes += changed_boxes

    def _find_copy(
        self,
        number: Number | None,
        title: PlannedTitle,
        stored_boxes: StoredBoxes,
    ) -> Copy | None:
        if number is not None:
            return stored_boxes.by_number.get(number)
        position = self.unnumbered_boxes[title.pk]
        self.unnumbered_boxes[title.pk] += 1
        copies = stored_boxes.by_title_pk[title.pk]
        return copies[position] if position < len(copies) else None

    def _find_contradiction(
        self, number: Number | None, copy: Copy | None, title: PlannedTitle, line: int
    ) -> FileProblem | None:
        if number is None:
            return None
        first_line = self.line_by_number.setdefault(number, line)
        if first_line != line:
            message = _("The box {number} stands in line {line} already.")
            return FileProblem(message, number=number[1], line=first_line)
        if copy is not None and copy.title_id != title.pk:
            message = _("The box {number} belongs to another title in the catalogue.")
            return FileProblem(message, number=number[1])
        return None


def _find_number(values: BoxValues) -> Number | None:
    for name in NUMBER_FIELDS:
        if name in values:
            return name, values[name]
    return None


def _split_by_quantity(box: BoxValues) -> Iterator[BoxValues]:
    """As many boxes as the quantity says, numbered 7, 7#2, 7#3 and so on."""
    values = {name: value for name, value in box.items() if name != "quantity"}
    yield values
    for number in range(2, box.get("quantity", 1) + 1):
        yield {**values, "source_id": f"{values['source_id']}#{number}"}


def _find_changed_fields(copy: Copy, values: BoxValues, shelf_pk_by_code: dict[str, int]) -> set[str]:
    """The fields in which the row differs from the box of the catalogue."""
    fields = {name for name, value in values.items() if name != "shelf" and value != getattr(copy, name)}
    if "shelf" in values:
        shelf_pk = shelf_pk_by_code.get(values["shelf"])
        if shelf_pk is None or shelf_pk != copy.shelf_id:
            fields.add("shelf")
    return fields


def write_boxes(box_plan: BoxPlan, plan: BatchPlan) -> None:
    """Write the boxes, and the shelves that do not exist yet."""
    new_copies = []
    for box in box_plan.new_boxes:
        columns = _to_columns(box.values, box_plan.shelf_pk_by_code)
        new_copies.append(Copy(title_id=plan.title_by_row[box.row].pk, **columns))
    Copy.objects.bulk_create(new_copies, batch_size=500)
    for changed_box in box_plan.changed_boxes:
        for name, value in _to_columns(changed_box.values, box_plan.shelf_pk_by_code).items():
            setattr(changed_box.copy, name, value)
    if box_plan.changed_boxes:
        copies = [changed_box.copy for changed_box in box_plan.changed_boxes]
        Copy.objects.bulk_update(copies, sorted(box_plan.changed_fields), batch_size=500)


def _to_columns(values: BoxValues, shelf_pk_by_code: dict[str, int]) -> dict[str, Any]:
    columns = {name: value for name, value in values.items() if name != "shelf"}
    if code := values.get("shelf"):
        if code not in shelf_pk_by_code:
            shelf_pk_by_code[code] = Shelf.objects.create(code=code).pk
        columns["shelf_id"] = shelf_pk_by_code[code]
    return columns
