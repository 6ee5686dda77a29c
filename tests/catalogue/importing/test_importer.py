"""Import from end to end: made, brought up to date, left alone, refused; and never anything half."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalogue import services
from catalogue.importing.bulk_sql import choose_bulk_sql
from catalogue.importing.file.report import FileProblem
from catalogue.importing.importer import import_file
from catalogue.models import Contributor, Copy, Credit, GameTitle, Shelf, Tag, TitleName
from catalogue.slugs import MAX_NUMBER, SlugParts, choose_slugs

pytestmark = pytest.mark.django_db

HEADER = "bgg_id,name,names,year,players_min,players_max,minutes_min,age,weight,designers,mechanisms\n"
ROWS = (
    "13,Catan,de:Die Siedler von Catan | it:I Coloni di Catan,1995,3,4,60,10,2.3,Klaus "
    "Teuber,Trading | Dice Rolling\n"
    "30549,Pandemic,fr:Pandémie,2008,2,4,45,8,2.4,Matt Leacock,Cooperative Game\n"
)


@pytest.fixture
def take(tmp_path):
    def take(text, **how):
        path = tmp_path / "games.csv"
        path.write_text(text, encoding="utf-8", newline="")
        return import_file(path, **how)

    return take


def counts(report):
    return report.created, report.updated, report.unchanged, report.refused


def notes(report):
    return [(line, str(problem)) for line, problem in report.notes]


def reasons(report):
    return [(line, str(problem)) for line, problem in report.refusals]


def test_titles_are_made(take):
    assert counts(take(HEADER + ROWS)) == (2, 0, 0, 0)
    catan = GameTitle.objects.with_names().get(bgg_id=13)
    assert (catan.slug, catan.sort_key, catan.name, catan.year, catan.weight) == (
        "catan",
        "catan",
        "Catan",
        1995,
        2.3,
    )
    assert catan.name_in("de") == "Die Siedler von Catan"
    assert [credit.contributor.name for credit in catan.credits.all()] == ["Klaus Teuber"]
    assert {tag.name_in("en") for tag in catan.tags.all()} == {"Trading", "Dice Rolling"}
    assert services.changes_since(0).changed == list(GameTitle.objects.values_list("pk", flat=True))


def test_the_same_file_again_writes_nothing(take):
    text = HEADER.replace("\n", ",inventory_number,shelf\n") + ROWS.replace("\n", ",E1,B3\n", 1).replace(
        "Game\n", "Game,,\n"
    )
    assert counts(take(text)) == (2, 0, 0, 0)
    with CaptureQueriesContext(connection) as queries:
        assert counts(take(text)) == (0, 0, 2, 0)
    said = [query["sql"].split()[0] for query in queries]
    assert set(said) <= {"SELECT", "BEGIN", "SAVEPOINT", "RELEASE"}
    assert services.current_version() == 1


def test_rows_known_to_the_letter_are_not_understood_again(take):
    take(HEADER + ROWS)
    with CaptureQueriesContext(connection) as queries:
        assert counts(take(HEADER + ROWS)) == (0, 0, 2, 0)
    said = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert len(said) == 1
    assert "row_mark" in said[0]
    # Beside rows without an id, or with one that no title has, they are known as well.
    assert counts(take(HEADER + ROWS + "7\n" + f"{'9' * 30},Mole,,,,,,,,,\n")) == (0, 0, 2, 2)


def test_what_was_changed_since_is_compared_again(take):
    text = HEADER + ROWS
    take(text)
    # By a service, by another file, by hand: whoever changes a title raises its version.
    title = GameTitle.objects.get(bgg_id=13)
    GameTitle.objects.filter(pk=title.pk).update(year=1900)
    services.mark_changed([title])
    assert counts(take(text)) == (0, 1, 1, 0)
    take("bgg_id,weight\n30549,5\n")
    assert counts(take(text)) == (0, 1, 1, 0)
    assert list(GameTitle.objects.order_by("bgg_id").values_list("year", "weight")) == [
        (1995, 2.3),
        (2008, 2.4),
    ]
    assert counts(take(text)) == (0, 0, 2, 0)


def test_a_row_that_stands_twice_is_refused_every_time(take):
    text = "bgg_id,name\n1,Calm\n1,Calm\n"
    assert counts(take(text)) == (1, 0, 0, 1)
    again = take(text)
    assert counts(again) == (0, 0, 1, 1)
    assert reasons(again) == [(3, "The title is already on line 2.")]


def test_only_what_the_file_knows_is_brought_up_to_date(take):
    take(HEADER + ROWS)
    report = take("bgg_id,year,players_max,age\n13,,6,\n30549,2008,4,8\n")
    assert counts(report) == (0, 1, 1, 0)
    catan = GameTitle.objects.get(bgg_id=13)
    assert (catan.year, catan.players_max, catan.age, catan.name) == (1995, 6, 10, "Catan")
    assert services.changes_since(1).changed == [catan.pk]


def test_lists_are_what_the_file_says(take):
    take(HEADER + ROWS)
    assert counts(take("bgg_id,designers,mechanisms\n13,Klaus Teuber | Benjamin Teuber,trading\n")) == (
        0,
        1,
        0,
        0,
    )
    catan = GameTitle.objects.get(bgg_id=13)
    assert [tag.name_in("en") for tag in catan.tags.all()] == ["Trading"]
    assert list(catan.credits.values_list("contributor__name", flat=True)) == [
        "Klaus Teuber",
        "Benjamin Teuber",
    ]


def test_people_and_tags_are_recognised_in_other_spellings(take):
    take(
        "bgg_id,name,designers,mechanisms\n1,A,Loïc Vendrôme,Worker Placement\n2,B,Loic "
        "Vendrome,placement d'ouvriers\n"
    )
    assert Contributor.objects.get().name == "Loïc Vendrôme"
    tag = Tag.objects.get()
    assert (tag.slug, tag.name_in("fr")) == ("worker-placement", "Placement d’ouvriers")
    assert tag.titles.count() == 2


def test_names_are_added_and_never_taken_away(take):
    take(HEADER + ROWS)
    assert counts(take("bgg_id,names\n13,fr:Les Colons de Catane | Die Siedler von Catan\n")) == (0, 1, 0, 0)
    names = set(TitleName.objects.filter(title__bgg_id=13).values_list("language", "name"))
    assert names == {
        ("", "Catan"),
        ("de", "Die Siedler von Catan"),
        ("it", "I Coloni di Catan"),
        ("fr", "Les Colons de Catane"),
    }


def test_a_new_main_name_keeps_the_old_one_and_the_address(take):
    take(HEADER + ROWS)
    assert counts(take("bgg_id,name\n13,The Settlers of Catan\n")) == (0, 1, 0, 0)
    title = GameTitle.objects.get(bgg_id=13)
    assert (title.name, title.slug, title.sort_key) == ("The Settlers of Catan", "catan", "settlers of catan")
    assert title.names.filter(name="Catan", kind="translation").exists()
    assert counts(take("bgg_id,name\n13,The Settlers of Catan\n")) == (0, 0, 1, 0)


def test_namesakes_have_different_addresses(take):
    take("bgg_id,name,year\n1,Mare,2001\n2,Mare,2002\n3,Mare,2002\n4,海,\n")
    take("name,year\nMare,1999\nMare,1999\nMare,\n")
    slugs = list(GameTitle.objects.order_by("pk").values_list("slug", flat=True))
    assert slugs == ["mare", "mare-2002", "mare-3", "jeu-4", "mare-1999"]


def test_however_many_namesakes_there_are_each_has_an_address(take):
    rows = "".join(f"Mare,{year}\n" for year in range(1, MAX_NUMBER + 20))
    assert counts(take(f"name,year\n{rows}")) == (MAX_NUMBER + 19, 0, 0, 0)
    taken = choose_slugs([SlugParts("salo", None, None)] * (MAX_NUMBER + 3))
    assert len(set(taken)) == MAX_NUMBER + 3 and all(slug.startswith("salo") for slug in taken)


def test_a_title_without_an_id_is_found_by_slug_or_name_and_year(take):
    take("slug,name,year\nport-calm,Port Calm,2011\n,Mole,\n")
    assert counts(take("slug,name,year,age\n,Port Calm,2011,10\n,Mole,,12\n,Mole,1990,8\n")) == (1, 2, 0, 0)
    assert counts(take("slug,age\nport-calm,11\n")) == (0, 1, 0, 0)
    assert GameTitle.objects.get(slug="port-calm").age == 11
    report = take("name,age\nMole,7\n")
    assert reasons(report) == [(2, "Several titles are called “Mole”: give the bgg_id.")]


def test_the_longest_name_has_a_place_in_every_order(take):
    name = "海" * 300
    assert counts(take(f"bgg_id,name\n1,{name}\n")) == (1, 0, 0, 0)
    assert counts(take(f"bgg_id,name\n1,{name}\n")) == (0, 0, 1, 0)


def test_the_order_of_a_list_changes_nothing(take):
    take("bgg_id,name,designers,mechanisms\n1,Calm,Anna | Bernd,Trading | Dice Rolling\n")
    told = "bgg_id,designers,mechanisms\n1,Bernd | Anna | Anna,Dice Rolling | Trading\n"
    assert counts(take(told)) == (0, 0, 1, 0)
    assert list(Credit.objects.values_list("contributor__name", flat=True)) == ["Anna", "Bernd"]


def test_people_of_refused_rows_are_not_entered(take):
    assert counts(take("bgg_id,name,year,designers\nx,Calm,,Anna\n2,Mole,,Bernd\n")) == (1, 0, 0, 1)
    assert list(Contributor.objects.values_list("name", flat=True)) == ["Bernd"]


def test_expansions_find_their_base_wherever_it_stands(take):
    text = "bgg_id,name,base_bgg_id\n2,Calm: Storm,1\n1,Calm,\n3,Calm: Fog,77\n"
    report = take(text, batch_size=1)
    storm = GameTitle.objects.get(bgg_id=2)
    assert (storm.kind, storm.base.bgg_id) == ("expansion", 1)
    assert [(line, str(note)) for line, note in report.notes] == [
        (4, "The base game 77 is not in the catalogue.")
    ]
    version = services.current_version()
    assert counts(take(text)) == (0, 0, 3, 0)
    assert services.current_version() == version
    assert counts(take("bgg_id,name\n77,Fog\n")) == (1, 0, 0, 0)
    take(text)
    assert GameTitle.objects.get(bgg_id=3).base.name == "Fog"


def test_several_boxes_of_a_title(take):
    header = "bgg_id,name,year,inventory_number,shelf,missing,status,languages,acquired\n"
    text = (
        header
        + "13,Catan,1995,E1,B3,,in,de,2020-01-31\n13,Catan,,E2,B3,one road,out,fr,\n13,,,E3,C1,,repair,,\n"
    )
    report = take(text)
    assert (counts(report), report.copies_created) == ((1, 2, 0, 0), 3)
    assert list(Copy.objects.values_list("inventory_number", "shelf__code", "missing", "status")) == [
        ("E1", "B3", "", "in"),
        ("E2", "B3", "one road", "out"),
        ("E3", "C1", "", "repair"),
    ]
    assert counts(take(text)) == (0, 0, 3, 0)
    assert counts(take("bgg_id,inventory_number,shelf\n13,E2,C1\n")) == (0, 1, 0, 0)
    assert Copy.objects.get(inventory_number="E2").shelf.code == "C1"
    assert Shelf.objects.count() == 2


def test_boxes_without_a_number_are_found_by_their_place(take):
    text = "bgg_id,name,shelf\n13,Catan,B3\n13,Catan,B4\n"
    take(text)
    assert counts(take(text, batch_size=1)) == (0, 0, 2, 0)
    take(text.replace("B4", "B5"), batch_size=1)
    assert list(Copy.objects.values_list("shelf__code", flat=True)) == ["B3", "B5"]


def test_a_box_number_belongs_to_one_title(take):
    take("bgg_id,name,inventory_number\n13,Catan,E1\n")
    report = take("bgg_id,name,inventory_number\n14,Hive,E1\n15,Port,E2\n15,Port,E2\n13,Catane,\n")
    assert reasons(report) == [
        (2, "Box E1 belongs to another title in the catalogue."),
        (4, "Box E2 is already on line 3."),
    ]
    assert not GameTitle.objects.filter(bgg_id=14).exists()
    assert GameTitle.objects.get(bgg_id=13).name == "Catane"


def test_a_title_whose_first_row_is_refused_gets_no_box_either(take):
    take("bgg_id,name,inventory_number\n13,Catan,E1\n")
    report = take("bgg_id,name,inventory_number\n14,Hive,E1\n14,Hive,E2\n")
    assert reasons(report) == [
        (2, "Box E1 belongs to another title in the catalogue."),
        (3, "Line 2, which describes this title, was refused."),
    ]
    assert not Copy.objects.filter(inventory_number="E2").exists()


def test_a_title_that_is_known_cannot_become_its_own_base(take):
    take("bgg_id,name\n13,Catan\n")
    report = take("bgg_id,base_bgg_id\n13,13\n")
    assert notes(report) == [(2, "A title cannot be its own base game.")]
    assert not GameTitle.objects.exclude(base=None).exists()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("x,Azul,2017,2,4", "bgg_id: “x” is not a whole number."),
        ("230802,,2017,2,4", "There is no title “230802” in the catalogue, and the row has no name for it."),
        ("230802,Azul,2017,2", "Cells in the row: 4; in the header: 5."),
        ("230802,Azul,2017,2,4,6", "Cells in the row: 6; in the header: 5."),
        ("230802,Az\x00ul,2017,2,4", "name: “Az\ufffdul” contains characters that are not text."),
        ("1,Again,2017,2,4", "The title is already on line 2."),
    ],
)
def test_a_row_that_cannot_be_taken_is_refused_alone(take, row, reason):
    report = take(f"bgg_id,name,year,players_min,players_max\n1,Before,2000,2,4\n{row}\n3,After,2001,2,4\n")
    assert counts(report) == (2, 0, 0, 1)
    assert reasons(report) == [(3, reason)]
    assert set(TitleName.objects.values_list("name", flat=True)) == {"Before", "After"}


def test_what_spreadsheets_do_to_rows_is_undone(take):
    report = take('bgg_id;name;weight\r\n"1;""Port; Calm"";2,5"\r\n;;\r\n2;Mole;3,25;;;\r\n3;Nine;2\r\n')
    assert counts(report) == (3, 0, 0, 0)
    assert list(GameTitle.objects.values_list("names__name", "weight")) == [
        ("Mole", 3.25),
        ("Nine", 2.0),
        ("Port; Calm", 2.5),
    ]


@pytest.mark.parametrize("header", ["name,email,phone", "a,b", "id,name"])
def test_a_header_that_is_not_understood_refuses_the_file(take, header):
    with pytest.raises(FileProblem, match="The header is not understood: "):
        take(f"{header}\nx,y,z\n")
    assert not GameTitle.objects.exists()


@pytest.mark.parametrize("header", ["bgg_id,name,Name", "bgg_id,name,year,year"])
def test_a_column_that_stands_twice_refuses_the_file(take, header):
    with pytest.raises(FileProblem, match=r"The column “(name|year)” appears twice in the header."):
        take(f"{header}\n1,2,3,4\n")
    # Of columns that say nothing to us it does not matter.
    assert counts(take("bgg_id,name,note,x,x\n1,Calm,,1,2\n")) == (1, 0, 0, 0)


def test_columns_that_are_not_ours_are_told(take):
    assert take("bgg_id,name,colour\n1,Port,blue\n").unread == ["colour"]


def test_a_dry_run_reports_the_same_and_changes_nothing(take):
    text = HEADER + ROWS + "x,Bad,,,,,,,,,\n"
    dry = take(text, dry_run=True, batch_size=1)
    assert not GameTitle.objects.exists()
    assert not Contributor.objects.exists()
    assert services.current_version() == 0
    assert counts(dry) == counts(take(text)) == (2, 0, 0, 1)


def test_an_interrupted_import_is_resumed_by_running_it_again(take):
    def stop(line, lines):
        raise KeyboardInterrupt

    text = "bgg_id,name,inventory_number\n" + "".join(f"{n},Title {n},E{n}\n" for n in range(1, 8))
    with pytest.raises(KeyboardInterrupt):
        take(text, batch_size=3, progress=stop)
    assert GameTitle.objects.count() == Copy.objects.count() == 3
    assert counts(take(text, batch_size=3)) == (4, 0, 3, 0)
    assert GameTitle.objects.count() == Copy.objects.count() == 7


def test_the_database_is_told_when_it_has_grown(take, monkeypatch):
    settled = []
    monkeypatch.setattr("catalogue.importing.importer.LARGE_IMPORT", 2)
    for name in ("BulkSql", "PostgresBulkSql"):
        monkeypatch.setattr(
            f"catalogue.importing.bulk_sql.{name}.update_statistics", lambda store: settled.append(store)
        )
    take(HEADER + ROWS, dry_run=True)
    assert not settled
    take(HEADER + ROWS)
    take(HEADER + ROWS)
    assert len(settled) == 1


def test_progress_is_told_by_lines(take):
    told = []
    take('bgg_id,name\n1,"two\nlines"\n2,Mole\n3,Nine\n', batch_size=2, progress=lambda *at: told.append(at))
    assert told == [(4, 6), (5, 6)]


def test_what_is_told_to_the_database_is_understood():
    choose_bulk_sql().update_statistics()


def test_queries_do_not_grow_with_the_rows(take):
    def queries(first, last, word="Title"):
        rows = "".join(f"{n},{word} {n},Anna {n},Trading,E{n},B3\n" for n in range(first, last + 1))
        with CaptureQueriesContext(connection) as captured:
            take("bgg_id,name,designers,mechanisms,inventory_number,shelf\n" + rows)
        return len(captured)

    take("bgg_id,name,mechanisms,shelf\n99,Before,Trading,B3\n")
    assert queries(1, 1) == queries(2, 4) == queries(5, 28)
    assert queries(1, 1, "Renamed") == queries(2, 28, "Renamed")
    title = GameTitle.objects.get(bgg_id=28)
    assert (title.name, title.sort_key) == ("Renamed 28", "renamed 000028")
    assert set(title.names.values_list("name", flat=True)) == {"Renamed 28", "Title 28"}
    # Back again: the name that was kept becomes the main one and does not stand twice.
    queries(2, 28)
    assert set(title.names.values_list("kind", "name")) == {
        ("main", "Title 28"),
        ("translation", "Renamed 28"),
    }


def test_a_description_in_one_language_leaves_those_in_the_others(take):
    take(HEADER + ROWS)
    catan = GameTitle.objects.get(bgg_id=13)
    catan.descriptions = {"de": "Siedeln.", "la": "Coloni."}  # Latin is no language of the site
    catan.save()
    take("bgg_id,name,description_fr,description_de\n13,Catan,Des colons.,\n30549,Pandemic,,Seuchen.\n")
    catan.refresh_from_db()
    assert catan.descriptions == {"de": "Siedeln.", "la": "Coloni.", "fr": "Des colons."}
    assert GameTitle.objects.get(bgg_id=30549).descriptions == {"de": "Seuchen."}
