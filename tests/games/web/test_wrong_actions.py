"""A wrong action is told with all its faults at once, in the same words wherever it is sent."""

import json

import pytest

from games.presenting.move_answers import EXPECTED
from tests.games.table import Table
from tests.games.web.test_positions import SHOUT

pytestmark = pytest.mark.django_db

SENDERS = ["actions", "check", "positions"]


def send(client, door: str, body: dict):
    """The answer to a body for a decision of a match, or to its action alone in a position of a rule."""
    if door == "positions":
        address, headers = f"/api/v1/positions/{SHOUT}/", {}
        body = {"actions": [body["action"]]}
    else:
        table = Table()
        mover = table.decision()
        address = f"/api/v1/matches/{table.id}/{door}/"
        headers = {"Authorization": f"Seat {table.tokens[mover.seat]}"}
        body = {"decision": mover.id, **body}
    return client.post(
        f"{address}?lang=en", json.dumps(body), content_type="application/json", headers=headers
    )


def name_place(door: str, place: str) -> str:
    return place.replace("action", "actions[0]", 1) if door == "positions" else place


@pytest.mark.parametrize("door", SENDERS)
def test_all_wrong_fields_of_an_action_are_named_at_once(client, door):
    answer = send(client, door, {"action": {"type": "place", "dice": 2, "colour": "red"}})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert answer.json()["errors"] == {
        name_place(door, "action.colour"): ["unknown field"],
        name_place(door, "action.dice"): ["unknown field"],
        name_place(door, "action.die"): ["this is missing"],
    }


@pytest.mark.parametrize("door", SENDERS)
@pytest.mark.parametrize("action", ["roll", 7, None, ["roll"]])
def test_what_is_no_object_is_told_in_one_way(client, door, action):
    answer = send(client, door, {"action": action})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["errors"] == {name_place(door, "action"): ["An action is an object with a type."]}


@pytest.mark.parametrize("door", ["actions", "check"])
def test_wrong_members_of_the_body_are_named_with_those_of_the_action(client, door):
    body = {"decision": 7, "action": {"type": "place", "die": "two", "colour": "red"}, "more": 1}
    answer = send(client, door, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["errors"] == {
        "more": ["Unknown field."],
        "decision": ["The id of a pending decision is expected."],
        "action.colour": ["unknown field"],
        "action.die": ["a whole number is expected"],
    }


@pytest.mark.parametrize("wrong", [{"decision": ""}, {"decision": "x" * 41}, {"action": None}])
def test_a_move_and_its_dry_run_are_refused_in_the_same_words(client, wrong):
    body = {"action": {"type": "roll"}, **wrong}
    answers = [send(client, door, body) for door in ("actions", "check")]
    (name,) = wrong
    assert [answer.json()["errors"] for answer in answers] == [{name: [str(EXPECTED[name])]}] * 2


def test_a_move_without_anything_names_what_is_missing(client):
    table = Table()
    headers = {"Authorization": f"Seat {table.tokens[0]}", "Idempotency-Key": "x" * 65}
    address = f"/api/v1/matches/{table.id}/actions/"
    answer = client.post(address, "{}", content_type="application/json", headers=headers)
    assert set(answer.json()["errors"]) == {"decision", "action", "Idempotency-Key"}


def test_all_wrong_actions_of_a_position_are_named(client):
    wrong = [{"type": "place", "die": "x"}, "roll", {"type": "fly"}]
    for actions, places in (
        (wrong, {"actions[0].die", "actions[1]", "actions[2].type"}),
        ([wrong[0], wrong[2]], {"actions[0].die", "actions[1].type"}),
    ):
        body = json.dumps({"actions": actions})
        answer = client.post(f"/api/v1/positions/{SHOUT}/", body, content_type="application/json")
        assert (answer.status_code, set(answer.json()["errors"])) == (400, places)


def test_an_action_of_a_thousand_wrong_fields_is_answered_in_short(client):
    action = {"type": "roll"} | {f"field{number}": number for number in range(1000)}
    answer = send(client, "check", {"action": action})
    assert answer.status_code == 400 and len(answer.json()["errors"]) == 100
