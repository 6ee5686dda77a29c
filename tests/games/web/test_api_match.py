"""A match through the API, from the invitation to the record."""

import json
from datetime import datetime

import pytest

from games.automation.hints import Hint
from games.core.coaching import Reason
from games.matches.replay import find_difference
from games.models import Match
from tests.games.core.fixtures import GAMES
from tests.games.table import Table, attend_bots

pytestmark = pytest.mark.django_db


def post(client, path, body=None, token=None, **headers):
    if token:
        headers["Authorization"] = f"Seat {token}"
    return client.post(
        f"/api/v1{path}", json.dumps(body or {}), content_type="application/json", headers=headers
    )


def get(client, path, token=None):
    return client.get(f"/api/v1{path}", headers={"Authorization": f"Seat {token}"} if token else {})


def new_match(client, *seats, **more):
    body = {"game": "shanghaien", "seats": list(seats)} | more
    answer = post(client, "/matches/", body)
    assert answer.status_code == 201, answer.content
    return answer.json()


def add_nonce(client, made):
    """The seat of this answer adds its random number."""
    path = f"/matches/{made['id']}/seats/mine/nonce/"
    answer = post(client, path, {"nonce": "ab" * 16}, made["seat_token"])
    assert answer.status_code == 200, answer.content
    return answer.json()


def wait_for_a_decision(client, made):
    """The view of this seat when it is its turn."""
    add_nonce(client, made)
    while not (view := get(client, f"/matches/{made['id']}/view/", made["seat_token"]).json())["decisions"]:
        attend_bots()
    return view


HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "random"}


def test_a_person_plays_a_bot_to_the_end(client):
    made = new_match(client, HUMAN, BOT, name="Anna")
    assert add_nonce(client, made)["status"] == "active"
    path, token = f"/matches/{made['id']}", made["seat_token"]
    for _ in range(2000):
        view = get(client, f"{path}/view/", token).json()
        if view["status"] == "finished":
            break
        if not view["decisions"]:
            attend_bots()
            continue
        body = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
        assert post(client, f"{path}/actions/", body, token).status_code == 201
    assert view["outcome"]["end"] == "complete"
    assert find_difference(Match.objects.get()) == ""
    record = get(client, f"{path}/record/").json()
    again = post(client, "/records/", record)
    assert again.status_code == 201, again.content
    assert again["Location"] == f"/api/v1/matches/{again.json()['id']}/"


def test_what_the_client_has_is_not_sent_again(client):
    made = new_match(client, HUMAN, HUMAN)
    path = f"/matches/{made['id']}"
    for address in ("/matches/", f"{path}/", f"{path}/view/", f"{path}/events/"):
        tag = get(client, address)["ETag"]
        assert client.get(f"/api/v1{address}", headers={"If-None-Match": tag}).status_code == 304
    for address in (f"{path}/view/", f"{path}/events/"):
        answer = get(client, address, made["seat_token"])
        assert "Authorization" in answer["Vary"] and "private" in answer["Cache-Control"]


def test_times_are_written_as_everywhere(client):
    made = new_match(client, HUMAN, HUMAN, pace="calm")
    add_nonce(client, made)
    post(client, f"/matches/{made['id']}/seats/", {"nonce": "12" * 16})
    view = get(client, f"/matches/{made['id']}/view/").json()
    times = [view["due"], made["created"], *(line["at"] for line in view["log"])]
    assert all(datetime.fromisoformat(time).tzinfo for time in times)
    assert datetime.fromisoformat(view["due"]) > datetime.fromisoformat(view["log"][-1]["at"])


@pytest.mark.parametrize("address", ["actions", "check"])
def test_an_action_without_its_fields_is_malformed_wherever_it_is_sent(client, address):
    table = Table()
    decision = table.decision()
    body = {"decision": decision.id, "action": {"type": "place"}}
    answer = post(client, f"/matches/{table.id}/{address}/", body, table.tokens[decision.seat])
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["action.die"])


def test_a_hint_calls_the_bots_as_the_table_does(client, monkeypatch):
    """Two of one level are told apart by their numbers."""
    made = new_match(client, HUMAN, BOT, BOT, game="halunken", options={"black_jack": False})
    add_nonce(client, made)
    path, token = f"/matches/{made['id']}", made["seat_token"]
    monkeypatch.setattr(
        "games.automation.hints.find_hint", lambda *_: Hint(("rob", 2, "red-9"), Reason("pass", "auction"))
    )
    names = [seat["name"] for seat in get(client, f"{path}/view/", token).json()["seats"]]
    assert names[1] != names[2]
    assert names[2] in post(client, f"{path}/hint/", token=token).json()["label"]


