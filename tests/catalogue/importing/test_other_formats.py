"""Files of other programs, written here in their habits: they come in whole, or are refused with what and where."""

import json
from datetime import date

import pymarc
import pytest

from catalogue.exporting import titles
from catalogue.exporting.unimarc import unimarc_records
from catalogue.importing.file.report import FileProblem
from catalogue.importing.importer import import_file
from catalogue.models import Copy, GameTitle, Shelf
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.fixture
def take(tmp_path):
    def take(content, name="file"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return import_file(path)

    return take


def facts(name):
    title = GameTitle.objects.get(names__name=name, names__kind="main")
    return (title.year, title.players_min, title.players_max, title.minutes_min, title.age, title.kind)


def empty_library():
    Copy.objects.all().delete()
    GameTitle.objects.all().delete()
    Shelf.objects.all().delete()


# ── BoardGameGeek ─────────────────────────────────────────────────────────────────────────────────

ITEM = """<item objecttype="thing" objectid="{id}" subtype="{kind}" collid="{collid}">
  <name sortindex="1">{name}</name><originalname>{original}</originalname><yearpublished>2017</yearpublished>
  <stats minplayers="2" maxplayers="4" minplaytime="30" maxplaytime="45" playingtime="45">
    <rating value="8"><average value="7.7"/><bayesaverage value="N/A"/></rating></stats>
  <status own="{own}" wishlist="0"/><numplays>3</numplays>
  <privateinfo pp_currency="EUR" pricepaid="25.00" quantity="1" acquisitiondate="2020-05-01" acquiredfrom="Shop"
    inventorylocation="B3"><privatecomment>with sleeves</privatecomment></privateinfo>
  <version><item type="boardgameversion" id="9"><name type="primary" value="French edition"/>
    <yearpublished value="2018"/><link type="language" id="1" value="French"/>
    <link type="boardgamepublisher" id="2" value="Plan B"/></item></version>
</item>"""


def collection_xml():
    items = [
        ITEM.format(id=1, kind="boardgame", collid=71, name="Azul FR", original="Azul", own=1),
        ITEM.format(id=2, kind="boardgameexpansion", collid=72, name="Catan: Ships", original="", own=1),
        ITEM.format(id=3, kind="boardgame", collid=73, name="Wanted", original="", own=0),
    ]
    return f'<?xml version="1.0" encoding="utf-8"?>\n<items totalitems="3">{"".join(items)}</items>'


def test_the_xml_of_a_collection_is_read_as_its_csv_would_be(take):
    report = take(collection_xml())
    assert (report.format, report.created, report.passed_over, report.copies_created) == (
        "collection",
        2,
        1,
        2,
    )
    assert facts("Catan: Ships")[-1] == "expansion"
    azul = Copy.objects.select_related("title", "shelf").get(source_id="71")
    assert (azul.price, azul.acquired_from, azul.note, azul.languages) == (
        "25.00 EUR",
        "Shop",
        "with sleeves",
        "fr",
    )
    assert azul.shelf.code == "B3" and azul.title.names.filter(language="fr", name="Azul FR").exists()
    assert report.cells.total == sum(
        (report.cells.read, report.cells.unreadable, report.cells.passed_over, report.cells.unread.total())
    )
    again = take(collection_xml())
    assert (again.created, again.updated, again.copies_created) == (0, 0, 0)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("<items><item collid='1'>", "damaged at line 1, column 25"),
        (
            "<message>Your request for this collection has been accepted</message>",
            "load it again after a minute",
        ),
        ("<catalog/>", "not a BoardGameGeek collection"),
        (
            '<!DOCTYPE x [<!ENTITY a "aaaa">]><items><item collid="1">&a;</item></items>',
            "declares a document type",
        ),
        ('{"games": [', "damaged at line 1, column 12"),
        ('{"people": []}', "neither from BG Stats nor"),
        ("[1, 2]", "neither from BG Stats nor"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_with_what_and_where(take, content, reason):
    with pytest.raises(FileProblem) as problem:
        take(content)
    assert reason in str(problem.value)
    assert not GameTitle.objects.exists()


# ── BG Stats ──────────────────────────────────────────────────────────────────────────────────────


def bg_stats():
    azul = {
        "uuid": "u1", "id": 1, "name": "Azul (français)", "bggName": "Azul", "bggId": 230802, "bggYear": 2017,
        "minPlayerCount": 2, "maxPlayerCount": 4, "minPlayTime": 30, "maxPlayTime": 45, "minAge": 8, "isBaseGame": 1,
        "isExpansion": 0, "designers": "Michael Kiesling", "cooperative": False,
        "copies": [{"uuid": "c-1", "statusOwned": True, "acquisitionDate": "2019-03-02", "pricePaid": "30",
                    "currency": "EUR", "comment": "lid torn"}, {"uuid": "c-2", "statusOwned": True}],
    }  # fmt: skip
    extension = {"id": 2, "name": "Crystal Mosaic", "bggId": 283948, "isExpansion": 1, "isBaseGame": 0,
                 "copies": [{"uuid": "c-3", "statusOwned": True}]}  # fmt: skip
    played = {"id": 3, "name": "Only played", "bggId": 3, "copies": []}
    return json.dumps({"games": [azul, extension, played, "?"], "plays": [{"gameRefId": 1}], "players": []})


def test_bg_stats_brings_what_is_owned(take):
    report = take(bg_stats())
    assert (report.created, report.copies_created, report.passed_over, report.refused) == (2, 3, 1, 1)
    assert facts("Azul") == (2017, 2, 4, 30, 8, "game") and facts("Crystal Mosaic")[-1] == "expansion"
    box = Copy.objects.get(source_id="c-1")
    assert (box.price, box.note, box.acquired.isoformat()) == ("30 EUR", "lid torn", "2019-03-02")
    assert report.refusals[0][0] == 6 and dict(report.cells.unread) == {"own": 3}
    assert take(bg_stats()).copies_created == 0


# ── Library systems ───────────────────────────────────────────────────────────────────────────────

KOHA = (
    '"biblionumber","itemnumber","barcode","itemcallnumber","homebranch","location","dateaccessioned","price",'
    '"title","author","publishercode","copyrightdate","itemnotes","ean"\r\n'
    '"12","301","0004512","J 2-4 AZU","LUDO","JEUX","2021-02-03","34.90","Azul /","Kiesling, Michael","Plan B",'
    '"2017","boîte abîmée","0826956600100"\r\n'
    '"12","302","0004513","J 2-4 AZU","LUDO","JEUX","2021-02-03","34.90","Azul /","Kiesling, Michael","Plan B",'
    '"2017","",""\r\n'
    '"15","310","0004600","J EXT","LUDO","JEUX","","","Carcassonne : extension Auberges","","","[2002]","",""\r\n'
)
PMB = (
    "expl_id;expl_cb;expl_cote;section_libelle;tit1;auteurs;editeur;year;code;expl_note;expl_prix;statut_libelle\r\n"
    "7;JEU-0007;B3;Jeux d’ambiance;Dixit;Jean-Louis Roubira;Libellud;2008;3558380021865;manque 1 carte;"
    "29,90;Prêtable\r\n"
)


def test_items_of_koha_are_boxes_with_their_barcodes_as_numbers(take):
    report = take(KOHA)
    assert (report.format, report.created, report.copies_created, report.refused) == ("Koha", 2, 3, 0)
    box = Copy.objects.select_related("shelf", "title").get(inventory_number="0004512")
    assert (box.title.name, box.title.year, box.shelf.code, box.price) == ("Azul", 2017, "J 2-4 AZU", "34.90")
    assert (box.barcode, box.source_id, box.note) == ("0826956600100", "koha-301", "boîte abîmée")
    assert facts("Carcassonne : extension Auberges")[-1] == "expansion"
    assert report.cells.unread == {"biblionumber": 3, "homebranch": 3}
    assert take(KOHA).copies_created == 0


def test_items_of_pmb_in_the_letters_of_windows(take):
    report = take(PMB.encode("cp1252"))
    assert (report.format, report.created, report.copies_created, report.refused) == ("PMB", 1, 1, 0)
    box = Copy.objects.select_related("shelf", "title").get(inventory_number="JEU-0007")
    assert (box.title.name, box.shelf.code, box.price, box.note) == ("Dixit", "B3", "29,90", "manque 1 carte")


# ── UNIMARC ───────────────────────────────────────────────────────────────────────────────────────


def marc_record(*fields, encoding="utf-8"):
    record = pymarc.Record(force_utf8=True, leader="00000nrm  2200000   450 ")
    for tag, *subfields in fields:
        values = [pymarc.Subfield(code=text[0], value=text[1:]) for text in subfields]
        record.add_field(pymarc.Field(tag=tag, indicators=pymarc.Indicators(" ", " "), subfields=values))
    return record.as_marc()


DIXIT = (
    ("073", "a3558380021865"), ("101", "afre"), ("200", "aDixit /", "fJean-Louis Roubira"), ("517", "aDixit 1"),
    ("210", "cLibellud", "d[2008]"), ("330", "aUne image vaut mille mots."), ("606", "aImagination"),
    ("701", "aRoubira", "bJean-Louis", "4070"), ("701", "aCardouat", "bMarie", "4440"), ("801", "aFR", "bBnF"),
    ("995", "fE0815", "eB3", "umanque 1 carte"), ("995", "fE0816", "kJ DIX"),
)  # fmt: skip


def test_a_record_of_unimarc_is_a_title_with_its_items(take):
    report = take(marc_record(*DIXIT) + marc_record(("200", "aHive"), ("010", "a978-2-0000-0000-0")))
    assert (report.format, report.created, report.copies_created, report.refused) == ("UNIMARC", 2, 2, 0)
    assert report.unread == ["801"] and report.cells.unread == {"801": 2}
    box = Copy.objects.select_related("shelf", "title").get(inventory_number="E0815")
    title = box.title
    assert (title.name, title.year, title.descriptions) == (
        "Dixit",
        2008,
        {"fr": "Une image vaut mille mots."},
    )
    people = set(title.credits.values_list("role", "contributor__name"))
    assert people == {
        ("designer", "Jean-Louis Roubira"),
        ("artist", "Marie Cardouat"),
        ("publisher", "Libellud"),
    }
    assert (box.barcode, box.shelf.code, box.note, box.languages) == (
        "3558380021865",
        "B3",
        "manque 1 carte",
        "fr",
    )


def test_damaged_records_are_refused_each_and_the_others_come_in(take):
    good, other = marc_record(*DIXIT), marc_record(("200", "aHive"))
    damaged = good[:40] + b"xx" + good[40:]
    report = take(good + damaged + other + other[:30])
    assert (report.created, report.refused) == (2, 2)
    reasons = [(line, str(problem)) for line, problem in report.refusals]
    assert reasons[0][0] == 4 and reasons[0][1].startswith("Record 2 is damaged: it has")
    assert reasons[1] == (6, "Record 4 is cut off: the file is not complete.")


def make_library():
    azul = make_title(
        "Azul", names=[("", "Azul le jeu")], bgg_id=230802, year=2017, players_min=2, players_max=4, minutes_min=30,
        minutes_max=45, age=8, descriptions={"fr": "Des carreaux."},
    )  # fmt: skip
    make_copy(
        azul, inventory_number="E1", shelf="B1", barcode="3558380021865", note="lid torn", price="30 EUR"
    )
    make_copy(azul, inventory_number="E2", shelf="B2", barcode="3558380021865")
    make_copy(make_title("Émeraude", slug="emeraude", year=2001), inventory_number="E3")


@pytest.mark.parametrize("kind", ["json", "unimarc"])
def test_what_goes_out_comes_in_again(take, kind):
    make_library()
    before = "".join(titles.csv_lines())
    content = "".join(titles.json_lines()).encode() if kind == "json" else b"".join(unimarc_records())
    same = take(content)
    assert (same.created, same.updated, same.copies_created, same.refused) == (0, 0, 0, 0)
    assert "".join(titles.csv_lines()) == before
    empty_library()
    report = take(content)
    assert (report.created, report.copies_created, report.refused, len(report.notes)) == (2, 3, 0, 0)
    wanted = {
        ("Azul", 2017, "E1", "B1", "3558380021865", "lid torn", "30 EUR", 2, 4, 30, 45, 8),
        ("Azul", 2017, "E2", "B2", "3558380021865", "", "", 2, 4, 30, 45, 8),
        ("Émeraude", 2001, "E3", None, "", "", "", None, None, None, None, None),
    }
    columns = ("names__name", "year", "copies__inventory_number", "copies__shelf__code", "copies__barcode")
    columns += (
        "copies__note",
        "copies__price",
        "players_min",
        "players_max",
        "minutes_min",
        "minutes_max",
        "age",
    )
    assert set(GameTitle.objects.filter(names__kind="main").values_list(*columns)) == wanted


# ── Tables made by hand ───────────────────────────────────────────────────────────────────────────

BY_HAND = (
    "Ludothèque de la Vallée – inventaire 2025;;;;;;;\r\n;;;;;;;\r\n"
    "Jeu;;Joueurs;;Durée;Rangement;;Remarques\r\n"
    "Titre;Éditeur;min;max;;Rayon;N° d’inventaire;\r\n"
    "Azul;Plan B;2;4;30-45 min;B3;E1;\r\nUno;Mattel;2;10;;C1;E2;il manque le 4 jaune\r\n"
    "Carcassonne – Extension 1;;2;6;;B3;E3;\r\n"
)


def test_a_spreadsheet_with_merged_headers_below_a_heading(take):
    report = take(BY_HAND.encode("cp1252"))
    assert (report.format, report.created, report.copies_created, report.refused) == ("columns", 3, 3, 0)
    assert facts("Azul") == (None, 2, 4, 30, None, "game")
    assert facts("Carcassonne – Extension 1")[-1] == "expansion"
    box = Copy.objects.select_related("shelf", "title").get(inventory_number="E2")
    assert (box.shelf.code, box.note, box.title.players_max) == ("C1", "il manque le 4 jaune", 10)
    assert (report.cells.total, report.cells.read, report.unread) == (19, 19, [])


def test_a_spreadsheet_with_a_date_below_a_merged_header_and_a_sum_at_its_end(take):
    table = (
        "Jeu;Joueurs;;Langue;Achat;;Emplacement\r\n;min;max;;Date;Prix;\r\n"
        "Azul;2;4;neutre;12/03/2019;42,50 €;A1\r\nTotal Domination;2;2;français;;;A1\r\n;;;;;;\r\n"
        "Total : 2 jeux;;;;;42,50 €;\r\n"
    )
    report = take(table.encode("cp1252"))
    box = Copy.objects.get(title__names__name="Azul")
    assert (box.acquired, box.price, box.languages) == (date(2019, 3, 12), "42,50 €", "")
    assert (report.created, report.refused, report.unread) == (2, 1, [])
    assert "sum below the table" in report.refusals[0][1].text()
    assert Copy.objects.get(title__names__name="Total Domination").languages == "fr"


@pytest.mark.parametrize("first", ["name,year", "Azul,2017", ";;;\nname;year;x;y"])
def test_other_tables_keep_their_first_row_as_header(take, first):
    """Also where the rows below would be a better one by chance, and where nothing is understood."""
    try:
        report = take(f"{first}\nUno,1971\n")
    except FileProblem as problem:
        assert "header is not understood" in str(problem)
    else:
        assert report.created == 1


MERGED_AT_THE_TOP = (
    "N° inv.;Titre;Joueurs;;Âge;Durée;Éditeur;Rangement;;État;Prix d'achat;Acheté le;Remarques\r\n"
    ";;min;max;dès;(min);;Meuble;Étagère;;(€);;\r\n"
    "LP-1;Les Moulins de papier;2;4;8 ans;30-45';Maison;A;A1;très bon;35 €;3/11/2021;\r\n"
    "JEUX COOPÉRATIFS;;;;;;;;;;;;\r\n"
    "LP-2;Trois Sapins;2;5;dès 8;25;;A;A2;recollée;;;\r\n"
    "Total : 2 jeux;;;;;;;;;;35 €;;\r\n"
)


@pytest.mark.parametrize("heading", ["", "Inventaire – novembre;;;;;;;;;;;;\r\n;;;;;;;;;;;;\r\n"])
def test_a_merged_header_whose_upper_row_is_full(take, heading):
    """Where “Players” spans “min” and “max”, the upper row alone would make two the least and the most."""
    report = take((heading + MERGED_AT_THE_TOP).encode("cp1252"))
    boxes = Copy.objects.order_by("inventory_number").values_list(
        "inventory_number", "title__players_max", "title__minutes_max", "shelf__code", "condition"
    )
    assert list(boxes) == [("LP-1", 4, 45, "A1", "good"), ("LP-2", 5, 25, "A2", "good")]
    problems = [problem.text() for _line, problem in report.refusals]
    assert problems == ["The row names no game."] * 2
