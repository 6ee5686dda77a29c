"""Takes one step of an import back. What somebody has changed or used since the import stays as it is.

`read_content` gives the content of a step, `Journal.record` describes it.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils import timezone

from catalogue.importing.undo.journal import SHARED_THINGS, read_content
from catalogue.importing.undo.progress import CHANGED, GONE, TAKEN, USED, Progress
from catalogue.importing.undo.restoring import insert_again, plan_restoration, write_restoration
from catalogue.importing.undo.table_rows import TABLES, Rows, load_rows, split
from catalogue.models import Copy, Credit, GameTitle, ImportStep, RemovedTitle, TitleName, TitleTag
from catalogue.services import mark_changed, raise_version
from escale.common.models import AuditEntry

# These go with their title; any other row that refers to a title keeps it.
PARTS_OF_TITLE = (TitleName, Credit, TitleTag)
TABLES_OF_PARTS = ("name", "credit", "tag")


def take_back(step: ImportStep, progress: Progress) -> None:
    """Undo what the step has written, in the transaction of the caller, who holds the lock of the catalogue."""
    content = read_content(step)
    created_pks, changed_pks, rows = content["created"], content["changed"], content["rows"]
    _note_touched_titles([*created_pks, *changed_pks], progress)
    touched_pks = set(progress.touched_titles)
    # The same import created these titles in an earlier batch. If somebody touched them since, their names
    # and their base game stay too.
    staying_pks = touched_pks & set(content["own"])
    written_pks = _take_back_boxes(rows["box"], progress)
    for table in TABLES_OF_PARTS:
        written_pks |= _take_back_parts(table, rows[table], staying_pks)
    changed_titles = {pk: row for pk, row in rows["title"]["changed"].items() if pk not in staying_pks}
    written_pks |= _restore("title", changed_titles, progress)
    removed_pks = _remove_titles(created_pks, touched_pks, progress)
    _remove_unused(content["shared"])
    remaining_pks = (written_pks | set(changed_pks)) - removed_pks
    if remaining_pks:
        _clear_fingerprints(remaining_pks)
        progress.versions.append(mark_changed(remaining_pks))


def _clear_fingerprints(title_pks: Collection[int]) -> None:
    """Make the next import of the same file read the rows of these titles, instead of skipping them."""
    for block in split(title_pks):
        GameTitle.objects.filter(pk__in=block).update(row_mark=None)


def _note_touched_titles(pks: list[int], progress: Progress) -> None:
    """Remember the titles whose version is neither the import's nor the undo's: somebody has touched them."""
    own_versions, touched = set(progress.versions), set(progress.touched_titles)
    for block in split(pks):
        rows = GameTitle.objects.filter(pk__in=block).values_list("pk", "changed_in")
        touched.update(pk for pk, version in rows if version not in own_versions)
    progress.touched_titles = sorted(touched)


# ── Boxes ─────────────────────────────────────────────────────────────────────────────────────────


def _take_back_boxes(changes: dict[str, Any], progress: Progress) -> set[int]:
    """Remove and restore boxes; returns the titles whose boxes have changed."""
    added = changes["added"]
    boxes = load_rows("box", added)
    used_pks = find_used(Copy, boxes)
    removable = []
    for pk, row in boxes.items():
        differing = [name for name in added[pk] if row[name] != added[pk][name]]
        if differing:
            _keep_box(pk, row, CHANGED, differing, progress)
        elif pk in used_pks:
            _keep_box(pk, row, USED, [], progress)
        else:
            removable.append(pk)
    for block in split(removable):
        Copy.objects.filter(pk__in=block).delete()
    progress.boxes_removed += len(removable)
    title_pks = {boxes[pk]["title_id"] for pk in removable}
    return title_pks | _restore("box", changes["changed"], progress)


def _keep_box(pk: int, row: dict[str, Any], reason: str, fields: list[str], progress: Progress) -> None:
    title = _load_main_names([row["title_id"]]).get(row["title_id"], "")
    progress.keep(title=title, box=_name_box("box", pk, row), reason=reason, fields=fields)


def find_used(model: Any, pks: Iterable[int], ignored_models: Collection[Any] = ()) -> set[int]:
    """The primary keys that rows of other tables refer to: loans, reservations, findings and so on."""
    used_pks: set[int] = set()
    for relation in model._meta.related_objects:
        if relation.related_model in ignored_models:
            continue
        name = relation.field.name
        for block in split(pks):
            rows = relation.related_model._base_manager.filter(**{f"{name}__in": block})
            used_pks.update(rows.values_list(name, flat=True))
    return used_pks


# ── Restoring ─────────────────────────────────────────────────────────────────────────────────────


def _restore(table: str, changed: Rows, progress: Progress) -> set[int]:
    """Give titles or boxes their former values, and note what stays; returns the titles concerned."""
    restoration = plan_restoration(table, changed)
    restored_pks = write_restoration(table, restoration)
    progress.rows_restored += len(restored_pks)
    rows = restoration.rows_now
    title_by_pk = {pk: pk if table == "title" else row["title_id"] for pk, row in rows.items()}
    name_by_title = _load_main_names(title_by_pk.values())
    for reason, fields_by_pk in ((CHANGED, restoration.kept_fields), (TAKEN, restoration.taken_fields)):
        for pk, fields in fields_by_pk.items():
            if fields:
                title = name_by_title.get(title_by_pk[pk], "")
                progress.keep(title=title, box=_name_box(table, pk, rows[pk]), reason=reason, fields=fields)
    for pk in restoration.gone:
        progress.keep(title="", box=_name_box(table, pk, None), reason=GONE)
    return {title_by_pk[pk] for pk in restored_pks}


def _name_box(table: str, pk: int, row: dict[str, Any] | None) -> str:
    """The number of a box that stays; its id if it has none or was removed, "" for a title."""
    if table != "box":
        return ""
    return (row and row["inventory_number"]) or f"#{pk}"


def _take_back_parts(table: str, changes: dict[str, Any], staying: Collection[int]) -> set[int]:
    """Names, people and tags of titles; returns the titles whose parts have changed."""
    added = {pk: row for pk, row in changes["added"].items() if row["title_id"] not in staying}
    rows_now = load_rows(table, added)
    unchanged = [pk for pk, row in rows_now.items() if row == added[pk]]
    for block in split(unchanged):
        TABLES[table]._base_manager.filter(pk__in=block).delete()
    restoration = plan_restoration(table, changes["changed"])
    restored = write_restoration(table, restoration)
    removed = {pk: row for pk, row in changes["removed"].items() if row["title_id"] not in staying}
    inserted = insert_again(table, removed)
    title_pks = {added[pk]["title_id"] for pk in unchanged}
    title_pks |= {restoration.rows_now[pk]["title_id"] for pk in restored}
    return title_pks | {removed[pk]["title_id"] for pk in inserted}


# ── Titles ────────────────────────────────────────────────────────────────────────────────────────


def _remove_titles(created: list[int], touched: set[int], progress: Progress) -> set[int]:
    """Remove the titles that the step created; those that were touched, or are referred to, stay."""
    slug_by_pk: dict[int, str] = {}
    for block in split(created):
        slug_by_pk.update(GameTitle.objects.filter(pk__in=block).values_list("pk", "slug"))
    pks_with_boxes = _find_titles_with_boxes(slug_by_pk)
    used_pks = find_used(GameTitle, slug_by_pk, ignored_models=(*PARTS_OF_TITLE, Copy))
    unneeded_pks = slug_by_pk.keys() - used_pks - touched - pks_with_boxes
    removable = [pk for pk in slug_by_pk if pk in unneeded_pks]
    # A title with a box stays because of the box, which is named with it already.
    staying = [pk for pk in slug_by_pk if pk not in unneeded_pks and pk not in pks_with_boxes]
    for pk, name in _load_main_names(staying).items():
        progress.keep(title=name, reason=USED if pk in used_pks else CHANGED)
    if not removable:
        return set()
    version, now = raise_version(), timezone.now()
    progress.versions.append(version)
    RemovedTitle.objects.bulk_create(
        [
            RemovedTitle(title_id=pk, slug=slug_by_pk[pk], changed_in=version, removed_at=now)
            for pk in removable
        ],
        batch_size=500,
    )
    for block in split(removable):
        for model in PARTS_OF_TITLE:
            model._base_manager.filter(title__in=block).delete()
        GameTitle.objects.filter(pk__in=block).delete()
    progress.titles_removed += len(removable)
    return set(removable)


def _find_titles_with_boxes(pks: Iterable[int]) -> set[int]:
    title_pks: set[int] = set()
    for block in split(pks):
        title_pks.update(Copy._base_manager.filter(title__in=block).values_list("title_id", flat=True))
    return title_pks


def _load_main_names(title_pks: Iterable[int]) -> dict[int, str]:
    names: dict[int, str] = {}
    for block in split(set(title_pks)):
        rows = TitleName.objects.filter(title__in=block, kind=TitleName.Kind.MAIN)
        names.update(rows.values_list("title_id", "name"))
    return names


# ── People, tags and shelves ──────────────────────────────────────────────────────────────────────


def _remove_unused(shared: dict[str, list[int]]) -> None:
    """Remove what the import created for its titles and boxes, where nothing refers to it any more."""
    for name, pks in shared.items():
        model = SHARED_THINGS[name]
        used_pks = find_used(model, pks)
        unused = [pk for pk in pks if pk not in used_pks]
        for block in split(unused):
            entries = AuditEntry.objects.filter(
                kind=model._meta.label_lower, thing__in=[str(pk) for pk in block]
            )
            touched = set(map(int, entries.values_list("thing", flat=True)))
            model._base_manager.filter(pk__in=set(block) - touched).delete()
