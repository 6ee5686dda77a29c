"""The rows of titles and boxes as plain values, and the differences between two states of them."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

from django.db import models

from catalogue.models import Copy, Credit, GameTitle, TitleName, TitleTag

# The tables that an import changes. The keys are the names that the steps of the journal use.
TABLES: dict[str, type[models.Model]] = {
    "title": GameTitle,
    "name": TitleName,
    "credit": Credit,
    "tag": TitleTag,
    "box": Copy,
}
# Columns that are not compared, because they follow from other columns or say when these were written.
IGNORED_COLUMNS = frozenset(
    ("changed_in", "changed_at", "row_mark", "row_version", "sort_key", "import_job_id")
)
IDS_PER_QUERY = 500

Row = dict[str, Any]  # column -> value, as JSON holds it
Rows = dict[int, Row]  # primary key -> row
Changes = dict[str, Any]  # the keys "added", "removed" (both `Rows`) and "changed"


def list_columns(table: str) -> list[str]:
    fields = TABLES[table]._meta.concrete_fields
    return [
        field.attname for field in fields if not field.primary_key and field.attname not in IGNORED_COLUMNS
    ]


def load_rows_of_titles(table: str, title_pks: Iterable[int]) -> Rows:
    """The rows of the table that belong to these titles."""
    return _load_rows(table, "pk" if table == "title" else "title", title_pks)


def load_rows(table: str, pks: Iterable[int]) -> Rows:
    return _load_rows(table, "pk", pks)


def _load_rows(table: str, column: str, values: Iterable[int]) -> Rows:
    rows: Rows = {}
    columns = list_columns(table)
    for block in split_into_blocks(values):
        queryset = TABLES[table]._base_manager.filter(**{f"{column}__in": block}).order_by("pk")
        for row in queryset.values("pk", *columns):
            pk = row.pop("pk")
            rows[pk] = {name: _to_json(value) for name, value in row.items()}
    return rows


def _to_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def split_into_blocks(values: Iterable[int]) -> Iterator[Sequence[int]]:
    """Yields the values in blocks that are small enough for the parameters of one statement."""
    remaining = iter(values)
    while block := list(islice(remaining, IDS_PER_QUERY)):
        yield block


def find_changes(before: Rows, after: Rows) -> Changes:
    """The differences between the rows. A changed row has the pair (before, after) of each changed column."""
    changed = {}
    for pk in before.keys() & after.keys():
        old_row, new_row = before[pk], after[pk]
        if old_row != new_row:
            changed[pk] = {
                name: (old_row[name], new_row[name]) for name in old_row if old_row[name] != new_row[name]
            }
    return {
        "added": {pk: row for pk, row in after.items() if pk not in before},
        "removed": {pk: row for pk, row in before.items() if pk not in after},
        "changed": changed,
    }
