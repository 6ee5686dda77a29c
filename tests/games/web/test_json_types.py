"""A body must hold the JSON types of the schema: nothing is guessed from what looks alike."""

import json

import pytest

from tests.games.table import Table

pytestmark = pytest.mark.django_db


def post(client, path: str, body: dict, table: Table | None = None):
    headers = {"Authorization": f"Seat {table.tokens[0]}"} if table else {}
    return client.post(
        f"/api/v1/matches/{path}", json.dumps(body), content_type="application/json", headers=headers
    )


@pytest.mark.parametrize(
    "body", [{"seat": True, "blocked": True}, {"seat": 1, "blocked": 0}, {"seat": "1", "blocked": True}]
)
def test_what_only_looks_alike_is_refused(client, body):
    table = Table()
    answer = post(client, f"{table.id}/blocks/", body, table)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert post(client, f"{table.id}/blocks/", {"seat": 1, "blocked": True}, table).status_code == 204


def test_a_number_is_no_name(client):
    answer = post(client, "", {"game": "macao", "seats": [{"kind": "human"}] * 2, "name": 7})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["name"])


def test_guests_may_not_write_freely(client):
    table = Table()
    answer = post(client, f"{table.id}/messages/", {"text": "hello"}, table)
    assert (answer.status_code, answer.json()["code"]) == (403, "chat_needs_account")


@pytest.mark.parametrize("query", ["at=999999", "eyes=3"])
def test_a_position_or_a_seat_that_is_not_there_is_not_found(client, query):
    assert client.get(f"/api/v1/matches/{Table().id}/view/?{query}").status_code == 404


def test_what_is_no_action_is_said_in_the_readers_language_with_its_place(client):
    table = Table()
    mover = table.decision()
    headers = {"Authorization": f"Seat {table.tokens[mover.seat]}"}
    body = json.dumps({"decision": mover.id, "action": {"type": "sing"}})
    address = f"/api/v1/matches/{table.id}/actions/?lang=de"
    answer = client.post(address, body, content_type="application/json", headers=headers)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "malformed")
    assert told["detail"].startswith("Das ist weder eine Aktion")
    assert told["errors"] == {"action.type": ["one of roll, direction, trick, place, shanghai is expected"]}


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (
            {"seats": [{"kind": "human"}, {"kind": "bot", "level": "easy", "colour": "red"}]},
            "seats[1].colour",
        ),
        ({"name": "Anna", "nonce": "0" * 32}, "nonce"),
    ],
)
def test_nothing_that_would_be_lost_is_taken(client, wrong, named):
    body = {"game": "macao", "seats": [{"kind": "human"}, {"kind": "human"}], **wrong}
    answer = post(client, "", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [named])


WRONG = [
    ({"name": 7}, "name", "È attesa una stringa."),
    ({"seats": [{"kind": "human"}]}, "seats", "Sono attesi da 2 a 4 posti."),
    ({"seats": [{"kind": "human"}, {"kind": "bot", "level": 1}]}, "seats[1].level", "È attesa una stringa."),
]


@pytest.mark.parametrize(("wrong", "named", "said"), WRONG)
def test_italians_are_not_answered_in_french(client, wrong, named, said):
    """Where the framework has no Italian, it falls back to the first language of the site."""
    body = {"game": "macao", "seats": [{"kind": "human"}, {"kind": "human"}], **wrong}
    assert post(client, "?lang=it", body).json()["errors"] == {named: [said]}
