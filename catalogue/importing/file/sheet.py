"""Rows of a file become rows with a meaning: each cell is read as the field that its header stands for."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.cells import Listing, Reader
from catalogue.importing.file.formats import BOX_FIELDS, FACT_FIELDS, Format, columns_of
from catalogue.importing.file.reading import FileRow, Source
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.registry import Registry

CACHED_CELLS = 10_000  # of each column

# What tells which title a row means: its BGG id, ("slug", slug), or ("name", name, year).
Identity = int | tuple[Any, ...]
Name = tuple[str, str, str]  # language, kind, name


@dataclass(slots=True, eq=False)
class TitleRow:
    """What a row says."""

    line: int
    cells: list[str]
    bgg_id: int | None
    slug: str | None
    facts: dict[str, Any]  # Every fact of the file; None where the cell is blank.
    names: tuple[Name, ...]  # Names beside the main one.
    box: dict[str, Any]  # Fields of a box that the row tells; empty where it tells of none.

    def identity(self) -> Identity:
        if self.bgg_id:
            return self.bgg_id
        if self.slug:
            return "slug", self.slug
        return "name", self.facts.get("name"), self.facts.get("year")


@dataclass(slots=True)
class SheetColumn:
    """A field and where its cells stand; None is the index of a cell that this file does not have."""

    field: str
    read: Reader
    indexes: list[int | None]
    headers: str

    def value(self, cells: Sequence[str]) -> Any:
        """What the cells of a row say. Raises FileProblem, which names the headers."""
        try:
            if len(self.indexes) == 1:
                return self.read(cells[self.indexes[0]])  # type: ignore[index]
            return self.read(tuple("" if index is None else cells[index] for index in self.indexes))
        except FileProblem as problem:
            raise problem.with_headers(self.headers) from None


@dataclass(slots=True)
class Sheet:
    """A file whose columns are understood."""

    format: Format
    source: Source
    registries: dict[str, Registry]  # Field -> the people or tags that it lists.
    unread_headers: list[str] = field(init=False)
    fact_fields: tuple[str, ...] = field(init=False)
    box_fields: tuple[str, ...] = field(init=False)
    id_index: int | None = field(init=False)  # Index of the cell with the BGG id, if the file has one.
    _columns: list[SheetColumn] = field(init=False)
    _filter_index: int | None = field(init=False)

    def __post_init__(self) -> None:
        columns, self.unread_headers = columns_of(self.format, self.source.header)
        self._columns = [
            SheetColumn(column.field, self._reader(column.field, column.read), indexes, self._headers(indexes))
            for column, indexes in columns
        ]
        fields = {column.field for column in self._columns}
        self.fact_fields = tuple(name for name in FACT_FIELDS if name in fields)
        self.box_fields = tuple(name for name in BOX_FIELDS if name in fields)
        self.id_index = next((column.indexes[0] for column in self._columns if column.field == "bgg_id"), None)
        headers = [header.lower() for header in self.source.header]
        row_filter = self.format.row_filter
        self._filter_index = headers.index(row_filter[0]) if row_filter and row_filter[0] in headers else None

    def _reader(self, field: str, read: Reader) -> Reader:
        """A reader with a cache: in most columns the same few cells stand again and again."""
        if isinstance(read, Listing):
            read = self.registries[field].slug_reader(read)
        return lru_cache(CACHED_CELLS)(read)

    def _headers(self, indexes: list[int | None]) -> str:
        return ", ".join(self.source.header[index] for index in indexes if index is not None)

    def used_registries(self) -> list[Registry]:
        return [self.registries[name] for name in self.fact_fields if name in self.registries]

    def parse(self, rows: Sequence[FileRow], report: Report) -> list[TitleRow]:
        """The rows that can be read; the report counts the others."""
        parsed = []
        for row in rows:
            try:
                cells = self._cells(row)
                if not cells:
                    continue
                if self._is_filtered_out(cells):
                    report.pass_over()
                else:
                    parsed.append(self._title_row(row.line, cells))
            except FileProblem as problem:
                report.refuse(row.line, problem)
        return parsed

    def _title_row(self, line: int, cells: list[str]) -> TitleRow:
        values = {column.field: column.value(cells) for column in self._columns}
        return TitleRow(
            line=line,
            cells=cells,
            bgg_id=values.get("bgg_id"),
            slug=values.get("slug"),
            facts={name: values[name] for name in self.fact_fields},
            names=values.get("names") or (),
            box={name: values[name] for name in self.box_fields if values[name] is not None},
        )

    def _is_filtered_out(self, cells: list[str]) -> bool:
        if self._filter_index is None or self.format.row_filter is None:
            return False
        return cells[self._filter_index].strip() != self.format.row_filter[1]

    def _cells(self, row: FileRow) -> list[str]:
        """As many cells as the header has; none of a blank row. Raises FileProblem."""
        if row.problem is not None:
            raise row.problem
        if span := self.source.in_conflict(row.line):
            raise FileProblem(
                _("The row lies between the merge markers of lines {first} and {last}: settle the conflict first."),
                first=span[0],
                last=span[1],
            )
        cells, width = row.cells, len(self.source.header)
        if not any(cell.strip() for cell in cells):
            return []
        if len(cells) == 1 and width > 1:
            # A spreadsheet put the whole row into one cell.
            cells = next(csv.reader([cells[0]], delimiter=self.source.delimiter))
        if len(cells) > width and not any(cells[width:]):
            cells = cells[:width]
        if len(cells) != width:
            raise FileProblem(_("The row has {told} cells, the header {width}."), told=len(cells), width=width)
        return cells
