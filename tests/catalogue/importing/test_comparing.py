"""Before an import: what is new, changed, unchanged, doubtful or refused, who wins, and why. Nothing is written."""

import csv
from collections import defaultdict

import pytest

from catalogue.importing import uploads
from catalogue.importing.comparing.comparison import compare_batches
from catalogue.importing.file.reading import open_source
from catalogue.importing.file.report import count_filled
from catalogue.importing.importer import ImportRun, import_file
from catalogue.models import Copy, GameTitle
from escale.common import audit
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
# A file of others: what staff entered is protected against it.
RANKS = "id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion\n"
BOXES = "Spiel;Jahr;Inventarnummer;Standort;Bemerkung;unknown;Dauer\n"


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "games.csv"
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return write


@pytest.fixture
def compare(write, monkeypatch):
    """Compares a text, two rows in a batch; returns kind -> rows."""
    monkeypatch.setattr("catalogue.importing.comparing.comparison.BATCH_SIZE", 2)

    def compare(text, **policies):
        before = (GameTitle.objects.count(), Copy.objects.count())
        rows_by_kind = defaultdict(list)
        with open_source(write(text)) as source:
            run = ImportRun.of_source(uploads.refuse_formulas(source), dry_run=True, policies=policies)
            for rows in compare_batches(run):
                for row in rows:
                    for kind in row.kinds:
                        rows_by_kind[kind].append(row)
        assert before == (GameTitle.objects.count(), Copy.objects.count())
        return rows_by_kind

    return compare


def fields(row):
    return [(change.field, change.now, change.then, change.reason) for change in row.fields]


def test_each_row_is_shown_as_what_it_would_become(compare, write):
    import_file(write("bgg_id,name,year\n1,Azul,2017\n2,Hive,2001\n3,Go,\n"))
    rows = compare("bgg_id,name,year\n1,Azul,2018\n2,Hive,2001\n3,Go,long ago\n4,New,1999\nx,=1+1,1\n")
    names = {kind: [(row.line, row.name) for row in found] for kind, found in rows.items()}
    assert names == {
        "changed": [(2, "Azul")],
        "unchanged": [(3, "Hive"), (4, "Go")],
        "doubtful": [(4, "Go")],
        "new": [(5, "New")],
        "refused": [(6, "=1+1")],
    }
    assert fields(rows["changed"][0]) == [("year", "2017", "2018", "")]
    assert fields(rows["new"][0]) == [("name", "", "New", ""), ("year", "", "1999", "")]


def test_a_comparison_promises_what_the_import_then_does(compare, write):
    """Also for the boxes of new titles in a later batch, and for rows that the next file of the same kind has."""
    make_copy(make_title("Azul", year=2018), inventory_number="E1", shelf="B1")
    text = BOXES + (
        "Azul;2018;E1;B2;;;\nHive;2001;E2;B1;torn;;\nUno;;E3;;;;\nHive;2001;E4;B1;;;\nHive;2001;E2;B1;;;\n"
    )
    rows = compare(text)
    report = import_file(write(text))
    counted = (len(rows["new"]), len(rows["changed"]), len(rows["refused"]))
    assert counted == (report.created, report.updated, report.refused) == (2, 2, 1)
    assert [row.line for row in rows["refused"]] == [line for line, _problem in report.refusals]
    again = compare(text)
    assert (len(again["unchanged"]), len(again["refused"])) == (4, 1)


@pytest.mark.parametrize(
    ("policy", "year", "reason"),
    [("", 2016, "staff"), ("replace", 2018, ""), ("fill", 2016, "fill"), ("leave", 2016, "leave")],
)
def test_who_wins_over_what_staff_entered_and_why(compare, write, policy, year, reason):
    title = make_title("Azul", year=2017, bgg_id=1)
    audit.change_fields(who=None, thing=title, year=2016)
    policies = {"year": policy} if policy else {}
    text = f"{RANKS}1,Azul,2018,1,7,7,100,0\n"
    [row] = compare(text, **policies)["changed"]
    assert ("year", "2016", "2018", reason) in fields(row)
    with open_source(write(text)) as source:
        run = ImportRun.of_source(source, policies=policies)
        list(run.import_batches(10))
    title.refresh_from_db()
    assert (title.year, title.popularity) == (year, 100)
    assert run.report.kept == len(run.report.notes) == (1 if reason else 0)


@pytest.mark.parametrize(
    ("policy", "age", "year"), [("replace", 9, 2018), ("fill", 9, 2017), ("leave", None, 2017)]
)
def test_a_policy_counts_for_what_nobody_entered_too(compare, write, policy, age, year):
    make_title("Azul", year=2017, bgg_id=1)
    with open_source(write("bgg_id,name,year,age\n1,Azul,2018,9\n")) as source:
        list(ImportRun.of_source(source, policies={"year": policy, "age": policy}).import_batches(10))
    title = GameTitle.objects.get()
    assert (title.year, title.age) == (year, age)


def test_what_staff_entered_for_a_box_is_kept_too(compare, write):
    box = make_copy(make_title("Azul"), inventory_number="E1", shelf="B1", note="by import")
    audit.change_fields(who=None, thing=box, note="lid torn")
    text = BOXES + "Azul;;E1;C3;as new;;\n"
    [row] = compare(text)["changed"]
    assert fields(row) == [("shelf", "B1", "C3", ""), ("note", "lid torn", "as new", "staff")]
    report = import_file(write(text))
    box.refresh_from_db()
    assert (box.note, box.shelf.code, report.kept) == ("lid torn", "C3", 1)
    assert not compare(text)["changed"]


def test_every_cell_of_a_file_is_accounted_for(write):
    make_copy(make_title("Uno"), inventory_number="E9")
    text = BOXES + (
        "Azul;2018;E1;B2;;more;30\nHive;long ago;E2;B1;torn;;\nUno;;E1;;;;\n;2000;E4;;;;\nGo;1;E5;;\n"
        ";;;;;;\nGo;=1+1;E6;;;;\n"
    )
    path = write(text)
    with open_source(path) as source:
        run = ImportRun.of_source(uploads.refuse_formulas(source))
        list(run.import_batches(2))
    with path.open(encoding="utf-8", newline="") as file:
        filled = sum(count_filled(row) for row in list(csv.reader(file, delimiter=";"))[1:])
    cells = run.report.cells
    assert cells.total == filled == 21
    assert (cells.read, cells.unreadable, dict(cells.unread)) == (9, 1, {"unknown": 1})
    assert cells.refused == filled - 11
    assert cells.passed_over == cells.unchanged == 0


def test_cells_of_rows_that_are_skipped_are_accounted_for(write):
    path = write("bgg_id,name,year\n1,Azul,2017\n2,Hive,\n")
    import_file(path)
    cells = import_file(path).cells
    assert (cells.total, cells.unchanged, cells.read) == (5, 5, 0)
    header = "objectid,objectname,originalname,yearpublished,collid,own\n"
    cells = import_file(write(f"{header}1,Azul,Azul,2017,70,1\n2,Hive,,0,71,0\n")).cells
    assert (cells.total, cells.read, cells.passed_over, dict(cells.unread)) == (11, 5, 5, {"own": 1})
