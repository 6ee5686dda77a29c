"""Export, change in a spreadsheet, import: exactly what was changed changes, and nothing is created."""

import csv
import io

import pytest
from django.utils import timezone

from catalogue import services
from catalogue.exporting import titles
from catalogue.importing.comparing import comparison
from catalogue.importing.converting.opening import open_table
from catalogue.importing.importer import ImportRun, import_file
from catalogue.importing.undo.requests import ask_for_undo, undo_next_step
from catalogue.models import CatalogueVersion, Copy, GameTitle, ImportJob
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.fixture
def library():
    """Sixty titles without numbers, every third with two boxes."""
    for number in range(60):
        title = make_title(f"Title {number:02}", year=1990)
        for _copy in range(2 if number % 3 == 0 else 1):
            make_copy(title, shelf="B1")


def export() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(titles.csv_lines()))))


def import_rows(tmp_path, rows, **options):
    path = write_rows(tmp_path, rows)
    return import_file(path, **options)


def write_rows(tmp_path, rows):
    path = tmp_path / "changed.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path


def find_differences(before, after) -> set[tuple[str, str]]:
    """The id of the box and the name of each cell that differs."""
    return {
        (old["box_id"], name)
        for old, new in zip(before, after, strict=True)
        for name in old
        if old[name] != new[name]
    }


def test_fifty_boxes_and_fifty_titles_change_and_nothing_is_created(library, tmp_path):
    rows, before = export(), export()
    wanted = set()
    for number, row in enumerate(rows[:50]):
        row["inventory_number"] = f"E{number:04}"
        wanted.add((row["box_id"], "inventory_number"))
    changed_slugs = {f"title-{number:02}" for number in range(50)}
    for row in rows:
        if row["slug"] in changed_slugs:
            row["year"] = "2001"
            wanted.add((row["box_id"], "year"))
    report = import_rows(tmp_path, rows)
    assert (report.created, report.copies_created, report.refused) == (0, 0, 0)
    assert find_differences(before, export()) == wanted
    assert import_rows(tmp_path, rows).unchanged == len(rows)


def test_numbers_may_be_swapped_and_shifted(library, tmp_path):
    for number, copy in enumerate(Copy.objects.order_by("pk")):
        Copy.objects.filter(pk=copy.pk).update(inventory_number=f"E{number}")
    rows = export()
    numbers = [row["inventory_number"] for row in rows]
    for row, number in zip(rows, [*numbers[1:], numbers[0]], strict=True):
        row["inventory_number"] = number
    report = import_rows(tmp_path, rows)
    assert (report.updated, report.refused, report.copies_created) == (len(rows), 0, 0)
    assert [row["inventory_number"] for row in export()] == [*numbers[1:], numbers[0]]


@pytest.fixture
def numbered(library):
    """The library, whose boxes have the numbers E0, E1, E2 and so on."""
    for number, copy in enumerate(Copy.objects.order_by("pk")):
        Copy.objects.filter(pk=copy.pk).update(inventory_number=f"E{number}")


def swap(rows, first: int, second: int) -> None:
    first_number, second_number = rows[first]["inventory_number"], rows[second]["inventory_number"]
    rows[first]["inventory_number"], rows[second]["inventory_number"] = second_number, first_number


def test_numbers_may_be_swapped_over_any_distance(numbered, tmp_path, django_user_model):
    before, rows = export(), export()
    swap(rows, 0, -1)
    swap(rows, 3, 40)
    job = ImportJob.objects.create(name="changed.csv", state=ImportJob.State.DONE, ended_at=timezone.now())
    report = import_rows(tmp_path, rows, batch_size=7, job=job)
    assert (report.rows, report.updated, report.refused, report.copies_created) == (len(rows), 4, 0, 0)
    assert report.cells.total == report.cells.read == sum(1 for row in rows for cell in row.values() if cell)
    assert export() == rows
    ask_for_undo(job=job, who=django_user_model.objects.create_user("clerk"))
    while undo_next_step():
        pass
    assert export() == before


def test_all_numbers_may_be_shifted_through_all_batches(numbered, tmp_path):
    rows = export()
    numbers = [row["inventory_number"] for row in rows]
    for row, number in zip(rows, [*numbers[1:], numbers[0]], strict=True):
        row["inventory_number"] = number
    report = import_rows(tmp_path, rows, batch_size=7)
    assert (report.updated, report.refused) == (len(rows), 0)
    assert export() == rows


