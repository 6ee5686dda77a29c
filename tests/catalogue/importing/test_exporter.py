"""What goes out comes in again the same."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalogue import services
from catalogue.exporting import titles
from catalogue.importing.importer import import_file
from catalogue.models import Contributor, Copy, Credit, GameTitle, Tag, TitleName, TitleTag
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


def library():
    base = make_title(
        "Catan",
        bgg_id=13,
        year=-3500,
        names=[("de", "Die Siedler"), ("", "A | B"), ("", "it: a name"), ("grc", "Πόλις")],
    )
    TitleName.objects.create(title=base, name="=SUM(1)", language="fr", kind="original")
    TitleName.objects.filter(title=base, kind="main").update(language="en")
    person = Contributor.objects.create(slug="klaus-teuber", name="Klaus Teuber")
    Credit.objects.create(title=base, contributor=person, role="designer")
    TitleTag.objects.create(title=base, tag=Tag.objects.create(kind="theme", slug="sea", names={"en": "Sea"}))
    make_copy(base, shelf="B3", inventory_number="+1a", missing="one\nroad", languages="de,fr")
    make_copy(base, shelf="B4", status="out", languages="pt-BR")
    more = make_title(
        "@ More", slug="more", base=base, kind="expansion", descriptions={"fr": "-deux\nlignes"}, weight=2.25
    )
    TitleName.objects.filter(title=more).update(language="pt-BR")


def everything():
    return [json.loads(line) for line in titles.json_lines()]


def without_box_ids(records):
    for record in records:
        for box in record["copies"]:
            del box["box_id"]
    return records


def test_csv_comes_back_as_it_was(tmp_path):
    library()
    file, before = tmp_path / "out.csv", everything()
    call_command("export_games", file)
    assert file.read_bytes().startswith(b"\xef\xbb\xbfbgg_id,slug,")
    report = import_file(file)
    assert (report.rows, report.unchanged) == (3, 3)
    Copy.objects.all().delete()
    GameTitle.objects.all().delete()
    report = import_file(file)
    assert (report.created, report.updated, report.refused) == (2, 1, 0)
    assert without_box_ids(everything()) == without_box_ids(before)
    assert import_file(file).unchanged == 3  # Boxes that were made again are found by the ids of the file.
    assert services.current_version() == 2


def test_no_cell_is_a_formula():
    library()
    rows = list(csv.reader(io.StringIO("".join(titles.csv_lines()))))
    assert "'=SUM(1)" not in rows[1]  # In the middle of a cell it is harmless, and stays as it is.
    assert {cell for row in rows for cell in row if cell[:1] in tuple("=+@")} == set()
    assert {"'@ More", "'-deux\nlignes", "'+1a", "-3500"} <= {cell for row in rows for cell in row}


def test_json_lines():
    library()
    catan, more = everything()
    assert catan["name"] == "Catan"
    assert {"language": "fr", "kind": "original", "name": "=SUM(1)"} in catan["names"]
    assert catan["copies"][0]["missing"] == "one\nroad"
    assert (more["base_bgg_id"], more["copies"], "year" in more) == (13, [], False)


def test_queries_grow_with_chunks_not_titles():
    def queries():
        with CaptureQueriesContext(connection) as captured:
            list(titles.json_lines())
        return len(captured)

    library()
    services.collection_key()  # The first export of all chooses it.
    few = queries()
    for number in range(20):
        make_copy(make_title(f"Title {number}"))
    assert queries() == few == 7


def test_the_command_writes_to_the_screen_or_says_why_not(tmp_path, capsys):
    library()
    call_command("export_games", format="jsonl")
    assert json.loads(capsys.readouterr().out.splitlines()[0])["name"] == "Catan"
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_games", tmp_path / "nowhere" / "out.csv")
