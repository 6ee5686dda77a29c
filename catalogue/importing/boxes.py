"""Boxes that rows tell of: found again by their number, else by their place among the boxes of the title."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import TitleRow
from catalogue.importing.planning import BatchPlan, PlannedTitle
from catalogue.models import Copy, Shelf

NUMBER_FIELDS = ("inventory_number", "source_id")
Box = dict[str, Any]  # Field -> value; the shelf as its code.
Number = tuple[str, str]  # One of NUMBER_FIELDS, and the number.


@dataclass(slots=True)
class BoxPlan:
    """Boxes to create and boxes to change, each with the row that tells it."""

    new: list[tuple[TitleRow, Box]] = field(default_factory=list)
    changed: list[tuple[TitleRow, Copy, Box]] = field(default_factory=list)
    changed_fields: set[str] = field(default_factory=set)
    shelf_pk_by_code: dict[str, int] = field(default_factory=dict)

    def rows(self) -> set[TitleRow]:
        return {row for row, _box in self.new} | {row for row, _copy, _box in self.changed}


@dataclass(slots=True)
class BoxPlanner:
    """Remembers, over all batches of a file, which numbers it told and how many boxes without a number per title."""

    fields: Sequence[str]
    report: Report
    line_by_number: dict[Number, int] = field(default_factory=dict)
    unnumbered_boxes: Counter[int] = field(default_factory=Counter)

    def plan(self, plan: BatchPlan) -> BoxPlan:
        boxes_by_row = {row: list(_split_quantity(row.box)) for row in plan.title_by_row if row.box}
        stored = _load_boxes(boxes_by_row.values(), plan, numbered_apart="inventory_number" in self.fields)
        box_plan = BoxPlan(shelf_pk_by_code=dict(Shelf.objects.values_list("code", "pk")))
        for row, boxes in boxes_by_row.items():
            if row in plan.title_by_row:
                self._plan_row(row, boxes, plan, box_plan, stored)
        return box_plan

    def _plan_row(
        self, row: TitleRow, boxes: list[Box], plan: BatchPlan, box_plan: BoxPlan, stored: "StoredBoxes"
    ) -> None:
        title = plan.title_by_row[row]
        copies = [self._find(stored, title, _number_of(box)) for box in boxes]
        for box, copy in zip(boxes, copies, strict=True):
            if problem := self._contradiction(_number_of(box), copy, title, row.line):
                plan.refuse(row, problem, self.report)
                return
        for box, copy in zip(boxes, copies, strict=True):
            if copy is None:
                box_plan.new.append((row, box))
            elif fields := _changed_fields(copy, box, box_plan.shelf_pk_by_code):
                box_plan.changed_fields |= fields
                box_plan.changed.append((row, copy, box))

    def _find(self, stored: "StoredBoxes", title: PlannedTitle, number: Number | None) -> Copy | None:
        if number is not None:
            return stored.by_number.get(number)
        place = self.unnumbered_boxes[title.pk]
        self.unnumbered_boxes[title.pk] += 1
        boxes = stored.by_title[title.pk]
        return boxes[place] if place < len(boxes) else None

    def _contradiction(
        self, number: Number | None, copy: Copy | None, title: PlannedTitle, line: int
    ) -> FileProblem | None:
        if number is None:
            return None
        first_line = self.line_by_number.setdefault(number, line)
        if first_line != line:
            return FileProblem(_("The box {number} stands in line {line} already."), number=number[1], line=first_line)
        if copy is not None and copy.title_id != title.pk:
            return FileProblem(_("The box {number} belongs to another title in the catalogue."), number=number[1])
        return None


@dataclass(slots=True)
class StoredBoxes:
    """The boxes of the catalogue that the rows of a batch may mean."""

    by_number: dict[Number, Copy] = field(default_factory=dict)
    by_title: dict[int, list[Copy]] = field(default_factory=lambda: defaultdict(list))


def _load_boxes(boxes_by_row: Iterable[list[Box]], plan: BatchPlan, *, numbered_apart: bool) -> StoredBoxes:
    """Where the file has a column for inventory numbers, boxes that bear one are not counted among the others."""
    stored = StoredBoxes()
    boxes = [box for boxes in boxes_by_row for box in boxes]
    if not boxes:
        return stored
    titles = {title.pk for row, title in plan.title_by_row.items() if row.box and _number_of(row.box) is None}
    condition = Q(title__in=titles)
    for name in NUMBER_FIELDS:
        condition |= Q(**{f"{name}__in": [box[name] for box in boxes if name in box]})
    for copy in Copy.objects.filter(condition).order_by("pk"):
        for name in NUMBER_FIELDS:
            if value := getattr(copy, name):
                stored.by_number[name, value] = copy
        if not (numbered_apart and copy.inventory_number):
            stored.by_title[copy.title_id].append(copy)
    return stored


def _number_of(box: Box) -> Number | None:
    return next(((name, box[name]) for name in NUMBER_FIELDS if name in box), None)


def _split_quantity(box: Box) -> Iterable[Box]:
    """A row that tells a quantity tells as many boxes."""
    single = {name: value for name, value in box.items() if name != "quantity"}
    yield single
    for number in range(2, box.get("quantity", 1) + 1):
        yield {**single, "source_id": f"{single['source_id']}#{number}"}


def _changed_fields(copy: Copy, box: Box, shelf_pk_by_code: dict[str, int]) -> set[str]:
    """The fields of the box that the row tells otherwise."""
    fields = {name for name, value in box.items() if name != "shelf" and value != getattr(copy, name)}
    if "shelf" in box and (copy.shelf_id is None or shelf_pk_by_code.get(box["shelf"]) != copy.shelf_id):
        fields.add("shelf")
    return fields


def write_boxes(box_plan: BoxPlan, plan: BatchPlan) -> None:
    shelves = box_plan.shelf_pk_by_code
    new = [Copy(title_id=plan.title_by_row[row].pk, **_columns(box, shelves)) for row, box in box_plan.new]
    Copy.objects.bulk_create(new, batch_size=500)
    for _row, copy, box in box_plan.changed:
        for name, value in _columns(box, shelves).items():
            setattr(copy, name, value)
    if box_plan.changed:
        copies = [copy for _row, copy, _box in box_plan.changed]
        Copy.objects.bulk_update(copies, sorted(box_plan.changed_fields), batch_size=500)


def _columns(box: Box, shelf_pk_by_code: dict[str, int]) -> dict[str, Any]:
    """The box as columns of a copy. A shelf that does not exist yet is created."""
    columns = {name: value for name, value in box.items() if name != "shelf"}
    if code := box.get("shelf"):
        if code not in shelf_pk_by_code:
            shelf_pk_by_code[code] = Shelf.objects.create(code=code).pk
        columns["shelf_id"] = shelf_pk_by_code[code]
    return columns
