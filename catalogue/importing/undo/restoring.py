"""Gives changed rows their former values again, column by column, unless somebody has changed them since."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, models

from catalogue.importing.bulk_sql import choose_bulk_sql
from catalogue.importing.undo.table_rows import (
    TABLES,
    Row,
    Rows,
    load_rows,
    load_rows_of_titles,
    split_into_blocks,
)
from catalogue.models import Copy, TitleName
from catalogue.services import refresh_sort_key

# Columns that limit each other get their former values together or not at all.
PAIRED_COLUMNS = (("players_min", "players_max"), ("minutes_min", "minutes_max"))
# No two rows of one of these tables have the same values in all of these columns.
UNIQUE_COLUMNS = {
    "name": ("title_id", "language", "name"),
    "credit": ("title_id", "contributor_id", "role"),
    "tag": ("title_id", "tag_id"),
}
# No two boxes have the same number in one of these columns.
BOX_NUMBER_COLUMNS = ("inventory_number", "source_id")

ValuePairs = dict[str, tuple[Any, Any]]  # column -> its value before the import, and after it


@dataclass(slots=True)
class Restoration:
    """The former values that rows of one table get again, and what stays as it is now.

    All keys are primary keys of rows.
    """

    current_rows: Rows
    former_values: dict[int, Row] = field(default_factory=dict)
    edited_columns: dict[int, list[str]] = field(default_factory=dict)  # were changed after the import
    blocked_columns: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))  # cannot go back
    missing_rows: list[int] = field(default_factory=list)  # were removed after the import

    def block(self, pk: int, column: str) -> None:
        """Leaves the column as it is now, because its former value is not possible any more."""
        del self.former_values[pk][column]
        self.blocked_columns[pk].append(column)


def plan_restoration(table: str, changes_by_pk: dict[int, ValuePairs]) -> Restoration:
    """Compares the present rows with what the import has written."""
    restoration = Restoration(current_rows=load_rows(table, changes_by_pk))
    for pk, value_pairs in changes_by_pk.items():
        row = restoration.current_rows.get(pk)
        if row is None:
            restoration.missing_rows.append(pk)
            continue
        edited_columns = _find_edited_columns(row, value_pairs)
        restoration.edited_columns[pk] = sorted(edited_columns)
        restoration.former_values[pk] = {
            column: value_before
            for column, (value_before, _value_after) in value_pairs.items()
            if column not in edited_columns
        }
    _block_lost_references(table, restoration)
    if table == "box":
        _block_taken_numbers(restoration)
    if table == "name":
        _block_taken_names(restoration)
    return restoration


def _find_edited_columns(row: Row, value_pairs: ValuePairs) -> set[str]:
    """The columns that somebody has changed since the import, and the partners of such columns in a pair."""
    edited_columns = set()
    for column, (_value_before, value_after) in value_pairs.items():
        if row[column] != value_after:
            edited_columns.add(column)
    for pair in PAIRED_COLUMNS:
        if edited_columns.intersection(pair):
            edited_columns.update(column for column in pair if column in value_pairs)
    return edited_columns


def _block_lost_references(table: str, restoration: Restoration) -> None:
    """Blocks the columns whose former value refers to a row that was removed since."""
    for foreign_key in _list_foreign_keys(table):
        column = foreign_key.attname
        referenced_by_pk = {
            pk: values[column] for pk, values in restoration.former_values.items() if values.get(column)
        }
        existing = find_existing(foreign_key.related_model, set(referenced_by_pk.values()))
        for pk, referenced_pk in referenced_by_pk.items():
            if referenced_pk not in existing:
                restoration.block(pk, column)


def _list_foreign_keys(table: str) -> list[models.ForeignKey]:
    fields = TABLES[table]._meta.concrete_fields
    return [field for field in fields if isinstance(field, models.ForeignKey)]


def find_existing(model: Any, pks: Iterable[int]) -> set[int]:
    """The primary keys among these that exist."""
    existing: set[int] = set()
    for block in split_into_blocks(pks):
        existing.update(model._base_manager.filter(pk__in=block).values_list("pk", flat=True))
    return existing


def _block_taken_numbers(restoration: Restoration) -> None:
    """Blocks the former numbers that another box has now.

    A blocked box keeps its present number, which may be the former number of another box. So this is repeated
    until no number is taken.
    """
    for column in BOX_NUMBER_COLUMNS:
        while taken_numbers := _find_taken_numbers(column, restoration):
            for pk in taken_numbers:
                restoration.block(pk, column)


def _find_taken_numbers(column: str, restoration: Restoration) -> list[int]:
    """The boxes whose former number another box has now, and keeps."""
    values_by_pk = restoration.former_values
    changing_pks = {pk for pk, values in values_by_pk.items() if column in values}
    pk_by_number = {values_by_pk[pk][column]: pk for pk in changing_pks if values_by_pk[pk][column]}
    present_owners = Copy.objects.filter(**{f"{column}__in": list(pk_by_number)})
    return [
        pk_by_number[number]
        for number, owner_pk in present_owners.values_list(column, "pk")
        if owner_pk not in changing_pks
    ]


def _block_taken_names(restoration: Restoration) -> None:
    """Blocks the former names that another row of the same title has now."""
    title_pks = {row["title_id"] for row in restoration.current_rows.values()}
    name_rows = load_rows_of_titles("name", title_pks)
    pk_by_key = {_unique_key("name", row): pk for pk, row in name_rows.items()}
    for pk, former_values in restoration.former_values.items():
        restored_row = restoration.current_rows[pk] | former_values
        owner_pk = pk_by_key.get(_unique_key("name", restored_row), pk)
        if owner_pk != pk:
            for column in list(former_values):
                restoration.block(pk, column)


def _unique_key(table: str, row: Row) -> tuple[Any, ...]:
    return tuple(row[column] for column in UNIQUE_COLUMNS[table])


# ── Writing ───────────────────────────────────────────────────────────────────────────────────────


def write_restoration(table: str, restoration: Restoration) -> set[int]:
    """Writes the former values; returns the primary keys of the rows that were changed."""
    if table == "box":
        _clear_box_numbers(restoration)
    # Rows with the same columns are written by one statement.
    pks_by_columns: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for pk, values in restoration.former_values.items():
        if values:
            pks_by_columns[tuple(sorted(values))].append(pk)
    restored_pks: set[int] = set()
    for columns, pks in pks_by_columns.items():
        _update_rows(table, columns, {pk: restoration.former_values[pk] for pk in pks})
        restored_pks.update(pks)
    if table == "name":
        for name in TitleName.objects.filter(pk__in=restored_pks).select_related("title"):
            refresh_sort_key(name.title)
    return restored_pks


def _clear_box_numbers(restoration: Restoration) -> None:
    """Clears the numbers first, because two boxes may have swapped theirs."""
    for column in BOX_NUMBER_COLUMNS:
        changing_pks = [pk for pk, values in restoration.former_values.items() if column in values]
        for block in split_into_blocks(changing_pks):
            Copy.objects.filter(pk__in=block).update(**{column: None})


def _update_rows(table: str, columns: tuple[str, ...], values_by_pk: dict[int, Row]) -> None:
    meta = TABLES[table]._meta
    fields = [meta.get_field(column) for column in columns]
    parameters = []
    for pk, values in values_by_pk.items():
        prepared = [field.get_db_prep_save(values[field.attname], connection) for field in fields]
        parameters.append((*prepared, pk))
    choose_bulk_sql().update(meta.db_table, [field.column for field in fields], parameters)


def insert_again(table: str, removed_rows: Rows) -> set[int]:
    """Inserts rows that the import has removed; returns the primary keys of the inserted rows.

    The rows get their old ids, and with them their old order. A row is left out if somebody has entered the
    same again, or if its tag or person was removed.
    """
    if not removed_rows:
        return set()
    title_pks = {row["title_id"] for row in removed_rows.values()}
    present_rows = load_rows_of_titles(table, title_pks)
    present_keys = {_unique_key(table, row) for row in present_rows.values()}
    rows = {pk: row for pk, row in removed_rows.items() if _unique_key(table, row) not in present_keys}
    for foreign_key in _list_foreign_keys(table):
        column = foreign_key.attname
        existing = find_existing(foreign_key.related_model, {row[column] for row in rows.values()})
        rows = {pk: row for pk, row in rows.items() if row[column] in existing}
    model = TABLES[table]
    model._base_manager.bulk_create([model(pk=pk, **row) for pk, row in rows.items()], batch_size=500)
    return set(rows)
