"""Reads the rows of a file. The header of a column says which field its cells are values of."""

import csv
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.cells import Listing, Reader
from catalogue.importing.file.columns import Format, find_columns, find_unread_headers
from catalogue.importing.file.fields import BOX_FIELDS, ESSENTIAL_FIELDS, FACT_FIELDS
from catalogue.importing.file.guessing import is_sum
from catalogue.importing.file.reading import FileRow, Source
from catalogue.importing.file.report import CellCounts, FileProblem, Report, count_filled
from catalogue.importing.registry import Registry

CACHED_CELLS = 10_000  # values that each column remembers

# The title that a row describes: its BGG id, or ("slug", slug), or ("name", name, year or None).
Identity = int | tuple[Any, ...]
Name = tuple[str, str, str]  # language, kind, text


@dataclass(slots=True, eq=False)
class TitleRow:
    """The values of one row."""

    line: int
    cells: list[str]
    bgg_id: int | None
    slug: str | None
    facts: dict[str, Any]  # all facts that the file has columns for; None if the cell is blank
    names: tuple[Name, ...]  # without the main name, which is a fact
    edition_year: int | None  # used as the year of the title if nothing better is known
    box: dict[str, Any]  # the fields of the box whose cells are not blank; empty if the row has no box
    unreadable: set[int]  # the indexes of the filled cells that could not be read

    def is_nameless(self) -> bool:
        """Whether the row means no title. Such rows have no identity: none adds a box to another one."""
        return not (self.bgg_id or self.slug or self.facts.get("name"))

    def identity(self) -> Identity:
        if self.bgg_id:
            return self.bgg_id
        if self.slug:
            return "slug", self.slug
        return "name", self.facts.get("name"), self.facts.get("year")


@dataclass(slots=True)
class SheetColumn:
    """A field of the importer, and the cells of this file that it is read from."""

    field: str
    read: Reader
    indexes: list[int | None]  # None for a cell that this file does not have
    headers: str

    def read_value(self, cells: Sequence[str]) -> Any:
        """The value of the field in a row. Raises a FileProblem that names the headers."""
        try:
            if len(self.indexes) == 1:
                return self.read(cells[self.indexes[0]])  # type: ignore[index]
            texts = tuple("" if index is None else cells[index] for index in self.indexes)
            return self.read(texts)
        except FileProblem as problem:
            raise problem.with_headers(self.headers) from None


