"""A row that was taken in as it stands need not be understood again.

A title keeps the mark of the row that last told it, and the version which that made. Whatever happens to the title
later raises its version, and with that the mark is void.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from django.db import connection

from catalogue.importing.file.reading import Row
from catalogue.importing.file.report import Wrong
from catalogue.importing.file.sheet import Sheet
from catalogue.importing.store import Store

LONGEST_ID = 11
UNDERSTANDING = "2"  # Raise it when cells come to mean something else than they did.


@dataclass(slots=True)
class Marks:
    store: Store
    # What all marks of the file begin with; copied, because to begin anew takes longer than a row.
    begun: blake2b
    # The place of the id, or None where rows have no marks.
    id_at: int | None

    @classmethod
    def over(cls, sheet: Sheet, store: Store) -> "Marks":
        """Boxes are found by their place among the rows of a title: where rows tell boxes, each row is looked at."""
        told = "\x1f".join((UNDERSTANDING, sheet.form.name, *sheet.source.header, "")).encode()
        usable = not (sheet.boxes or sheet.form.links or sheet.form.only or sheet.source.conflicts)
        return cls(store, blake2b(told, digest_size=8), sheet.id_at if usable else None)

    def of(self, cells: Sequence[str]) -> int | None:
        if self.id_at is None:
            return None
        mark = self.begun.copy()
        mark.update("\x1f".join(cells).encode())
        return int.from_bytes(mark.digest(), "big", signed=True)

    def unknown(
        self, rows: Sequence[Row | tuple[int, Wrong]], seen: dict[Any, int]
    ) -> Sequence[Row | tuple[int, Wrong]]:
        """The rows that have to be understood; titles of the others are put among those seen."""
        if self.id_at is None:
            return rows
        numbers = self._ids(rows)
        marked = self._marked(set(numbers))
        if not marked:
            return rows
        unknown = []
        for number, row in zip(numbers, rows, strict=True):
            mark = marked.get(number)
            if mark is None or number in seen or mark != self.of(row[1]):  # type: ignore[arg-type]
                unknown.append(row)
            else:
                seen[number] = row[0]
        return unknown

    def _ids(self, rows: Sequence[Row | tuple[int, Wrong]]) -> list[int]:
        """The ids of the rows: all at once where all are numbers."""
        try:
            told = [cells[self.id_at] for _line, cells in rows]  # type: ignore[index]
            if "".join(told).isdecimal() and max(map(len, told)) < LONGEST_ID:
                return list(map(int, told))
        except (TypeError, IndexError, ValueError):
            pass  # rows that cannot be read, are too short, or tell no id
        return [self._id(cells) for _line, cells in rows]

    def _id(self, cells: list[str] | Wrong) -> int:
        """The id of a row that begins like one of ours, else 0."""
        told = cells[self.id_at] if type(cells) is list and len(cells) > self.id_at else ""  # type: ignore[operator,index]
        return int(told) if told.isdecimal() and len(told) < LONGEST_ID else 0

    def _marked(self, ids: set[int]) -> dict[int, int]:
        where, params = self.store.any_of("bgg_id", list(ids))
        valid = f"SELECT bgg_id, row_mark FROM catalogue_gametitle WHERE row_version = changed_in AND {where}"
        with connection.cursor() as cursor:
            cursor.execute(valid, params)
            return dict(cursor.fetchall())
