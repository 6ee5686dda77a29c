"""Somebody's record, brought as a file: what is wrong with it is said in the reader's language."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from games.core.contract import Malformed
from games.presenting.record_faults import describe_fault
from tests.games.core.fixtures import GAMES


@pytest.mark.parametrize(
    ("language", "place"),
    [
        ("fr", "ligne 3, colonne 5"),
        ("en", "line 3, column 5"),
        ("it", "riga 3, colonna 5"),
        ("de", "Zeile 3, Spalte 5"),
    ],
)
def test_lines_and_columns_are_named_in_every_language(language, place):
    with translation.override(language):
        assert describe_fault(Malformed("Expecting value", "line 3 column 5"))["place"] == place


def test_a_part_of_a_record_is_not_taken_for_another_that_begins_alike():
    with translation.override("en"):
        assert describe_fault(Malformed("unknown field", "gamekeeper"))["text"] == "This record is damaged."
        assert "cannot be played here" in describe_fault(Malformed("unknown game", "game"))["text"]
        assert (
            "does not follow from the moves"
            in describe_fault(Malformed("the replay gives 3", "result.scores"))["text"]
        )


def bring(client, text: str):
    return client.post(
        "/fr/jouer/enregistrement/", {"record": SimpleUploadedFile("match.json", text.encode())}
    )


@pytest.mark.django_db
def test_the_page_names_the_place_and_keeps_the_english_apart(client):
    record = json.loads((GAMES / "macao" / "records" / "macao-2-1.json").read_text())
    record["moves"][2]["seat"] = "x" * 500
    page = bring(client, json.dumps(record))
    assert page.status_code == 422
    assert "Endroit dans le fichier\u202f: <code>moves[2].seat</code>" in page.content.decode()
    record["x" * 500] = 1
    page = bring(client, json.dumps(record)).content.decode()
    assert f"<code>{'x' * 80}</code>" in page


@pytest.mark.django_db
def test_whoever_brings_too_many_is_told_when_to_come_again(client, monkeypatch):
    monkeypatch.setattr("escale.common.limits.count_request", lambda limit, who: 42)
    page = bring(client, "{}")
    assert (page.status_code, page["Retry-After"]) == (429, "42")
    assert "<h1>Chacun son tour</h1>" in page.content.decode()
