"""Cells that cannot be read are left out and noted; what staff entered is kept; columns are mapped."""

from pathlib import Path

import pytest

from catalogue.importing.file.guessing import guess_mapping
from catalogue.importing.file.mapping import UnknownHeader, describe_columns, find_format
from catalogue.importing.importer import import_file
from catalogue.models import Copy, GameTitle
from escale.common import audit

pytestmark = pytest.mark.django_db
COLLECTION = Path(__file__).parent.parent / "data" / "collection.csv"


@pytest.fixture
def take(tmp_path):
    def take(text, **how):
        path = tmp_path / "games.csv"
        path.write_text(text, encoding="utf-8", newline="")
        return import_file(path, **how)

    return take


def notes(report):
    return [(line, str(problem)) for line, problem in report.notes]


# ── Doubt is not refusal ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("row", "note", "fact"),
    [
        ("2O17,2,4,", "year: “2O17” is not a whole number.", ("year", None)),
        (
            "2017,4,2,",
            "The minimum number of players, 4, is larger than the maximum, 2.",
            ("players_min", None),
        ),
        ("2017,2,4,6–16?", "players_best: “6-16?” is not a number of players.", ("players_best", "")),
    ],
)
def test_a_doubtful_cell_loses_only_the_cell(take, row, note, fact):
    report = take(f"bgg_id,name,year,players_min,players_max,players_best\n1,Azul,{row}\n")
    assert (report.created, report.refused, notes(report)) == (1, 0, [(2, note)])
    name, value = fact
    assert getattr(GameTitle.objects.get(), name) == value


def test_a_contradiction_keeps_what_the_catalogue_has(take):
    take("bgg_id,name,players_min,players_max\n1,Azul,2,4\n")
    report = take("bgg_id,name,players_min,players_max\n1,Azul,6,3\n")
    assert len(report.notes) == 1
    title = GameTitle.objects.get()
    assert (title.players_min, title.players_max) == (2, 4)


def test_ranges_with_a_long_dash_and_neutral_boxes_are_read(take):
    report = take("bgg_id,name,players_best,inventory_number,languages\n1,Azul,6–8,E1,(neutral)\n")
    assert notes(report) == []
    assert GameTitle.objects.get().players_best == "6,7,8"
    assert Copy.objects.get().languages == ""


def test_every_row_of_a_file_is_accounted_for(take):
    rows = ["1,Azul,2017", "2,Hive,when", "x,Bad,1", "1,Azul,2017", "3,Go,", ""]
    report = take("bgg_id,name,year\n" + "\n".join(rows) + "\n")
    assert report.rows == report.created + report.updated + report.unchanged + report.refused == 5
    assert (report.created, report.refused, len(report.notes)) == (3, 2, 1)


# ── Editions ──────────────────────────────────────────────────────────────────────────────────────


def test_the_year_of_an_edition_serves_until_a_better_one_is_known(take):
    header = "objectid,objectname,originalname,yearpublished,version_yearpublished,collid,own\n"
    take(f"{header}1,Azul,Azul,0,2019,70,1\n")
    assert GameTitle.objects.get().year == 2019
    take("bgg_id,year\n1,2017\n")
    take(f"{header}1,Azul,Azul,0,2019,70,1\n")
    assert GameTitle.objects.get().year == 2017


def test_price_source_and_private_comment_have_a_place(take):
    header = "objectid,objectname,originalname,yearpublished,collid,own,pp_currency,pricepaid,acquiredfrom,"
    header += "privatecomment"
    take(f"{header}\n1,Azul,Azul,2017,70,1,EUR,12.50,Flea market,with sleeves\n")
    box = Copy.objects.get()
    assert (box.price, box.acquired_from, box.note) == ("12.50 EUR", "Flea market", "with sleeves")


# ── What staff entered ────────────────────────────────────────────────────────────────────────────


def correct(title, **values):
    audit.change_fields(who=None, thing=title, **values)


def test_what_staff_corrected_is_kept_and_told(take):
    header = "id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion\n"
    take(f"{header}1,Azul,2017,1,7,7,100,0\n")
    correct(GameTitle.objects.get(), year=2016)
    report = take(f"{header}1,Azul,2018,1,7,7,200,0\n")
    title = GameTitle.objects.get()
    assert (title.year, title.popularity) == (2016, 200)
    assert notes(report) == [(2, "“year” keeps what staff entered (2016); the file says 2018.")]


def test_blanks_are_filled_and_our_own_file_wins(take):
    take("bgg_id,name,year,age\n1,Azul,2017,\n")
    correct(GameTitle.objects.get(), year=2016)
    take("bgg_id,name,year,age\n1,Azul,2018,8\n")
    title = GameTitle.objects.get()
    assert (title.year, title.age) == (2018, 8)


# ── Columns ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        (
            ["name", "year_published", "min_players", "max_players", "playing_time"],
            ["name", "year", "players_min", "players_max", "minutes"],
        ),
        (
            ["Titre", "Nb joueurs", "Durée", "N° d’inventaire", "Commentaires"],
            ["name", "players", "minutes", "inventory_number", "note"],
        ),
        (["Spiel", "Spieleranzahl", "Standort", "Preis"], ["name", "players", "shelf", "price"]),
        (["Nome", "Età", "Scaffale"], ["name", "age", "shelf"]),
    ],
)
def test_headers_are_guessed(header, fields):
    guessed = guess_mapping(header)
    assert [guessed.get(name) for name in header] == fields


@pytest.mark.parametrize(
    "header", [["name", "email", "language", "note"], ["title", "author", "year", "isbn"]]
)
def test_lists_of_people_and_books_are_not_taken_for_games(header):
    with pytest.raises(UnknownHeader):
        find_format(header)


def test_a_spreadsheet_of_nobodys_format_is_read(take):
    report = take("Titre;Nb joueurs;Durée;Rayon;Prix\nCatan;2 à 4;60-120 min;B3;35 €\n")
    assert (report.created, report.copies_created, notes(report)) == (1, 1, [])
    title, box = GameTitle.objects.get(), Copy.objects.get()
    assert (title.players_min, title.players_max, title.minutes_min, title.minutes_max) == (2, 4, 60, 120)
    assert (box.shelf.code, box.price) == ("B3", "35 €")


def test_staff_give_columns_another_meaning():
    header = COLLECTION.read_text(encoding="utf-8-sig").splitlines()[0].replace('"', "").split(",")
    described = describe_columns(header, {"comment": "shelf"})
    assert described["objectname"] == "*" or described["objectname"] == "name"
    changed = find_format(header, {"comment": "shelf"})
    assert changed.columns[0].field == "shelf" and changed.columns[0].headers == ("comment",)
    assert changed.row_filter is not None and changed.name == "collection"


def test_columns_without_a_name_are_refused():
    with pytest.raises(UnknownHeader, match="No column gives the name"):
        find_format(["a", "b"], {"a": "year"})
