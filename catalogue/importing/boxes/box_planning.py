"""Compares the boxes in the rows of a file with those of the catalogue.

A box is identified by the id that an export of this collection gave it, else by its number. Boxes without
either are identified by their order: the first such row of a title is its first box in the catalogue, the
second row its second box.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from catalogue.importing.boxes.box_plan import (
    NUMBER_FIELDS,
    BoxPlan,
    BoxValues,
    ChangedBox,
    NewBox,
    Number,
    find_changed_fields,
)
from catalogue.importing.comparing.policies import KeptField, Policies, find_reason_to_keep
from catalogue.importing.edited_fields import load_edited_fields
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import TitleRow
from catalogue.importing.planning import BatchPlan, PlannedTitle, record_kept_field
from catalogue.models import Copy, Shelf
from catalogue.services import collection_key

ROWS_PER_QUERY = 5_000  # Databases limit the number of parameters of a query.


@dataclass(slots=True)
class StoredBoxes:
    """The stored boxes that the rows of a batch may describe."""

    by_number: dict[Number, Copy] = field(default_factory=dict)
    # By primary key of a title: its boxes, in the order in which they were entered.
    by_title_pk: dict[int, list[Copy]] = field(default_factory=lambda: defaultdict(list))

    def list_pks(self) -> list[int]:
        copies = [
            *self.by_number.values(),
            *(copy for copies in self.by_title_pk.values() for copy in copies),
        ]
        return sorted({copy.pk for copy in copies})


@dataclass(slots=True)
class BoxPlanner:
    """Compares the boxes of one file with the catalogue, batch by batch."""

    fields: Sequence[str]  # the fields of boxes that the file has columns for
    report: Report
    policies: Policies
    protects_edits: bool  # whether what staff entered wins over the file, where no policy decides
    # By primary key of the boxes of the batch: the fields that staff entered.
    protected_fields: dict[int, set[str]] = field(default_factory=dict)
    # The first line with each number, in this batch or an earlier one.
    line_by_number: dict[Number, int] = field(default_factory=dict)
    # By primary key of a title: how many boxes without a number the file had so far.
    unnumbered_boxes: Counter[int] = field(default_factory=Counter)
    # The boxes that get another inventory number from this file so far.
    renumbered_pks: set[int] = field(default_factory=set)
    # Rows that give a box the number of another box. A later row may give that box another number. So these
    # rows are planned again after all others, and refused only then.
    waiting_rows: list[TitleRow] = field(default_factory=list)
    may_wait: bool = True

    def plan(self, plan: BatchPlan) -> BoxPlan:
        box_plan = BoxPlan(shelf_pk_by_code=dict(Shelf.objects.values_list("code", "pk")))
        own_key = collection_key() if "box_id" in self.fields else ""
        boxes_by_row = {row: _list_boxes(row, own_key) for row in plan.title_by_row if row.box}
        if not boxes_by_row:
            return box_plan
        stored_boxes = self._load_boxes(boxes_by_row, plan)
        if self.protects_edits:
            self.protected_fields = load_edited_fields(stored_boxes.list_pks(), Copy)
        for row, boxes in boxes_by_row.items():
            was_refused = row not in plan.title_by_row  # together with an earlier row of its title
            if not was_refused:
                self._plan_row(row, boxes, plan, stored_boxes, box_plan)
        self._resolve_taken_numbers(plan, box_plan, stored_boxes)
        self.renumbered_pks |= box_plan.renumbered_pks()
        return box_plan

    def end_waiting(self) -> list[TitleRow]:
        """The rows that waited, in the order of the file. Later rows are refused instead."""
        self.may_wait = False
        return sorted(self.waiting_rows, key=lambda row: row.line)

    def _load_boxes(self, boxes_by_row: dict[TitleRow, list[BoxValues]], plan: BatchPlan) -> StoredBoxes:
        copy_by_pk: dict[int, Copy] = {}
        pks_in_file: set[int] = set()
        rows = list(boxes_by_row)
        for start in range(0, len(rows), ROWS_PER_QUERY):
            block = rows[start : start + ROWS_PER_QUERY]
            numbers: dict[str, list[Any]] = {name: [] for name in NUMBER_FIELDS}
            for row in block:
                for name, number in chain.from_iterable(map(_find_numbers, boxes_by_row[row])):
                    numbers[name].append(number)
            unnumbered = [row for row in block if not _find_numbers(boxes_by_row[row][0])]
            condition = Q(title__in={plan.title_by_row[row].pk for row in unnumbered})
            for name in NUMBER_FIELDS:
                condition |= Q(**{f"{name}__in": numbers[name]})
            copy_by_pk |= {copy.pk: copy for copy in Copy.objects.filter(condition)}
            pks_in_file.update(numbers["pk"])
        return self._index_boxes([copy_by_pk[pk] for pk in sorted(copy_by_pk)], pks_in_file)

    def _index_boxes(self, copies: Iterable[Copy], pks_in_file: set[int]) -> StoredBoxes:
        stored_boxes = StoredBoxes()
        # If a file has a column for inventory numbers, a row without a number is a box without a number.
        skip_numbered = "inventory_number" in self.fields
        for copy in copies:
            for name in NUMBER_FIELDS:
                if number := getattr(copy, name):
                    stored_boxes.by_number[name, number] = copy
            if copy.pk not in pks_in_file and not (skip_numbered and copy.inventory_number):
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
        """Adds the boxes of the row to the plan, or refuses the row with all its boxes."""
        title = plan.title_by_row[row]
        new_boxes, changed_boxes = [], []
        for values in boxes:
            numbers = _find_numbers(values)
            copy = self._find_copy(numbers, title, stored_boxes)
            values = _select_columns(values, copy)
            if problem := self._find_contradiction(numbers, copy, title, row.line):
                plan.refuse(row, problem, self.report)
                return
            if copy is None:
                new_boxes.append(NewBox(row, values))
            elif fields := find_changed_fields(copy, values, box_plan.shelf_pk_by_code):
                kept_fields = self._find_kept_fields(row, copy, values, fields, box_plan)
                for kept in kept_fields:
                    record_kept_field(kept, plan, self.report)
                    del values[kept.field]
                if fields := fields - {kept.field for kept in kept_fields}:
                    changed_boxes.append(ChangedBox(row, copy, values))
                    box_plan.changed_fields |= fields
        box_plan.new_boxes += new_boxes
        box_plan.changed_boxes += changed_boxes

    def _find_kept_fields(
        self, row: TitleRow, copy: Copy, values: BoxValues, fields: set[str], box_plan: BoxPlan
    ) -> list[KeptField]:
        """The fields of the box that keep their value, because staff entered it or a policy says so."""
        protected = self.protected_fields.get(copy.pk, set())
        kept_fields = []
        for name in sorted(fields):
            stored_value = box_plan.find_value(copy, name)
            reason = find_reason_to_keep(
                self.policies.get(name), stored=stored_value, is_protected=name in protected
            )
            if reason:
                kept_fields.append(KeptField(row, name, stored_value, values[name], reason))
        return kept_fields

    def _find_copy(
        self,
        numbers: Sequence[Number],
        title: PlannedTitle,
        stored_boxes: StoredBoxes,
    ) -> Copy | None:
        for number in numbers:
            if number in stored_boxes.by_number:
                return stored_boxes.by_number[number]
        if numbers:
            return None
        position = self.unnumbered_boxes[title.pk]
        self.unnumbered_boxes[title.pk] += 1
        copies = stored_boxes.by_title_pk[title.pk]
        return copies[position] if position < len(copies) else None

    def _find_contradiction(
        self, numbers: Sequence[Number], copy: Copy | None, title: PlannedTitle, line: int
    ) -> FileProblem | None:
        for number in numbers:
            first_line = self.line_by_number.setdefault(number, line)
            if first_line != line:
                message = _("Box {number} is already on line {line}.")
                return FileProblem(message, number=number[1], line=first_line)
        if numbers and copy is not None and copy.title_id != title.pk:
            message = _("Box {number} belongs to another title in the catalogue.")
            return FileProblem(message, number=copy)
        return None

    def _resolve_taken_numbers(self, plan: BatchPlan, box_plan: BoxPlan, stored_boxes: StoredBoxes) -> None:
        """Lets the rows wait, or refuses them, that give a box the inventory number of another box.

        Two boxes may swap their numbers, which is no clash. The box of a row that waits or is refused keeps
        its number, which another row may give to its own box: so this is repeated until no two boxes clash.
        """
        while clashing_rows := _find_rows_with_taken_number(box_plan, stored_boxes, self.renumbered_pks):
            if self.may_wait:
                plan.postpone_rows(clashing_rows.keys(), self.report)
                self.waiting_rows += clashing_rows
            else:
                self._refuse_rows(clashing_rows, plan)
            box_plan.keep_rows(plan.title_by_row)

    def _refuse_rows(self, number_by_row: dict[TitleRow, str], plan: BatchPlan) -> None:
        for row, number in number_by_row.items():
            if row in plan.title_by_row:
                message = _("The number {number} belongs to another box.")
                plan.refuse(row, FileProblem(message, number=number), self.report)


def _list_boxes(row: TitleRow, own_key: str) -> list[BoxValues]:
    values = dict(row.box)
    if "box_id" in values:
        _resolve_box_id(values, own_key)
    return list(_split_by_quantity(values))


def _resolve_box_id(values: BoxValues, own_key: str) -> None:
    """Replaces `box_id` by the primary key of a box of this collection, or by an id of another source.

    If a box of this collection was removed, its old id becomes the id of the source, so that the same file
    finds the new box when it is imported again.
    """
    box_id = values.pop("box_id")
    key, _dash, number = box_id.rpartition("-")
    if key == own_key and number.isdecimal():
        values["pk"] = int(number)
    values.setdefault("source_id", box_id)


def _find_rows_with_taken_number(
    box_plan: BoxPlan, stored_boxes: StoredBoxes, renumbered_before: Container[int]
) -> dict[TitleRow, str]:
    """The rows that give a box the number of another box, which keeps it. By row, this number.

    A comparison writes nothing: a box that an earlier batch has renumbered still has its old number there.
    """
    renumbered_pks = box_plan.renumbered_pks()
    number_by_row = {}
    for box in (*box_plan.new_boxes, *box_plan.changed_boxes):
        number = box.values.get("inventory_number")
        owner = stored_boxes.by_number.get(("inventory_number", number))
        own_copy = box.copy if isinstance(box, ChangedBox) else None
        if owner is None or owner is own_copy or owner.pk in renumbered_before:
            continue
        if owner.pk not in renumbered_pks:
            number_by_row[box.row] = number
    return number_by_row


def _select_columns(values: BoxValues, copy: Copy | None) -> BoxValues:
    """The values that may be written. An id only identifies a box, and only the desk may lend one."""
    columns = {name: value for name, value in values.items() if name != "pk"}
    if copy is None:
        return columns
    if values.get("pk") == copy.pk:
        columns.pop("source_id", None)
    if Copy.Status.OUT in (copy.status, values.get("status")):
        columns.pop("status", None)
    return columns


def _find_numbers(values: BoxValues) -> list[Number]:
    return [(name, values[name]) for name in NUMBER_FIELDS if name in values]


def _split_by_quantity(box: BoxValues) -> Iterator[BoxValues]:
    """Yields as many boxes as the quantity says. Their ids in the source are 7, 7#2, 7#3 and so on."""
    values = {name: value for name, value in box.items() if name != "quantity"}
    yield values
    for number in range(2, box.get("quantity", 1) + 1):
        yield {**values, "source_id": f"{values['source_id']}#{number}"}
