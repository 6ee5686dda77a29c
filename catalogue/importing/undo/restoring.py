"""Gives changed rows their former values again, column by column, where nobody has changed them since."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, models

from catalogue.importing.bulk_sql import choose_bulk_sql
from catalogue.importing.undo.table_rows import TABLES, Row, Rows, load_rows, load_rows_of_titles, split
from catalogue.models import Copy, TitleName
from catalogue.services import refresh_sort_key

# Two columns that constrain each other go back together or not at all.
PAIRS = (("players_min", "players_max"), ("minutes_min", "minutes_max"))
# By what the rows of these tables must differ.
UNIQUE_COLUMNS = {
    "name": ("title_id", "language", "name"),
    "credit": ("title_id", "contributor_id", "role"),
    "tag": ("title_id", "tag_id"),
}
NUMBER_COLUMNS = ("inventory_number", "source_id")


@dataclass(slots=True)
class Restoration:
    """What becomes of the changed rows of one table."""

    values: dict[int, Row] = field(default_factory=dict)  # primary key -> the values that it gets again
    kept_fields: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    taken_fields: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    gone: list[int] = field(default_factory=list)
    rows_now: Rows = field(default_factory=dict)

    def keep(self, pk: int, column: str) -> None:
        """Leave the column as it is now, because it cannot go back."""
        del self.values[pk][column]
        self.taken_fields[pk].append(column)


def plan_restoration(table: str, changed: dict[int, Any]) -> Restoration:
    """Compare the rows with what the import wrote."""
    restoration = Restoration(rows_now=load_rows(table, changed))
    for pk, columns in changed.items():
        row = restoration.rows_now.get(pk)
        if row is None:
            restoration.gone.append(pk)
            continue
        touched = {name for name, (_before, after) in columns.items() if row[name] != after}
        for pair in PAIRS:
            if table == "title" and touched & set(pair):
                touched.update(name for name in pair if name in columns)
        restoration.kept_fields[pk] += sorted(touched)
        restoration.values[pk] = {
            name: before for name, (before, _after) in columns.items() if name not in touched
        }
    _keep_lost_references(table, restoration)
    if table == "box":
        _keep_taken_numbers(restoration)
    if table == "name":
        _keep_taken_names(restoration)
    return restoration


def _keep_lost_references(table: str, restoration: Restoration) -> None:
    """What referred to something that was removed since stays."""
    for column in TABLES[table]._meta.concrete_fields:
        if not isinstance(column, models.ForeignKey):
            continue
        name = column.attname
        wanted = {values[name] for values in restoration.values.values() if values.get(name)}
        existing = find_existing(column.related_model, wanted)
        for pk, values in list(restoration.values.items()):
            if values.get(name) and values[name] not in existing:
                restoration.keep(pk, name)


def find_existing(model: Any, pks: Iterable[int]) -> set[int]:
    existing: set[int] = set()
    for block in split(pks):
        existing.update(model._base_manager.filter(pk__in=block).values_list("pk", flat=True))
    return existing


def _keep_taken_numbers(restoration: Restoration) -> None:
    """A number that another box has since stays there. A box that keeps its number may keep it from another."""
    for column in NUMBER_COLUMNS:
        while True:
            pk_by_number = {
                values[column]: pk for pk, values in restoration.values.items() if values.get(column)
            }
            owners = Copy.objects.filter(**{f"{column}__in": list(pk_by_number)})
            releasing = {pk for pk, values in restoration.values.items() if column in values}
            taken = [number for number, pk in owners.values_list(column, "pk") if pk not in releasing]
            if not taken:
                break
            for number in taken:
                restoration.keep(pk_by_number[number], column)


def _keep_taken_names(restoration: Restoration) -> None:
    """A name that its title has in another row by now is not given twice."""
    title_pks = {row["title_id"] for row in restoration.rows_now.values()}
    columns = UNIQUE_COLUMNS["name"]
    owner_by_name = {_key(row, columns): pk for pk, row in load_rows_of_titles("name", title_pks).items()}
    for pk, values in restoration.values.items():
        if owner_by_name.get(_key(restoration.rows_now[pk] | values, columns), pk) != pk:
            for column in list(values):
                restoration.keep(pk, column)


def write_restoration(table: str, restoration: Restoration) -> set[int]:
    """Write the former values; returns the primary keys of the rows that got some."""
    if table == "box":
        _release_numbers(restoration)
    pks_by_columns: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for pk, values in restoration.values.items():
        if values:
            pks_by_columns[tuple(sorted(values))].append(pk)
    for columns, pks in pks_by_columns.items():
        rows = [(*(restoration.values[pk][name] for name in columns), pk) for pk in pks]
        _update(table, columns, rows)
    restored = {pk for pks in pks_by_columns.values() for pk in pks}
    if table == "name":
        for name in TitleName.objects.filter(pk__in=restored).select_related("title"):
            refresh_sort_key(name.title)
    return restored


def _release_numbers(restoration: Restoration) -> None:
    """Take the numbers away first: two boxes may have swapped theirs."""
    for column in NUMBER_COLUMNS:
        for block in split(pk for pk, values in restoration.values.items() if column in values):
            Copy.objects.filter(pk__in=block).update(**{column: None})


def _update(table: str, names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    meta = TABLES[table]._meta
    fields = [meta.get_field(name) for name in names]
    prepared = [
        (
            *(field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=False)),
            row[-1],
        )
        for row in rows
    ]
    columns = [field.column for field in fields]
    choose_bulk_sql().update(meta.db_table, columns, prepared)


def insert_again(table: str, removed: Rows) -> set[int]:
    """Insert rows that the import removed, with their old ids, so that they stand in their old order.

    Rows that somebody has entered again meanwhile, or whose tag or person is gone, are left out.
    """
    if not removed:
        return set()
    title_pks = {row["title_id"] for row in removed.values()}
    key_columns = UNIQUE_COLUMNS[table]
    keys = {_key(row, key_columns) for row in load_rows_of_titles(table, title_pks).values()}
    rows = {pk: row for pk, row in removed.items() if _key(row, key_columns) not in keys}
    for column in TABLES[table]._meta.concrete_fields:
        if isinstance(column, models.ForeignKey):
            existing = find_existing(column.related_model, {row[column.attname] for row in rows.values()})
            rows = {pk: row for pk, row in rows.items() if row[column.attname] in existing}
    model = TABLES[table]
    model._base_manager.bulk_create([model(pk=pk, **row) for pk, row in rows.items()], batch_size=500)
    return set(rows)


def _key(row: Row, columns: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(row[name] for name in columns)
