"""What a format is: the columns of its files, how they are read, and how such a file is recognised."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.cells import Reader
from catalogue.importing.file.report import FileProblem


@dataclass(frozen=True, slots=True)
class Column:
    """A field, and the headers of the cells that it is read from, in lower case."""

    field: str
    # Is called with the text of the cell; with several headers, with a tuple of the texts of all their cells.
    read: Reader
    headers: tuple[str, ...]


class RowFilter(NamedTuple):
    """Only rows with this value below this header are imported. `reason` says why the others are not."""

    header: str
    value: str
    reason: str


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    required_headers: frozenset[str]
    columns: tuple[Column, ...]
    row_filter: RowFilter | None = None
    # Each row is a link between a title and a person. Rows add links and never create titles.
    adds_links_only: bool = False
    # A list of games that the house need not have. New titles are for reference by default.
    is_reference: bool = False
    any_of_headers: frozenset[str] = frozenset()
    # A file of our own format may have any selection of its columns. To exclude other files, most of the
    # headers must be ours.
    needs_most_headers: bool = False

    def fits(self, header: Sequence[str]) -> bool:
        headers = {name.lower() for name in header if name}
        if not self.required_headers <= headers:
            return False
        if self.any_of_headers and not self.any_of_headers & headers:
            return False
        if self.needs_most_headers:
            return 2 * len(self.readable_headers() & headers) > len(headers)
        return True

    def readable_headers(self) -> set[str]:
        return {name for column in self.columns for name in column.headers}


def find_columns(file_format: Format, header: Sequence[str]) -> list[tuple[Column, list[int | None]]]:
    """The columns that this file has, with the indexes of their cells (None for a cell that it does not
    have).

    Where a format has several columns for a field, the first that the file has is read.
    """
    _refuse_double_headers(file_format, header)
    index_by_header = {name.lower(): index for index, name in enumerate(header)}
    columns: list[tuple[Column, list[int | None]]] = []
    found_fields = set()
    for column in file_format.columns:
        indexes = [index_by_header.get(name) for name in column.headers]
        is_in_file = any(index is not None for index in indexes)
        if is_in_file and column.field not in found_fields:
            found_fields.add(column.field)
            columns.append((column, indexes))
    return columns


def find_unread_headers(file_format: Format, header: Sequence[str]) -> list[str]:
    read_headers = file_format.readable_headers()
    if file_format.row_filter:
        read_headers.add(file_format.row_filter.header)
    return [name for name in header if name and name.lower() not in read_headers]


def _refuse_double_headers(file_format: Format, header: Sequence[str]) -> None:
    readable_headers = file_format.readable_headers()
    counts = Counter(name.lower() for name in header)
    for name in header:
        if name.lower() in readable_headers and counts[name.lower()] > 1:
            raise FileProblem(_("The column “{column}” appears twice in the header."), column=name)
