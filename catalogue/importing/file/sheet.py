"""Rows of a file become facts, column by column: cells that were seen before are not read again."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.cells import Listing, Reader
from catalogue.importing.file.formats import BOX, FACTS, Format, columns_of
from catalogue.importing.file.memo import Memo
from catalogue.importing.file.reading import Row, Source
from catalogue.importing.file.report import Report, Wrong
from catalogue.importing.registry import Registry


@dataclass(slots=True)
class Batch:
    """Rows that could be read: the same place in every list is the same row."""

    lines: tuple[int, ...]
    ids: list[int | None]
    slugs: list[str | None]
    facts: list[tuple[Any, ...]]
    names: list[tuple[tuple[str, str, str], ...]] | None
    boxes: list[dict[str, Any] | None] | None
    cells: Sequence[list[str]]

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(slots=True)
class Sheet:
    """A source whose columns are understood."""

    form: Format
    source: Source
    # Link fields are compared by what identifies the person or the tag, not by its spelling.
    registries: dict[str, Registry]
    unread: list[str] = field(init=False)
    facts: tuple[str, ...] = field(init=False)
    links: tuple[str, ...] = field(init=False)
    boxes: tuple[str, ...] = field(init=False)
    _columns: list[tuple[str, list[int | None], Memo]] = field(init=False)
    _only: int | None = field(init=False)

    def __post_init__(self) -> None:
        columns, self.unread = columns_of(self.form, self.source.header)
        told = {column.field for column, _places in columns}
        self.facts = tuple(name for name in FACTS if name in told)
        self.links = tuple(name for name in self.facts if name in self.registries)
        self.boxes = tuple(name for name in BOX if name in told)
        self._columns = [(column.field, at, Memo(self._reader(column.field, column.read))) for column, at in columns]
        lower = [name.lower() for name in self.source.header]
        only = self.form.only
        self._only = lower.index(only[0]) if only and only[0] in lower else None

    @property
    def id_at(self) -> int | None:
        """Where the id of a title stands, if the file tells it."""
        return next((places[0] for name, places, _memo in self._columns if name == "bgg_id"), None)

    def _reader(self, name: str, read: Reader) -> Reader:
        return self.registries[name].reader(read) if isinstance(read, Listing) else read

    def parse(self, rows: Sequence[Row | tuple[int, Wrong]], report: Report) -> Batch:
        """The rows that can be read; the others are told to the report."""
        good = self._straightened(rows, report)
        if self._only is not None:
            good = [row for row in good if self._concerns_us(row[1], report)]
        lines, cells = zip(*good, strict=True) if good else ((), ())
        columns = list(zip(*cells, strict=True))
        values, wrong = self._values(columns, len(lines))
        if wrong:
            for at in sorted(wrong):
                report.refuse(lines[at], wrong[at])
            kept = [at for at in range(len(lines)) if at not in wrong]
            lines, cells = tuple(lines[at] for at in kept), tuple(cells[at] for at in kept)
            values = {name: [column[at] for at in kept] for name, column in values.items()}
        return self._batch(lines, cells, values)

    def _values(self, columns: list[tuple[str, ...]], rows: int) -> tuple[dict[str, list[Any]], dict[int, Wrong]]:
        values: dict[str, list[Any]] = {}
        wrong: dict[int, Wrong] = {}
        blank = ("",) * rows
        for name, places, memo in self._columns:
            told = [blank if at is None or not rows else columns[at] for at in places]
            values[name] = _read(memo, told[0] if len(told) == 1 else list(zip(*told, strict=True)))
            if memo.spoilt:
                headers = ", ".join(self.source.header[at] for at in places if at is not None)
                for at, value in enumerate(values[name]):
                    if isinstance(value, Wrong):
                        wrong.setdefault(at, value.within(headers))
        return values, wrong

    def _batch(self, lines: tuple[int, ...], cells: Sequence[list[str]], values: dict[str, list[Any]]) -> Batch:
        rows = len(lines)
        nothing: list[Any] = [None] * rows
        boxes = None
        if self.boxes:
            told = zip(*(values[name] for name in self.boxes), strict=True)
            boxes = [_box(self.boxes, cells) for cells in told]
        return Batch(
            lines=lines,
            ids=values.get("bgg_id", nothing),
            slugs=values.get("slug", nothing),
            facts=list(zip(*(values[name] for name in self.facts), strict=True)) if self.facts else [()] * rows,
            names=values.get("names"),
            boxes=boxes,
            cells=cells,
        )

    def _concerns_us(self, cells: list[str], report: Report) -> bool:
        if cells[self._only].strip() == self.form.only[1]:  # type: ignore[index]
            return True
        report.rows += 1
        report.passed_over += 1
        return False

    def _straightened(self, rows: Sequence[Row | tuple[int, Wrong]], report: Report) -> list[Row]:
        """Rows as wide as the header. Only a file with a crooked row pays for looking at each."""
        width = len(self.source.header)
        cells = [told for _line, told in rows]
        if not self.source.conflicts and set(map(type, cells)) == {list} and set(map(len, cells)) == {width}:
            return rows  # type: ignore[return-value]
        straight: list[Row] = []
        for line, told in rows:
            try:
                if cells := self._straight(line, told, width):
                    straight.append((line, cells))
            except Wrong as wrong:
                report.refuse(line, wrong)
        return straight

    def _straight(self, line: int, told: list[str] | Wrong, width: int) -> list[str]:
        """The row with as many cells as the header, or none for a blank one."""
        if isinstance(told, Wrong):
            raise told
        if span := self.source.in_conflict(line):
            raise Wrong(
                _("The row lies between the merge markers of lines {first} and {last}: settle the conflict first."),
                first=span[0],
                last=span[1],
            )
        if not any(cell.strip() for cell in told):
            return []
        if len(told) == 1 and width > 1:
            # A spreadsheet that put the whole row into one cell.
            told = next(csv.reader([told[0]], delimiter=self.source.delimiter))
        if len(told) > width and not any(told[width:]):
            told = told[:width]
        if len(told) != width:
            raise Wrong(_("The row has {told} cells, the header {width}."), told=len(told), width=width)
        return told


def _read(memo: Memo, cells: Sequence[Any]) -> list[Any]:
    """The column as a whole where its reader can, else cell by cell."""
    at_once = getattr(memo.read, "column", None)
    values = at_once(cells) if at_once and cells else None
    return list(map(memo.__getitem__, cells)) if values is None else values


def _box(fields: tuple[str, ...], cells: tuple[Any, ...]) -> dict[str, Any] | None:
    """What the row tells of a box, if it tells anything."""
    told = {name: value for name, value in zip(fields, cells, strict=True) if value is not None}
    return told or None
