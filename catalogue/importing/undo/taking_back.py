"""Undoes one step of an import. What somebody has changed or used since the import stays as it is.

`Journal.record` describes the content of a step, and `read_content` reads it.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils import timezone

from catalogue.importing.undo.journal import SHARED_MODELS, read_content
from catalogue.importing.undo.progress import CHANGED, GONE, TAKEN, USED, Progress
from catalogue.importing.undo.restoring import (
    Restoration,
    ValuePairs,
    insert_again,
    plan_restoration,
    write_restoration,
)
from catalogue.importing.undo.table_rows import TABLES, Row, Rows, load_rows, split_into_blocks
from catalogue.models import Copy, Credit, GameTitle, ImportStep, RemovedTitle, TitleName, TitleTag
from catalogue.services import mark_changed, raise_version
from escale.common.models import AuditEntry

# These rows are removed with their title. If any other row refers to a title, the title stays.
PARTS_OF_TITLE = (TitleName, Credit, TitleTag)
TABLES_OF_PARTS = ("name", "credit", "tag")


def take_back(step: ImportStep, progress: Progress) -> None:
    """Undoes what the step has written. The caller has a transaction and holds the lock of the catalogue."""
    content = read_content(step)
    created_pks, changed_pks, rows = content["created"], content["changed"], content["rows"]
    _note_touched_titles([*created_pks, *changed_pks], progress)
    touched_pks = set(progress.touched_titles)
    # An earlier batch of the same import created these titles. If somebody has changed one since, it stays
    # with its names and its base game.
    staying_pks = touched_pks.intersection(content["own"])
    written_pks = _take_back_boxes(rows["box"], progress)
    for table in TABLES_OF_PARTS:
        written_pks |= _take_back_parts(table, rows[table], staying_pks)
    title_changes = {pk: changes for pk, changes in rows["title"]["changed"].items() if pk not in staying_pks}
    written_pks |= _restore_rows("title", title_changes, progress)
    removed_pks = _remove_titles(created_pks, touched_pks, progress)
    _remove_unused(content["shared"])
    remaining_pks = (written_pks | set(changed_pks)) - removed_pks
    if remaining_pks:
        _clear_fingerprints(remaining_pks)
        version = mark_changed(remaining_pks)
        progress.versions.append(version)


def _clear_fingerprints(title_pks: Collection[int]) -> None:
    """Lets the next import of the same file read the rows of these titles, instead of skipping them."""
    for block in split_into_blocks(title_pks):
        GameTitle.objects.filter(pk__in=block).update(row_mark=None)  # the column that holds the fingerprint


def _note_touched_titles(pks: list[int], progress: Progress) -> None:
    """Notes in the progress which titles somebody has changed.

    Their version was made neither by the import nor by its undo.
    """
    own_versions, touched = set(progress.versions), set(progress.touched_titles)
    for block in split_into_blocks(pks):
        rows = GameTitle.objects.filter(pk__in=block).values_list("pk", "changed_in")
        touched.update(pk for pk, version in rows if version not in own_versions)
    progress.touched_titles = sorted(touched)


# ── Boxes ─────────────────────────────────────────────────────────────────────────────────────────


def _take_back_boxes(changes: dict[str, Any], progress: Progress) -> set[int]:
    """Removes and restores boxes; returns the titles whose boxes were changed."""
    added_rows = changes["added"]
    current_rows = load_rows("box", added_rows)
    used_pks = find_used(Copy, current_rows)
    removable_pks = []
    for pk, row in current_rows.items():
        added_row = added_rows[pk]
        edited_columns = [column for column in added_row if row[column] != added_row[column]]
        if edited_columns:
            _note_staying_box(pk, row, CHANGED, edited_columns, progress)
        elif pk in used_pks:
            _note_staying_box(pk, row, USED, [], progress)
        else:
            removable_pks.append(pk)
    for block in split_into_blocks(removable_pks):
        Copy.objects.filter(pk__in=block).delete()
    progress.boxes_removed += len(removable_pks)
    title_pks = {current_rows[pk]["title_id"] for pk in removable_pks}
    return title_pks | _restore_rows("box", changes["changed"], progress)


def _note_staying_box(pk: int, row: Row, reason: str, columns: list[str], progress: Progress) -> None:
    title_pk = row["title_id"]
    main_name = _load_main_names([title_pk]).get(title_pk, "")
    progress.note_staying(title=main_name, box=_name_box(pk, row), reason=reason, fields=columns)


def find_used(model: Any, pks: Iterable[int], ignored_models: Collection[Any] = ()) -> set[int]:
    """The primary keys that rows of other tables refer to, such as loans, reservations and findings."""
    used_pks: set[int] = set()
    for relation in model._meta.related_objects:
        if relation.related_model in ignored_models:
            continue
        foreign_key = relation.field.name
        for block in split_into_blocks(pks):
            rows = relation.related_model._base_manager.filter(**{f"{foreign_key}__in": block})
            used_pks.update(rows.values_list(foreign_key, flat=True))
    return used_pks


# ── Restoring ─────────────────────────────────────────────────────────────────────────────────────


def _restore_rows(table: str, changes_by_pk: dict[int, ValuePairs], progress: Progress) -> set[int]:
    """Gives titles or boxes their former values, and notes what stays; returns the titles concerned."""
    restoration = plan_restoration(table, changes_by_pk)
    restored_pks = write_restoration(table, restoration)
    progress.rows_restored += len(restored_pks)
    _note_staying_columns(table, restoration, progress)
    for pk in restoration.missing_rows:
        box = _name_box(pk, row=None) if table == "box" else ""
        progress.note_staying(title="", box=box, reason=GONE)
    return {_title_of(table, pk, restoration.current_rows[pk]) for pk in restored_pks}


def _note_staying_columns(table: str, restoration: Restoration, progress: Progress) -> None:
    rows = restoration.current_rows
    title_by_pk = {pk: _title_of(table, pk, row) for pk, row in rows.items()}
    name_by_title = _load_main_names(title_by_pk.values())
    # A column is blocked if its former value is not possible any more. Mostly, another row has taken it.
    columns_by_reason = {CHANGED: restoration.edited_columns, TAKEN: restoration.blocked_columns}
    for reason, columns_by_pk in columns_by_reason.items():
        for pk, columns in columns_by_pk.items():
            if columns:
                main_name = name_by_title.get(title_by_pk[pk], "")
                box = _name_box(pk, rows[pk]) if table == "box" else ""
                progress.note_staying(title=main_name, box=box, reason=reason, fields=columns)


def _title_of(table: str, pk: int, row: Row) -> int:
    """The primary key of the title that the row belongs to, or is."""
    return pk if table == "title" else row["title_id"]


def _name_box(pk: int, row: Row | None) -> str:
    """The number of a box that stays; its id if it has no number, or was removed and has no row."""
    if row is not None and row["inventory_number"]:
        return row["inventory_number"]
    return f"#{pk}"


def _take_back_parts(table: str, changes: dict[str, Any], staying_pks: Collection[int]) -> set[int]:
    """Takes back names, people and tags of titles, except of those in `staying_pks`.

    Returns the titles that were changed.
    """
    added_rows = _leave_out(changes["added"], staying_pks)
    current_rows = load_rows(table, added_rows)
    unedited_pks = [pk for pk, row in current_rows.items() if row == added_rows[pk]]
    for block in split_into_blocks(unedited_pks):
        TABLES[table]._base_manager.filter(pk__in=block).delete()
    restoration = plan_restoration(table, changes["changed"])
    restored_pks = write_restoration(table, restoration)
    removed_rows = _leave_out(changes["removed"], staying_pks)
    inserted_pks = insert_again(table, removed_rows)
    title_pks = {added_rows[pk]["title_id"] for pk in unedited_pks}
    title_pks |= {restoration.current_rows[pk]["title_id"] for pk in restored_pks}
    title_pks |= {removed_rows[pk]["title_id"] for pk in inserted_pks}
    return title_pks


def _leave_out(rows: Rows, title_pks: Collection[int]) -> Rows:
    """The rows that belong to other titles than these."""
    return {pk: row for pk, row in rows.items() if row["title_id"] not in title_pks}


# ── Titles ────────────────────────────────────────────────────────────────────────────────────────


def _remove_titles(created_pks: list[int], touched_pks: set[int], progress: Progress) -> set[int]:
    """Removes the titles that the step created; returns the removed ones.

    A title stays if somebody has changed it, if it has a box, or if something else refers to it.
    """
    slug_by_pk: dict[int, str] = {}
    for block in split_into_blocks(created_pks):
        slug_by_pk.update(GameTitle.objects.filter(pk__in=block).values_list("pk", "slug"))
    pks_with_boxes = _find_titles_with_boxes(slug_by_pk)
    used_pks = find_used(GameTitle, slug_by_pk, ignored_models=(*PARTS_OF_TITLE, Copy))
    staying_pks = touched_pks | used_pks | pks_with_boxes
    removable_pks = [pk for pk in slug_by_pk if pk not in staying_pks]
    # A title that stays because of a box is not noted, because its box is.
    pks_to_note = [pk for pk in slug_by_pk if pk in staying_pks and pk not in pks_with_boxes]
    for pk, main_name in _load_main_names(pks_to_note).items():
        progress.note_staying(title=main_name, reason=USED if pk in used_pks else CHANGED)
    if removable_pks:
        _delete_titles({pk: slug_by_pk[pk] for pk in removable_pks}, progress)
    return set(removable_pks)


def _delete_titles(slug_by_pk: dict[int, str], progress: Progress) -> None:
    version, now = raise_version(), timezone.now()
    progress.versions.append(version)
    removed_titles = [
        RemovedTitle(title_id=pk, slug=slug, changed_in=version, removed_at=now)
        for pk, slug in slug_by_pk.items()
    ]
    RemovedTitle.objects.bulk_create(removed_titles, batch_size=500)
    for block in split_into_blocks(slug_by_pk):
        for model in PARTS_OF_TITLE:
            model._base_manager.filter(title__in=block).delete()
        GameTitle.objects.filter(pk__in=block).delete()
    progress.titles_removed += len(slug_by_pk)


def _find_titles_with_boxes(pks: Iterable[int]) -> set[int]:
    title_pks: set[int] = set()
    for block in split_into_blocks(pks):
        title_pks.update(Copy._base_manager.filter(title__in=block).values_list("title_id", flat=True))
    return title_pks


def _load_main_names(title_pks: Iterable[int]) -> dict[int, str]:
    names: dict[int, str] = {}
    for block in split_into_blocks(set(title_pks)):
        rows = TitleName.objects.filter(title__in=block, kind=TitleName.Kind.MAIN)
        names.update(rows.values_list("title_id", "name"))
    return names


# ── People, tags and shelves ──────────────────────────────────────────────────────────────────────


def _remove_unused(pks_by_model_name: dict[str, list[int]]) -> None:
    """Removes the people, tags and shelves that the import created, unless something refers to them now or
    staff have changed them.
    """
    for model_name, pks in pks_by_model_name.items():
        model = SHARED_MODELS[model_name]
        used_pks = find_used(model, pks)
        unused_pks = [pk for pk in pks if pk not in used_pks]
        for block in split_into_blocks(unused_pks):
            edited_pks = _find_edited(model, block)
            model._base_manager.filter(pk__in=set(block) - edited_pks).delete()


def _find_edited(model: Any, pks: Collection[int]) -> set[int]:
    """The primary keys among these that have an entry in the audit log, so staff have changed the rows."""
    entries = AuditEntry.objects.filter(kind=model._meta.label_lower, thing__in=[str(pk) for pk in pks])
    return {int(pk) for pk in entries.values_list("thing", flat=True)}
