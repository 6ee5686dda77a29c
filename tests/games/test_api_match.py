"""A match through the API, from the invitation to the record."""

import json

import pytest

from games import worker
from games.models import Match
from games.replay import difference

pytestmark = pytest.mark.django_db


def post(client, path, body=None, token=None, **headers):
    if token:
        headers["Authorization"] = f"Seat {token}"
    return client.post(f"/api/v1{path}", json.dumps(body or {}), content_type="application/json", headers=headers)


def get(client, path, token=None):
    return client.get(f"/api/v1{path}", headers={"Authorization": f"Seat {token}"} if token else {})


def new_match(client, *seats, **more):
    body = {"game": "shanghaien", "seats": list(seats)} | more
    answer = post(client, "/matches/", body)
    assert answer.status_code == 201, answer.content
    return answer.json()


HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "random"}


def test_a_person_plays_a_bot_to_the_end(client):
    made = new_match(client, HUMAN, BOT, name="Anna")
    path, token = f"/matches/{made['id']}", made["seat_token"]
    for _ in range(2000):
        view = get(client, f"{path}/view/", token).json()
        if view["status"] == "finished":
            break
        if not view["decisions"]:
            worker.once()
            continue
        body = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
        assert post(client, f"{path}/actions/", body, token).status_code == 201
    assert view["outcome"]["end"] == "complete"
    assert difference(Match.objects.get()) == ""
    record = get(client, f"{path}/record/").json()
    again = post(client, "/records/", record)
    assert again.status_code == 201, again.content


def test_a_refused_move_names_the_rule(client):
    made = new_match(client, HUMAN, BOT)
    path, token = f"/matches/{made['id']}", made["seat_token"]
    while not (view := get(client, f"{path}/view/", token).json())["decisions"]:
        worker.once()
    body = {"decision": view["decisions"][0]["id"], "action": {"type": "shanghai"}}
    answer = post(client, f"{path}/actions/", body, token)
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "shanghaien.too_few_dice_placed"
    assert problem["rule"]["key"] == "shanghai"
    assert problem["menu"] == view["menu"]
    assert Match.objects.get().number == view["number"]


def test_a_decision_counts_once(client):
    made = new_match(client, HUMAN, BOT)
    path, token = f"/matches/{made['id']}", made["seat_token"]
    while not (view := get(client, f"{path}/view/", token).json())["decisions"]:
        worker.once()
    body = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
    first = post(client, f"{path}/actions/", body, token, **{"Idempotency-Key": "one"})
    again = post(client, f"{path}/actions/", body, token, **{"Idempotency-Key": "one"})
    other = post(client, f"{path}/actions/", body, token, **{"Idempotency-Key": "two"})
    assert (first.status_code, again.status_code, other.status_code) == (201, 201, 409)
    assert first.json()["number"] == again.json()["number"]
    assert other.json()["code"] == "stale_decision"
