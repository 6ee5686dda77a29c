"""A demo library: real games on the shelves of a house, some of them on loan.

`games.csv` has our own import format. `loans.csv` gives days relative to today.
"""

import csv
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from catalogue.importing.file.report import Report
from catalogue.importing.importer import import_file
from catalogue.models import Copy, Shelf
from catalogue.services import catalogue_transaction, lend_copy, return_copy

FOLDER = Path(__file__).parent


@catalogue_transaction()
def load_demo(*, today: date) -> Report:
    """Creates the shelves, imports titles and boxes, and lends some boxes.

    Loading the demo again only restores what was changed by hand.
    """
    for row in _rows("shelves.csv"):
        facts = {"room": row["room"], "position": int(row["position"]), "label": row["label"]}
        Shelf.objects.update_or_create(code=row["code"], defaults=facts)
    report = import_file(FOLDER / "games.csv")
    for row in _rows("loans.csv"):
        _lend(row, today)
    return report


def _lend(row: dict[str, str], today: date) -> None:
    """Lends a box that was never lent before. Other boxes are left as staff have them."""
    copy = Copy.objects.get(inventory_number=row["inventory_number"])
    if copy.status != Copy.Status.IN or copy.loans.exists():
        return
    out, due = (today + timedelta(days=int(row[name])) for name in ("out", "due"))
    loan = lend_copy(
        copy, borrower=row["borrower"], borrower_kind=row["borrower_kind"], out=out, due=due, note=row["note"]
    )
    if row["back"]:
        return_copy(loan, on=today + timedelta(days=int(row["back"])))


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)
