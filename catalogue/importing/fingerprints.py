"""Rows that are the same as at the last import are skipped: a title keeps the fingerprint of the row it came from.

The columns are `row_mark`, the fingerprint, and `row_version`, the version of the title that this row made. Whatever
changes the title later raises its version `changed_in`; then the fingerprint no longer counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.db import connection

from catalogue.importing.file.reading import FileRow
from catalogue.importing.file.sheet import Identity, Sheet
from catalogue.importing.store import Store
from escale.common import languages

MAX_ID_DIGITS = 10
READER_VERSION = "2"  # Raise it when the same cells come to mean something else.
SEPARATOR = "\x1f"


@dataclass(slots=True)
class Fingerprints:
    store: Store
    prefix: str  # The format and the header: the same cells below another header say something else.
    id_index: int | None  # Index of the cell with the BGG id; None where rows have no fingerprints.

    @classmethod
    def for_sheet(cls, sheet: Sheet, store: Store) -> "Fingerprints":
        """Rows that describe boxes have none: a box is found by its place among all rows of its title."""
        is_usable = not (sheet.box_fields or sheet.format.adds_links_only or sheet.format.row_filter)
        # A new language of the site gives sense to a column that was passed over before.
        spoken = ",".join(languages.codes())
        prefix = SEPARATOR.join((READER_VERSION, spoken, sheet.format.name, *sheet.source.header, ""))
        return cls(store, prefix, sheet.id_index if is_usable and not sheet.source.conflicts else None)

    def of_cells(self, cells: Sequence[str]) -> int | None:
        if self.id_index is None:
            return None
        text = self.prefix + SEPARATOR.join(cells)
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)

    def skip_unchanged(self, rows: Sequence[FileRow], line_by_identity: dict[Identity, int]) -> Sequence[FileRow]:
        """The rows that have to be read. The titles of the skipped ones are added to those that the file described."""
        if self.id_index is None:
            return rows
        bgg_ids = [self._bgg_id(row) for row in rows]
        fingerprint_by_id = self._load(bgg_ids)
        if not fingerprint_by_id:
            return rows
        remaining = []
        for row, bgg_id in zip(rows, bgg_ids, strict=True):
            fingerprint = fingerprint_by_id.get(bgg_id)
            if fingerprint is None or bgg_id in line_by_identity or fingerprint != self.of_cells(row.cells):
                remaining.append(row)
            else:
                line_by_identity[bgg_id] = row.line
        return remaining

    def _bgg_id(self, row: FileRow) -> int:
        """The id that the row tells, 0 where it tells none."""
        cell = row.cells[self.id_index] if len(row.cells) > self.id_index else ""  # type: ignore[operator,index]
        return int(cell) if cell.isdecimal() and len(cell) <= MAX_ID_DIGITS else 0

    def _load(self, bgg_ids: list[int]) -> dict[int, int]:
        """BGG id -> fingerprint of the titles that nobody has changed since."""
        condition, params = self.store.in_list("bgg_id", bgg_ids)
        columns = "SELECT bgg_id, row_mark FROM catalogue_gametitle"
        statement = f"{columns} WHERE row_version = changed_in AND row_mark IS NOT NULL AND {condition}"
        with connection.cursor() as cursor:
            cursor.execute(statement, params)
            return dict(cursor.fetchall())
