"""A name stands in sentences, lists and emails of others: it must not break or turn them, and somebody must
see it.
"""

import json

import pytest

from games.models import Seat
from tests.games.table import HUMAN, Table

pytestmark = pytest.mark.django_db
UNREADABLE = {
    "a line break": "Anna\nBernd",
    "a return": "Anna\rBcc: x",
    "Unicode's line break": "Anna\u2028Bernd",
    "Unicode's paragraph": "Anna\u2029Bernd",
    "next line": "Anna\x85Bernd",
    "a tab": "Anna\tBernd",
    "the bell": "Anna\x07",
    "an override": "Anna\u202ednreB",
    "an isolate": "\u2067Anna",
    "a mark to the left": "Anna\u200f",
    "a mark to the right": "Anna\u200e",
    "the Arabic mark": "Anna\u061c",
    "zero width": "\u200b\u200c\u200d",
    "joiners": "\u2060\ufeff",
    "soft hyphens": "\u00ad\u00ad",
    "Hangul fillers": "\u3164\u115f\uffa0",
    "empty Braille": "\u2800",
    "tags": "\U000e0041\U000e0042",
    "marks without a letter": "\u0301\ufe0f",
}
READABLE = [
    "",
    "Anna",
    "Élodie d’Aubigné",
    "李",
    "אנה",
    "عمر",
    "👩‍👩‍👧",
    "!",
    "7",
    "a\u0301",
    "  Anna  ",
    "क्षि",
]


def create(client, name: str, language: str = "en"):
    body = json.dumps({"game": "macao", "seats": [HUMAN, HUMAN], "name": name})
    return client.post(f"/api/v1/matches/?lang={language}", body, content_type="application/json")


@pytest.mark.parametrize("name", UNREADABLE.values(), ids=UNREADABLE)
def test_a_name_that_nobody_can_read_is_refused(client, name):
    answer = create(client, name)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["name"])
    assert answer.json()["errors"]["name"] == [
        "A name must have at least one visible character, and must not contain line breaks or marks that "
        "change the direction of text."
    ]
    table = Table(game="macao", seats=[HUMAN, HUMAN], join=False)
    body = json.dumps({"name": name})
    assert (
        client.post(f"/api/v1/matches/{table.id}/seats/", body, content_type="application/json").status_code
        == 400
    )
    assert client.post("/en/play/macao/new-table/", {"seat2": "human", "name": name}).status_code == 400
    assert not Seat.objects.filter(name=name).exists()


@pytest.mark.parametrize("name", READABLE)
def test_names_of_all_people_are_kept(client, name):
    answer = create(client, name)
    assert answer.status_code == 201
    assert answer.json()["seats"][0]["name"] == (name.strip() or "Player 1")
    assert client.post("/en/play/macao/new-table/", {"seat2": "human", "name": name}).status_code == 302


@pytest.mark.parametrize("language", ["fr", "it", "de"])
def test_the_reason_is_given_in_the_language_of_the_reader(client, language):
    said = create(client, "Anna\nBernd", language).json()["errors"]["name"]
    assert said != create(client, "Anna\nBernd").json()["errors"]["name"]


@pytest.mark.parametrize("name", ["\u3164", "\u2060", "\u200f\u200e"])
def test_an_old_name_that_nobody_sees_is_shown_as_the_place(client, name):
    table = Table(game="macao")
    Seat.objects.filter(match_id=table.id, index=0).update(name=name)
    assert client.get(f"/api/v1/matches/{table.id}/?lang=en").json()["seats"][0]["name"] == "Player 1"