def test_a_wrong_move_of_a_record_is_explained_though_nobody_at_its_table_is_known(client):
    """The reason of this refusal names the victim of a brawl."""
    record = json.loads(
        (GAMES / "halunken" / "records" / "halunken-3-black_jack-false-games-1-1.json").read_text()
    )
    brawl = next(move for move in record["moves"] if move["action"]["type"] == "rob")
    brawl["action"]["seat"] = 3 - brawl["seat"] - brawl["action"]["seat"]
    answer = post(client, "/records/?lang=en", record)
    assert (answer.status_code, answer.json()["code"]) == (422, "halunken.brawl_other_victim")
    assert "You are brawling with Player " in answer.json()["reason"]


def test_a_refused_move_names_the_rule(client):
    made = new_match(client, HUMAN, BOT)
    path, token = f"/matches/{made['id']}", made["seat_token"]
    view = wait_for_a_decision(client, made)
    body = {"decision": view["decisions"][0]["id"], "action": {"type": "shanghai"}}
    answer = post(client, f"{path}/actions/", body, token)
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "shanghaien.too_few_dice_placed"
    assert problem["rule"]["key"] == "shanghai"
    assert (problem["decision"], problem["menu"]) == (view["decisions"][0]["id"], view["menu"])
    assert Match.objects.get().number == view["number"]


def test_a_decision_counts_once(client):
    made = new_match(client, HUMAN, BOT)
    path, token = f"/matches/{made['id']}", made["seat_token"]
    view = wait_for_a_decision(client, made)
    body = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
    first = post(client, f"{path}/actions/", body, token, **{"Idempotency-Key": "one"})
    again = post(client, f"{path}/actions/", body, token, **{"Idempotency-Key": "one"})
    other = post(client, f"{path}/actions/", body, token, **{"Idempotency-Key": "two"})
    assert (first.status_code, again.status_code, other.status_code) == (201, 201, 409)
    assert first.json()["number"] == again.json()["number"]
    replayed = [answer.headers.get("Idempotent-Replayed") for answer in (first, again)]
    assert replayed == [None, "true"]
    assert other.json()["code"] == "stale_decision"


def test_a_key_stands_for_one_action(client):
    """The second action would seem to be accepted, and be lost."""
    made = new_match(client, HUMAN, BOT)
    path, token = f"/matches/{made['id']}", made["seat_token"]
    view = wait_for_a_decision(client, made)
    key = {"Idempotency-Key": "one"}
    body = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
    after = post(client, f"{path}/actions/", body, token, **key).json()
    for other in (
        {"decision": after["decisions"][0]["id"], "action": after["menu"][0]},
        body | {"decision": "r9.t9"},
    ):
        answer = post(client, f"{path}/actions/", other, token, **key)
        assert (answer.status_code, answer.json()["code"]) == (409, "key_used")
    assert get(client, f"{path}/view/", token).json()["number"] == after["number"]


@pytest.mark.parametrize(
    ("game", "actions", "harmless"),
    [("macao", [("contact", 0)], [False]), ("shanghaien", [("roll",), ("direction", "left")], [False, True])],
)
def test_who_acted_is_told_what_can_be_taken_back(client, game, actions, harmless):
    table = Table(game=game)
    seat = table.decision().seat
    for action in actions:
        table.act(action)
    own = get(client, f"/matches/{table.id}/view/", table.tokens[seat]).json()["log"]
    assert [entry["harmless"] for entry in own if entry["kind"] == "move"] == harmless
    shown = get(client, f"/matches/{table.id}/view/").json()["log"][-1]
    assert not {"harmless", "action"} & shown.keys()


def test_a_dry_run_takes_the_body_of_a_move(client):
    table = Table()
    decision, path = table.decision(), f"/matches/{table.id}"
    token = table.tokens[decision.seat]
    body = {"decision": decision.id, "action": get(client, f"{path}/view/", token).json()["menu"][0]}
    assert post(client, f"{path}/check/", body, token).json() == {"legal": True}
    assert post(client, f"{path}/check/", {"action": body["action"]}, token).json() == {"legal": True}
    stale = post(client, f"{path}/check/", body | {"decision": "r9.t9"}, token)
    moved = post(client, f"{path}/actions/", body | {"decision": "r9.t9"}, token)
    assert stale.status_code == moved.status_code == 409
    assert stale.json() == moved.json() and stale.json()["code"] == "stale_decision"
    assert post(client, f"{path}/check/", body | {"decision": 7}, token).status_code == 400
    other_token = table.tokens[1 - decision.seat]
    assert post(client, f"{path}/check/", body, other_token).json()["code"] == "stale_decision"
    assert post(client, f"{path}/actions/", body, token).status_code == 201