def test_what_is_noted_of_a_row_that_waits_is_told_once(numbered, tmp_path):
    rows = export()
    swap(rows, 0, -1)
    rows[0] |= {"players_min": "5", "players_max": "2", "year": "whenever"}
    report = import_rows(tmp_path, rows, batch_size=7)
    assert [line for line, _problem in report.notes] == [2, 2]
    assert report.cells.unreadable == 1


def test_a_file_that_ends_early_leaves_the_numbers_as_they_were(numbered, tmp_path):
    rows = export()
    swap(rows, 0, -1)
    with open_table(write_rows(tmp_path, rows)) as source:
        batches = ImportRun.of_source(source).import_batches(7)
        for _batch in range(5):
            next(batches)
        batches.close()
    assert export()[0]["inventory_number"] == "E0"
    assert import_rows(tmp_path, rows, batch_size=7).refused == 0
    assert export() == rows


def test_the_comparison_promises_what_the_import_does(numbered, tmp_path, monkeypatch):
    monkeypatch.setattr(comparison, "BATCH_SIZE", 7)
    rows = export()
    swap(rows, 0, -1)
    rows[5]["inventory_number"], rows[50]["inventory_number"] = "X1", "E5"
    with open_table(write_rows(tmp_path, rows)) as source:
        run = ImportRun.of_source(source, dry_run=True)
        compared = [row for batch in comparison.compare_batches(run) for row in batch]
    assert sorted(row.line for row in compared) == list(range(2, len(rows) + 2))
    changed = {row.line for row in compared if row.kinds == {"changed"}}
    assert changed == {2, 7, 52, len(rows) + 1}
    assert not [row for row in compared if "refused" in row.kinds]


def test_a_number_of_a_box_outside_the_file_is_refused(library, tmp_path):
    rows = export()
    other = Copy.objects.order_by("-pk").first()
    Copy.objects.filter(pk=other.pk).update(inventory_number="E1")
    rows[0]["inventory_number"], rows[1]["inventory_number"] = "E1", "E2"
    report = import_rows(tmp_path, rows[:2])
    assert [str(problem) for _line, problem in report.refusals] == ["The number E1 belongs to another box."]
    assert Copy.objects.filter(inventory_number="E2").count() == 1


def test_a_row_that_was_added_becomes_a_box_once(library, tmp_path):
    rows = export()
    rows.append(rows[-1] | {"box_id": "", "inventory_number": "NEW1"})
    rows.append(rows[-2] | {"box_id": ""})
    assert import_rows(tmp_path, rows).copies_created == 2
    again = import_rows(tmp_path, rows)
    assert (again.copies_created, again.updated, again.refused) == (0, 0, 0)


def test_a_box_cannot_wander_to_another_title(library, tmp_path):
    rows = export()
    rows[0]["box_id"] = rows[5]["box_id"]
    report = import_rows(tmp_path, rows)
    reasons = [str(problem) for _line, problem in report.refusals]
    assert "belongs to another title" in reasons[0]


def test_the_export_of_another_house_does_not_touch_our_boxes(library, tmp_path):
    rows = export()
    CatalogueVersion.objects.update(collection_key="OTHER")
    for row in rows:
        row["edition"] = "theirs"
    report = import_rows(tmp_path, rows)
    assert report.copies_created == len(rows)
    assert Copy.objects.filter(edition="").count() == len(rows)
    again = import_rows(tmp_path, rows)
    assert (again.copies_created, again.updated) == (0, 0)


def test_a_file_lends_and_returns_no_box(library, tmp_path):
    rows = export()
    lent, stays = Copy.objects.order_by("pk")[:2]
    Copy.objects.filter(pk=lent.pk).update(status="out")
    key = services.collection_key()
    next(row for row in rows if row["box_id"] == f"{key}-{stays.pk}")["status"] = "out"
    import_rows(tmp_path, rows)
    assert Copy.objects.get(pk=lent.pk).status == "out"
    assert Copy.objects.get(pk=stays.pk).status == "in"


def test_the_key_of_a_collection_stays():
    key = services.collection_key()
    services.raise_version()
    assert services.collection_key() == key
    assert len(key) == 5 and GameTitle.objects.count() == 0
