"""Loans as data, and any table as CSV that a spreadsheet does not execute. Titles: `catalogue.exporting.titles`."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import override

from catalogue.importing.file.cells import escape_formula
from catalogue.models import Loan
from escale.common import languages

LOAN_COLUMNS = ("inventory_number", "title", "slug", "borrower_kind", "borrower", "out", "due", "back", "note")


def csv_lines(header: Sequence[object], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Begins with the mark that tells spreadsheets the encoding; what looks like a formula is made a text."""
    yield "\ufeff" + csv_line(header)
    for row in rows:
        yield csv_line(row)


def csv_line(cells: Sequence[object]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow(
        ["" if cell is None else escape_formula(str(cell)) for cell in cells]
    )
    return buffer.getvalue()


def in_language(lines: Iterator[str]) -> Iterator[str]:
    """A file is written while it is sent, when the language of its request is forgotten: it is remembered here."""
    language = languages.current()
    return _spoken(iter(lines), language)


def _spoken(lines: Iterator[str], language: str) -> Iterator[str]:
    # Only around each line: what else this thread does between two lines has a language of its own.
    while True:
        with override(language):
            line = next(lines, None)
        if line is None:
            return
        yield line


def loans() -> Iterator[dict[str, Any]]:
    rows = Loan.objects.order_by("pk").select_related("copy__title").prefetch_related("copy__title__names")
    for loan in rows.iterator(chunk_size=1000):
        copy = loan.copy
        told = {"inventory_number": copy.inventory_number, "title": copy.title.name, "slug": copy.title.slug}
        yield told | {name: getattr(loan, name) for name in LOAN_COLUMNS[3:]}


def loans_csv() -> Iterator[str]:
    return csv_lines(LOAN_COLUMNS, ([loan[name] for name in LOAN_COLUMNS] for loan in loans()))


def loans_json() -> Iterator[str]:
    """One loan a line."""
    for loan in loans():
        yield json.dumps(loan, ensure_ascii=False, default=str) + "\n"
