"""Boxes that rows tell of: found again by their number, else by their place among the boxes of the title."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from catalogue.importing.batch import Plan
from catalogue.importing.file.report import Report, Wrong
from catalogue.models import Copy, Shelf

NUMBERS = ("inventory_number", "source_id")


@dataclass(slots=True)
class BoxPlan:
    """Boxes to make and boxes to change, with the place of the row that told them."""

    new: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    changed: list[tuple[int, Copy, dict[str, Any]]] = field(default_factory=list)
    fields: set[str] = field(default_factory=set)
    shelves: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Boxes:
    """Remembers which numbers the file has told, and how many boxes without a number each title had."""

    fields: Sequence[str]
    seen: dict[tuple[str, str], int] = field(default_factory=dict)
    unnumbered: Counter[int] = field(default_factory=Counter)

    def plan(self, plan: Plan, report: Report) -> BoxPlan:
        told = self._told(plan)
        known = _Known(told, plan, numbered_apart="inventory_number" in self.fields)
        made = BoxPlan(shelves=dict(Shelf.objects.values_list("code", "pk")))
        for at, box in told:
            pk, line = plan.pks[at], plan.batch.lines[at]
            if pk is None:
                continue
            number = next(((name, box[name]) for name in NUMBERS if name in box), None)
            copy = known.by_number.get(number) if number else known.nth(pk, self.unnumbered[pk])
            if number is None:
                self.unnumbered[pk] += 1
            if wrong := self._clash(number, copy, pk, line):
                plan.withdraw(at)
                report.refuse(line, wrong)
            elif copy is None:
                made.new.append((at, box))
            elif fields := _changed(copy, box, made.shelves):
                made.fields |= fields
                made.changed.append((at, copy, box))
        return made

    def _told(self, plan: Plan) -> list[tuple[int, dict[str, Any]]]:
        rows = enumerate(plan.batch.boxes or ())
        return [(at, box) for at, told in rows if told and plan.pks[at] is not None for box in _each(told)]

    def _clash(self, number: tuple[str, str] | None, copy: Copy | None, title: int, line: int) -> Wrong | None:
        if number is None:
            return None
        first = self.seen.setdefault(number, line)
        if first != line:
            return Wrong(_("The box {number} stands in line {line} already."), number=number[1], line=first)
        if copy is not None and copy.title_id != title:
            return Wrong(_("The box {number} belongs to another title in the catalogue."), number=number[1])
        return None


def _each(told: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """A row that tells a quantity tells as many boxes."""
    box = {name: value for name, value in told.items() if name != "quantity"}
    for number in range(1, told.get("quantity", 1) + 1):
        yield box if number == 1 else {**box, "source_id": f"{box['source_id']}#{number}"}


class _Known:
    """The boxes that the rows may mean."""

    def __init__(self, told: list[tuple[int, dict[str, Any]]], plan: Plan, *, numbered_apart: bool) -> None:
        numbers = {name: [box[name] for _at, box in told if name in box] for name in NUMBERS}
        titles = {plan.pks[at] for at, box in told if not any(name in box for name in NUMBERS)}
        meant = Q(title__in=titles)
        for name, values in numbers.items():
            meant |= Q(**{f"{name}__in": values})
        self.by_number: dict[tuple[str, str], Copy] = {}
        self.of_title: dict[int, list[Copy]] = defaultdict(list)
        for copy in Copy.objects.filter(meant).order_by("pk") if told else ():
            self.by_number.update({(name, value): copy for name in NUMBERS if (value := getattr(copy, name))})
            if not (numbered_apart and copy.inventory_number):
                self.of_title[copy.title_id].append(copy)

    def nth(self, title: int, place: int) -> Copy | None:
        boxes = self.of_title[title]
        return boxes[place] if place < len(boxes) else None


def _columns(box: dict[str, Any], shelves: dict[str, int]) -> dict[str, Any]:
    """The box as columns of a copy: its shelf by id. A shelf that nobody has entered yet is made."""
    columns = {name: value for name, value in box.items() if name != "shelf"}
    if code := box.get("shelf"):
        if code not in shelves:
            shelves[code] = Shelf.objects.create(code=code).pk
        columns["shelf_id"] = shelves[code]
    return columns


def _changed(copy: Copy, box: dict[str, Any], shelves: dict[str, int]) -> set[str]:
    """Which fields the row tells otherwise."""
    here = next((code for code, pk in shelves.items() if pk == copy.shelf_id), None)
    return {name for name, value in box.items() if value != (here if name == "shelf" else getattr(copy, name))}


def write_boxes(boxes: BoxPlan, plan: Plan) -> None:
    new = (Copy(title_id=plan.pks[at], **_columns(box, boxes.shelves)) for at, box in boxes.new)
    Copy.objects.bulk_create(new, batch_size=500)
    for _at, copy, box in boxes.changed:
        for name, value in _columns(box, boxes.shelves).items():
            setattr(copy, name, value)
    if boxes.changed:
        Copy.objects.bulk_update([copy for _at, copy, _box in boxes.changed], sorted(boxes.fields), batch_size=500)
