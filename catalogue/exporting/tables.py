"""Exports loans, and writes CSV lines whose cells a spreadsheet does not run as formulas."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import override

from catalogue.importing.file.cells import escape_formula
from catalogue.models import Loan
from escale.common import languages

LOAN_FIELDS = ("borrower_kind", "borrower", "out", "due", "back", "note")
LOAN_COLUMNS = ("inventory_number", "title", "slug", *LOAN_FIELDS)


def csv_lines(header: Sequence[object], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yields the lines of a CSV file. The byte order mark tells spreadsheets the encoding."""
    yield "\ufeff" + csv_line(header)
    for row in rows:
        yield csv_line(row)


def csv_line(cells: Sequence[object]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow(
        ["" if cell is None else escape_formula(str(cell)) for cell in cells]
    )
    return buffer.getvalue()


def keep_language(lines: Iterator[str]) -> Iterator[str]:
    """Yields the lines in the language of this request, although it ends before they are written."""
    return _write_in_language(iter(lines), languages.current())


def _write_in_language(lines: Iterator[str], language: str) -> Iterator[str]:
    # The language is set only while a line is written: between two lines, the thread answers other requests.
    while True:
        with override(language):
            line = next(lines, None)
        if line is None:
            return
        yield line


def load_loans() -> Iterator[dict[str, Any]]:
    rows = Loan.objects.order_by("pk").select_related("copy__title").prefetch_related("copy__title__names")
    for loan in rows.iterator(chunk_size=1000):
        title = loan.copy.title
        columns = {"inventory_number": loan.copy.inventory_number, "title": title.name, "slug": title.slug}
        yield columns | {name: getattr(loan, name) for name in LOAN_FIELDS}


def loans_csv() -> Iterator[str]:
    return csv_lines(LOAN_COLUMNS, ([loan[name] for name in LOAN_COLUMNS] for loan in load_loans()))


def loans_json() -> Iterator[str]:
    """A line of JSON for each loan."""
    for loan in load_loans():
        yield json.dumps(loan, ensure_ascii=False, default=str) + "\n"
