"""Skips the rows that are the same as at the last import.

A title has two columns for this. `row_mark` is the fingerprint of the row that it was imported from, and
`row_version` is the version that the import gave it. Every later change of the title raises its version
`changed_in`. If the two versions differ, the row is read again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.db import connection

from catalogue.importing.bulk_sql import BulkSql
from catalogue.importing.file.reading import FileRow
from catalogue.importing.file.sheet import Identity, Sheet
from escale.common import languages

MAX_ID_DIGITS = 10
READER_VERSION = "3"  # Raise it when the importer reads the same cells in another way.
SEPARATOR = "\x1f"
DIGEST_SIZE = 8


@dataclass(slots=True)
class Fingerprints:
    bulk_sql: BulkSql
    # A digest of the format and the header, because the same cells mean something else below another header.
    # The digest of a row continues a copy of it.
    digest_of_header: blake2b
    # The index of the cell with the BGG id; None if the rows of this file have no fingerprints.
    id_index: int | None

    @classmethod
    def for_sheet(cls, sheet: Sheet, bulk_sql: BulkSql) -> "Fingerprints":
        # If a language is added to the site, the importer reads a column that it ignored before.
        language_codes = ",".join(languages.codes())
        header = sheet.source.header
        # Staff may choose another meaning for the same header.
        columns = [f"{column.field}={','.join(column.headers)}" for column in sheet.format.columns]
        prefix = SEPARATOR.join((READER_VERSION, language_codes, sheet.format.name, *columns, *header, ""))
        id_index = sheet.id_index if _can_skip_rows(sheet) else None
        return cls(bulk_sql, blake2b(prefix.encode(), digest_size=DIGEST_SIZE), id_index)

    def of_cells(self, cells: Sequence[str]) -> int | None:
        if self.id_index is None:
            return None
        digest = self.digest_of_header.copy()
        digest.update(SEPARATOR.join(cells).encode())
        return int.from_bytes(digest.digest(), "big", signed=True)

    def skip_unchanged(
        self,
        rows: Sequence[FileRow],
        line_by_identity: dict[Identity, int],
    ) -> Sequence[FileRow]:
        """The rows that must be read. The titles of the skipped rows are added to `line_by_identity`."""
        if self.id_index is None:
            return rows
        bgg_ids = [_read_bgg_id(row.cells, self.id_index) for row in rows]
        fingerprint_by_id = self._load_fingerprints(bgg_ids)
        if not fingerprint_by_id:
            return rows
        remaining_rows = []
        for row, bgg_id in zip(rows, bgg_ids, strict=True):
            fingerprint = fingerprint_by_id.get(bgg_id)
            is_second_row = bgg_id in line_by_identity
            if fingerprint is None or is_second_row or fingerprint != self.of_cells(row.cells):
                remaining_rows.append(row)
            else:
                line_by_identity[bgg_id] = row.line
        return remaining_rows

    def _load_fingerprints(self, bgg_ids: list[int]) -> dict[int, int]:
        """The fingerprint by BGG id, of the titles that nobody has changed since their import."""
        condition, params = self.bulk_sql.condition_in("bgg_id", bgg_ids)
        columns = "SELECT bgg_id, row_mark FROM catalogue_gametitle"
        statement = f"{columns} WHERE row_version = changed_in AND row_mark IS NOT NULL AND {condition}"
        with connection.cursor() as cursor:
            cursor.execute(statement, params)
            return dict(cursor.fetchall())


def _read_bgg_id(cells: Sequence[str], id_index: int) -> int:
    """The BGG id of a row; 0 if it has none."""
    if len(cells) <= id_index:
        return 0
    cell = cells[id_index]
    return int(cell) if cell.isdecimal() and len(cell) <= MAX_ID_DIGITS else 0


def _can_skip_rows(sheet: Sheet) -> bool:
    has_boxes = bool(sheet.box_fields)  # Such a file needs all rows: the order of the rows identifies a box.
    has_other_rows = sheet.format.adds_links_only or sheet.format.row_filter is not None
    has_conflicts = bool(sheet.source.conflicts)
    return not (has_boxes or has_other_rows or has_conflicts)
