"""A row that was taken in as it stands need not be understood again.

A title keeps the mark of the row that last told it, and the version which that made. Whatever happens to the title
later raises its version, and with that the mark is void.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from django.db import connection

from catalogue.imports.reading import Row
from catalogue.imports.report import Wrong
from catalogue.imports.sheet import Sheet
from catalogue.imports.store import Store

UNDERSTANDING = "2"  # Raise it when cells come to mean something else than they did.


@dataclass(slots=True)
class Marks:
    store: Store
    seed: bytes
    # The place of the id, or None where rows have no marks.
    id_at: int | None

    @classmethod
    def over(cls, sheet: Sheet, store: Store) -> "Marks":
        """Boxes are found by their place among the rows of a title: where rows tell boxes, each row is looked at."""
        told = "\x1f".join((UNDERSTANDING, sheet.form.name, *sheet.source.header)).encode()
        usable = not (sheet.boxes or sheet.form.links or sheet.form.only or sheet.source.conflicts)
        return cls(store, blake2b(told, digest_size=32).digest(), sheet.id_at if usable else None)

    def of(self, cells: Sequence[str]) -> int | None:
        if self.id_at is None:
            return None
        digest = blake2b("\x1f".join(cells).encode(), digest_size=8, key=self.seed).digest()
        return int.from_bytes(digest, "big", signed=True)

    def unknown(
        self, rows: Sequence[Row | tuple[int, Wrong]], seen: dict[Any, int]
    ) -> Sequence[Row | tuple[int, Wrong]]:
        """The rows that have to be understood; titles of the others are put among those seen."""
        if self.id_at is None:
            return rows
        numbers = [self._id(cells) for _line, cells in rows]
        marked = self._marked(set(numbers))
        if not marked:
            return rows
        unknown = []
        for number, row in zip(numbers, rows, strict=True):
            if number in marked and number not in seen and marked[number] == self.of(row[1]):
                seen[number] = row[0]
            else:
                unknown.append(row)
        return unknown

    def _id(self, cells: list[str] | Wrong) -> int:
        """The id of a row that begins like one of ours, else 0."""
        told = cells[self.id_at] if type(cells) is list and len(cells) > self.id_at else ""  # type: ignore[operator,index]
        return int(told) if told.isdecimal() and len(told) < 11 else 0

    def _marked(self, ids: set[int]) -> dict[int, int]:
        where, params = self.store.any_of("bgg_id", list(ids))
        valid = f"SELECT bgg_id, row_mark FROM catalogue_gametitle WHERE row_version = changed_in AND {where}"
        with connection.cursor() as cursor:
            cursor.execute(valid, params)
            return dict(cursor.fetchall())
