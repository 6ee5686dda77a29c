"""Fills an empty database with titles, by way of the importer; a box of each on a shelf."""

import csv
import tempfile
from pathlib import Path

from django.core.management import call_command

from catalogue.importing.importer import import_file
from escale.server import static_files
from tests.bench.data import details, library
from tests.bench.rows import Row

SHELVES = 120
COLUMNS = (
    "bgg_id", "name", "names", "year", "players_min", "players_max", "minutes_min", "minutes_max", "age", "weight",
    "popularity", "is_expansion", "designers", "mechanisms", "shelf", "inventory_number", "status", "languages",
    "acquired",
)  # fmt: skip


def _whole(text: str, low: int, high: int) -> int | str:
    value = int(float(text.replace(",", ".") or 0))
    return value if low <= value <= high else ""


def _told(line: dict[str, str]) -> dict[str, object]:
    players = sorted(
        n
        for n in (_whole(line["MinPlayers"], 1, 99), _whole(line["MaxPlayers"], 1, 99))
        if isinstance(n, int)
    )
    weight = float(line["ComplexityAverage"].replace(",", ".") or 0)
    minutes = _whole(line["PlayTime"], 1, 10_000)
    return {
        "players_min": players[0] if players else "",
        "players_max": players[-1] if players else "",
        "minutes_min": minutes,
        "minutes_max": minutes,
        "age": _whole(line["MinAge"], 1, 99),
        "weight": round(weight, 2) if 1 <= weight <= 5 else "",
        "mechanisms": " | ".join(word.strip() for word in line["Mechanics"].split(",") if word.strip()),
    }


def as_rows(rows: list[Row]) -> list[dict[str, object]]:
    known = details(rows)
    return [
        (_told(known[row.id]) if row.id in known else {})
        | {
            "bgg_id": row.id,
            "name": row.names[0],
            "names": " | ".join(dict.fromkeys(row.names[1:])),
            "year": row.year if row.year and -5000 < row.year < 2100 else "",
            "popularity": row.votes,
            "is_expansion": int(row.expansion),
            "designers": " | ".join(row.designers),
            "shelf": f"S{row.id % SHELVES}",
            "inventory_number": f"B{row.id}",
            "status": "out" if row.id % 29 == 0 else "in",
            "languages": "fr" if row.id % 3 else "de",
            "acquired": f"2024-{1 + row.id % 12:02}-{1 + row.id % 28:02}",
        }
        for row in rows
    ]


def fill(rows: list[Row]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "titles.csv")
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, restval="")
            writer.writeheader()
            writer.writerows(as_rows(rows))
        report = import_file(path)
    if report.created < len(rows) * 0.99:
        raise SystemExit(f"only {report.created} of {len(rows)} titles were taken in: {report}"[:2000])


def prepare(titles: int) -> None:
    """Make the tables and the static files, then fill them."""
    call_command("migrate", verbosity=0)
    static_files.collect()
    fill(library(titles))
