"""Whatever fifty boxes and fifty titles somebody changes in an export: exactly these cells change in the catalogue,
nothing is created, and the undo leaves no trace. The seed of a failure is the name of its test.
"""

import csv
import io
from random import Random

import pytest
from django.utils import timezone

from catalogue.exporting import titles
from catalogue.importing.file.cells import escape_formula
from catalogue.importing.importer import import_file
from catalogue.importing.undo.requests import ask_for_undo, undo_next_step
from catalogue.models import ImportJob
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
TITLES, CHANGED, BATCH = 70, 50, 37
WORDS = ("Été", "zwölf", "=1+1", 'so "it" is', "a|b", "1830", "naïve\nlines", "; semicolon", " 雪", "-5 %")


def any_text(luck: Random) -> str:
    """A text as an export writes it: with an apostrophe before what a spreadsheet would run."""
    return escape_formula(" ".join(luck.choice(WORDS) for _word in range(luck.randint(1, 3))).strip())


#: column -> a value that the cell may get
TITLE_CELLS = {
    "year": lambda luck: str(luck.randint(-500, 2030)),
    "age": lambda luck: str(luck.randint(1, 18)),
    "players_max": lambda luck: str(luck.randint(5, 99)),
    "minutes_max": lambda luck: str(luck.randint(61, 999)),
    "weight": lambda luck: f"{luck.randint(10, 50) / 10}",
    "esar": lambda luck: f"{luck.choice('ESAR')} {luck.randint(100, 499)}",
    "designers": lambda luck: f"Person {luck.randint(1, 30)} | Somebody {luck.randint(1, 30)}",
    "mechanisms": lambda luck: f"Tiles {luck.randint(1, 9)}",
    "description_fr": any_text,
}
BOX_CELLS = {
    "shelf": lambda luck: f"S{luck.randint(1, 20)}",
    "condition": lambda luck: luck.choice(["new", "worn", "poor"]),
    "missing": any_text,
    "languages": lambda luck: luck.choice(["fr", "de,fr", "en"]),
    "edition": lambda luck: f"{luck.randint(1, 9)}. Auflage",
    "acquired": lambda luck: f"20{luck.randint(10, 25)}-{luck.randint(1, 12):02}-0{luck.randint(1, 9)}",
    "price": lambda luck: f"{luck.randint(1, 99)},90 €",
    "note": any_text,
    "barcode": lambda luck: str(luck.randrange(10**12, 10**13)),
}


def export() -> str:
    return "".join(titles.csv_lines())


def read_rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def fill_library(luck: Random) -> None:
    for number in range(TITLES):
        title = make_title(f"Title {number:02}", year=1990, players_min=1, minutes_min=1)
        for copy in range(luck.randint(1, 3)):
            make_copy(title, shelf="B1", inventory_number=f"E{number:02}{copy}")


def change_rows(rows: list[dict[str, str]], luck: Random) -> None:
    """Change cells of fifty boxes and of fifty titles, and give some boxes the numbers of others."""
    for row in luck.sample(rows, CHANGED):
        for column in luck.sample(list(BOX_CELLS), luck.randint(1, 4)):
            row[column] = BOX_CELLS[column](luck)
    for slug in luck.sample(sorted({row["slug"] for row in rows}), CHANGED):
        cells = {column: TITLE_CELLS[column](luck) for column in luck.sample(list(TITLE_CELLS), 2)}
        for row in rows:
            if row["slug"] == slug:
                row.update(cells)
    renumbered = luck.sample(rows, 12)  # They stand in several batches.
    numbers = [row["inventory_number"] for row in renumbered]
    for row, number in zip(renumbered, [*numbers[1:], numbers[0]], strict=True):
        row["inventory_number"] = number


@pytest.mark.parametrize("seed", range(2))
def test_exactly_what_was_changed_changes_and_the_undo_leaves_no_trace(seed, tmp_path, django_user_model):
    luck = Random(seed)
    fill_library(luck)
    before = export()
    rows = read_rows(before)
    change_rows(rows, luck)
    path = tmp_path / "changed.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    job = ImportJob.objects.create(name="changed.csv", state=ImportJob.State.DONE, ended_at=timezone.now())
    report = import_file(path, batch_size=BATCH, job=job)
    assert (report.refused, report.created, report.copies_created) == (0, 0, 0), report.refusals
    assert report.cells.total == sum(1 for row in rows for cell in row.values() if cell)
    assert [sort_lists(row) for row in read_rows(export())] == [sort_lists(row) for row in rows]
    ask_for_undo(job=job, who=django_user_model.objects.create_user("clerk"))
    while undo_next_step():
        pass
    assert export() == before


def sort_lists(row: dict[str, str]) -> dict[str, str]:
    """The row with the people in one order: the catalogue does not keep the order of a file."""
    return row | {"designers": " | ".join(sorted(row["designers"].split(" | ")))}
