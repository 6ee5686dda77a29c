"""Records what an import writes: one step for each batch, in the transaction of the batch.

A step holds the ids of the titles that the batch created, and the rows of other titles before and after it.
It compares tables and does not know how a batch writes them. So everything that an import writes can be
undone.
"""

import json
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max

from catalogue.importing.undo.table_rows import TABLES, Rows, find_changes, load_rows_of_titles
from catalogue.models import Contributor, ImportJob, ImportStep, Shelf, Tag
from catalogue.services import current_version

# What an import creates besides titles and boxes.
SHARED_MODELS = {"contributor": Contributor, "tag": Tag, "shelf": Shelf}
COMPRESSION = 1  # the fastest level, because the import waits for it


@dataclass(slots=True)
class Journal:
    """The steps of one import."""

    job: ImportJob
    created_pks: set[int] = field(default_factory=set)  # all titles that this import has created so far

    @contextmanager
    def record(
        self, *, created: Collection[int], changed: Collection[int], has_boxes: bool
    ) -> Iterator[None]:
        """Records what is written to these titles and their boxes while the context lasts."""
        newest_pks = {name: _find_newest_pk(name) for name in SHARED_MODELS}
        rows_before = {table: load_rows_of_titles(table, changed) for table in TABLES}
        yield
        rows = {
            table: find_changes(rows_before[table], load_rows_of_titles(table, changed)) for table in TABLES
        }
        if has_boxes:
            rows["box"]["added"] |= load_rows_of_titles("box", created)
        content = {
            "created": list(created),
            "changed": list(changed),
            # Titles that an earlier batch of this import created.
            "own": [pk for pk in changed if pk in self.created_pks],
            "rows": rows,
            "shared": {name: _list_newer_pks(name, newest) for name, newest in newest_pks.items()},
        }
        self.created_pks.update(created)
        ImportStep.objects.create(job=self.job, version=current_version(), content=_pack(content))


def _find_newest_pk(name: str) -> int:
    return SHARED_MODELS[name]._base_manager.aggregate(newest=Max("pk"))["newest"] or 0


def _list_newer_pks(name: str, newest_pk: int) -> list[int]:
    things = SHARED_MODELS[name]._base_manager.filter(pk__gt=newest_pk)
    return list(things.order_by("pk").values_list("pk", flat=True))


def _pack(content: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(content).encode(), COMPRESSION)


def read_content(step: ImportStep) -> dict[str, Any]:
    """What `Journal.record` has stored. JSON has primary keys as text; here they are numbers again."""
    content = json.loads(zlib.decompress(bytes(step.content)))
    for changes in content["rows"].values():
        for kind, rows in changes.items():
            changes[kind] = _with_numbers(rows)
    return content


def _with_numbers(rows: dict[str, Any]) -> Rows:
    return {int(pk): row for pk, row in rows.items()}
