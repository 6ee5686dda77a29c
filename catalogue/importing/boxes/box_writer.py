"""Writes new and changed boxes, in the transaction of the caller."""

from typing import Any

from catalogue.importing.boxes.box_plan import BoxPlan, BoxValues
from catalogue.importing.planning import BatchPlan
from catalogue.models import Copy, ImportJob, Shelf


def write_boxes(box_plan: BoxPlan, plan: BatchPlan, job: ImportJob | None = None) -> None:
    """Writes the boxes, and creates missing shelves. New boxes belong to the job, if there is one."""
    new_copies = []
    for box in box_plan.new_boxes:
        columns = _to_columns(box.values, box_plan.shelf_pk_by_code)
        new_copies.append(Copy(title_id=plan.title_by_row[box.row].pk, import_job=job, **columns))
    _release_numbers(box_plan)
    Copy.objects.bulk_create(new_copies, batch_size=500)
    for changed_box in box_plan.changed_boxes:
        for name, value in _to_columns(changed_box.values, box_plan.shelf_pk_by_code).items():
            setattr(changed_box.copy, name, value)
    if box_plan.changed_boxes:
        copies = [changed_box.copy for changed_box in box_plan.changed_boxes]
        Copy.objects.bulk_update(copies, sorted(box_plan.changed_fields), batch_size=500)


def _release_numbers(box_plan: BoxPlan) -> None:
    """Clears the old numbers of boxes that get new ones, because two boxes may swap theirs."""
    renumbered_pks = [box.copy.pk for box in box_plan.changed_boxes if box.is_renumbered]
    if renumbered_pks:
        Copy.objects.filter(pk__in=renumbered_pks).update(inventory_number=None)


def _to_columns(values: BoxValues, shelf_pk_by_code: dict[str, int]) -> dict[str, Any]:
    columns = {name: value for name, value in values.items() if name != "shelf"}
    if code := values.get("shelf"):
        if code not in shelf_pk_by_code:
            shelf_pk_by_code[code] = Shelf.objects.create(code=code).pk
        columns["shelf_id"] = shelf_pk_by_code[code]
    return columns