@dataclass(slots=True)
class Sheet:
    """An opened file, and what its columns mean."""

    format: Format
    source: Source
    registries: dict[str, Registry]  # by field: the people or tags that it lists
    unread_headers: list[str] = field(init=False)
    fact_fields: tuple[str, ...] = field(init=False)
    box_fields: tuple[str, ...] = field(init=False)
    id_index: int | None = field(init=False)  # the index of the cell with the BGG id, if any
    _name_indexes: list[int] = field(init=False)  # the indexes of the cells that may have the name
    _columns: list[SheetColumn] = field(init=False)
    _filter_index: int | None = field(init=False)
    _unread_indexes: list[int] = field(init=False)

    def __post_init__(self) -> None:
        header = self.source.header
        self.unread_headers = find_unread_headers(self.format, header)
        self._columns = []
        for column, indexes in find_columns(self.format, header):
            reader = self._create_reader(column.field, column.read)
            headers = ", ".join(header[index] for index in indexes if index is not None)
            self._columns.append(SheetColumn(column.field, reader, indexes, headers))
        column_by_field = {column.field: column for column in self._columns}
        self.fact_fields = tuple(field for field in FACT_FIELDS if field in column_by_field)
        self.box_fields = tuple(field for field in BOX_FIELDS if field in column_by_field)
        self.id_index = column_by_field["bgg_id"].indexes[0] if "bgg_id" in column_by_field else None
        read_indexes = {index for column in self._columns for index in column.indexes if index is not None}
        self._unread_indexes = [index for index in range(len(header)) if index not in read_indexes]
        name_column = column_by_field.get("name")
        self._name_indexes = (
            [index for index in name_column.indexes if index is not None] if name_column else []
        )
        self._filter_index = self._find_filter_index()

    def _create_reader(self, field: str, read: Reader) -> Reader:
        """Returns the reader of a column with a cache, because most columns repeat the same few cells."""
        if isinstance(read, Listing):
            read = self.registries[field].slug_reader(read)
        return lru_cache(CACHED_CELLS)(read)

    def _find_filter_index(self) -> int | None:
        """The index of the cell that decides whether a row is imported; None if all rows are."""
        lower_headers = [header.lower() for header in self.source.header]
        row_filter = self.format.row_filter
        if row_filter is None or row_filter.header not in lower_headers:
            return None
        return lower_headers.index(row_filter.header)

    def used_registries(self) -> list[Registry]:
        return [self.registries[field] for field in self.fact_fields if field in self.registries]

    def find_name(self, cells: Sequence[str]) -> str:
        """The name of the title in a row that is not parsed, as the file has it."""
        indexes = self._name_indexes or ([self.id_index] if self.id_index is not None else [])
        names = [cells[index].strip() for index in indexes if index < len(cells)]
        return next(filter(None, reversed(names)), "")

    def parse(self, rows: Sequence[FileRow], report: Report) -> list[TitleRow]:
        """The values of the rows. Rows that are refused or passed over are left out; the report counts
        them.
        """
        title_rows = []
        for row in rows:
            cells = row.cells
            try:
                cells = self._check_cells(row)
                if self._is_filtered_out(cells):
                    report.pass_over()
                    report.cells.passed_over += count_filled(cells)
                elif cells:
                    title_rows.append(self._read_title_row(row.line, cells, report))
            except FileProblem as problem:
                report.refuse(row.line, problem)
                report.cells.refused += count_filled(cells)
            report.cells.total += count_filled(cells)
        return title_rows

    def count_cells(
        self, rows: Sequence[TitleRow], accepted: Container[TitleRow], counts: CellCounts
    ) -> None:
        """Counts the filled cells of parsed rows. A row that is not in `accepted` was refused."""
        header = self.source.header
        for row in rows:
            if row not in accepted:
                counts.refused += count_filled(row.cells)
                continue
            unread = [header[index] for index in self._unread_indexes if row.cells[index]]
            if unread:
                counts.unread.update(unread)
            counts.unreadable += len(row.unreadable)
            counts.read += count_filled(row.cells) - len(unread) - len(row.unreadable)

    def _read_title_row(self, line: int, cells: list[str], report: Report) -> TitleRow:
        unreadable: set[int] = set()
        values = self._read_values(line, cells, report, unreadable)
        if is_sum(values.get("name") or "", cells):
            raise FileProblem(_("This row is a sum below the table, not a title."))
        return TitleRow(
            line=line,
            cells=cells,
            bgg_id=values.get("bgg_id"),
            slug=values.get("slug"),
            facts={name: values[name] for name in self.fact_fields},
            names=values.get("names") or (),
            edition_year=values.get("edition_year"),
            box={name: values[name] for name in self.box_fields if values[name] is not None},
            unreadable=unreadable,
        )

    def _read_values(
        self, line: int, cells: list[str], report: Report, unreadable: set[int]
    ) -> dict[str, Any]:
        """The value of each field. An unreadable cell is ignored with a note, unless it is essential."""
        values = {}
        doubts = []
        for column in self._columns:
            try:
                values[column.field] = column.read_value(cells)
            except FileProblem as problem:
                if column.field in ESSENTIAL_FIELDS or self.format.adds_links_only:
                    raise
                values[column.field] = None
                doubts.append(problem)
                unreadable.update(index for index in column.indexes if index is not None and cells[index])
        # Two fields may be read from one cell, such as both ends of a range. The report has its problem once.
        for problem in {problem.text(): problem for problem in doubts}.values():
            report.note(line, problem)
        return values

    def _is_filtered_out(self, cells: list[str]) -> bool:
        if not cells or self._filter_index is None or self.format.row_filter is None:
            return False
        return cells[self._filter_index].strip() != self.format.row_filter.value

    def _check_cells(self, row: FileRow) -> list[str]:
        """The cells of the row, as many as the header has; none if the row is blank. Raises FileProblem."""
        if row.problem is not None:
            raise row.problem
        if conflict := self.source.find_conflict(row.line):
            message = _(
                "The row lies between the merge markers on lines {first} and {last}: "
                "resolve the conflict first."
            )
            raise FileProblem(message, first=conflict.first_line, last=conflict.last_line)
        cells, width = row.cells, len(self.source.header)
        if not any(cell.strip() for cell in cells):
            return []
        if len(cells) == 1 and width > 1:
            # A spreadsheet has put the whole row into one cell.
            cells = next(csv.reader([cells[0]], delimiter=self.source.delimiter))
        if len(cells) > width and not any(cells[width:]):
            cells = cells[:width]
        if len(cells) != width:
            message = _("Cells in the row: {told}; in the header: {width}.")
            raise FileProblem(message, told=len(cells), width=width)
        return cells
