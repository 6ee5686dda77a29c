"""Matches at a real table through the API: luck is entered, checked, taken back, and never claimed to be fair."""

import dataclasses
import random

import pytest
from django.test import Client

from games.core import records
from games.core.contract import Malformed
from games.matches.archiving import packed_rows, packing
from games.matches.entered_luck import setups
from games.matches.storage import states
from games.models import Match, MatchEvent
from games.registry import ENGINES, load_game
from games.web import real_table
from tests.games.real_table import RECORDED, RealTable, play_with_unseen_card, read_record

pytestmark = pytest.mark.django_db
PEOPLE = [{"kind": "human"}] * 2


@pytest.fixture
def shanghaien(client) -> RealTable:
    return RealTable(client, read_record("shanghaien"))


@pytest.mark.slow
@pytest.mark.parametrize("game", RECORDED)
def test_a_recorded_match_entered_again_ends_the_same(client, game):
    recorded = read_record(game)
    table = RealTable(client, recorded)
    table.enter()
    assert table.view["outcome"]["scores"] == recorded["result"]["scores"]
    document = table.read("record").json()
    assert document["moves"] == recorded["moves"]
    assert document["result"] == recorded["result"]
    assert document["luck"] == "table"
    assert "fairness" not in document


@pytest.mark.slow
@pytest.mark.parametrize("game", RECORDED)
def test_entries_taken_back_at_random_leave_no_trace(client, game):
    record, chosen = read_record(game), random.Random(7)
    straight, wavering = RealTable(client, record), RealTable(client, record)
    straight.enter(24)
    while wavering.count_moves() < 24:
        wavering.enter(min(24, wavering.count_moves() + chosen.randrange(1, 9)))
        for _ in range(chosen.randrange(4)):
            wavering.post("undo", {})
    wavering.enter(24)
    for table in (straight, wavering):
        table.post("resignation", {})
    assert wavering.read("record").json() == straight.read("record").json()
    kept = [row.data for row in MatchEvent.objects.filter(match_id=wavering.id, kind="erased")]
    assert kept and all(set(data) == {"counted"} for data in kept)


def test_a_direction_names_the_dice_that_are_placed_next(shanghaien):
    while shanghaien.view["luck"]["awaits"] or shanghaien.view["menu"][0]["type"] != "direction":
        shanghaien.enter(shanghaien.count_moves() + 1)
    following = shanghaien.view["luck"]["follow_ups"]
    dice = {followed["action"]["die"] for followed in following[0]}
    assert dice == set(shanghaien.view["state"]["dice"])
    assert all(followed["label"] for followed in following[0])
    kinds = [action["type"] for action in shanghaien.view["menu"]]
    assert [bool(actions) for actions in following] == [kind == "direction" for kind in kinds]


def test_a_choice_names_a_card_only_once_it_has_been_entered(client):
    """Until then a stand-in lies on the pile."""
    macao = RealTable(client, read_record("macao"))
    before = macao.view["labels"]
    macao.enter_open_cards()
    after = macao.view["labels"]
    assert before and not any(":" in label for label in before)
    assert len(after) == len(before) and all(":" in label for label in after)


@pytest.mark.slow
def test_the_last_move_of_a_match_can_be_taken_back_and_entered_otherwise(shanghaien):
    shanghaien.enter()
    assert shanghaien.view["status"] == "finished"
    shanghaien.post("undo", {})
    assert shanghaien.view["status"] == "active"
    shanghaien.enter()
    assert shanghaien.view["outcome"]["scores"] == shanghaien.record["result"]["scores"]


def test_a_match_ends_when_the_last_card_that_counts_has_been_entered(client):
    """The last captain takes a scoundrel that has just come to light below another one."""
    table = RealTable(client, play_with_unseen_card())
    moves = table.record["moves"]
    table.enter(len(moves) - 1)
    table.act(moves[-1]["action"], moves[-1].get("chance"), seat=moves[-1]["seat"])
    assert table.view["status"] == "active"
    (awaited,) = table.view["luck"]["awaits"]
    assert awaited["place"].startswith("dives")
    table.enter_open_cards()
    assert table.view["outcome"]["scores"] == table.record["result"]["scores"]
    table.post("undo", {})
    assert table.view["status"] == "active"


@pytest.mark.parametrize(
    ("chance", "place"),
    [
        ({"dice": [7, 1]}, "chance.dice"),
        ({"dice": [3]}, "chance.dice"),
        ({"dice": "33"}, "chance.dice"),
        ({"dice": [1, 2], "cards": 1}, "chance.cards"),
        ({"dice": [1, 2], "deck": "red-1"}, "chance.deck"),
    ],
)
def test_dice_that_cannot_have_fallen_are_refused_with_place_and_section(shanghaien, chance, place):
    shanghaien.enter_open_cards()
    problem = shanghaien.act({"type": "roll"}, chance, 422)
    assert problem["code"] == "impossible_luck"
    assert list(problem["errors"]) == [place]
    assert problem["rule"]["key"] in ("roll", "setup")
    assert shanghaien.look()["number"] == shanghaien.view["number"]


def test_an_action_that_draws_asks_for_what_was_drawn(shanghaien):
    shanghaien.enter_open_cards()
    problem = shanghaien.act({"type": "roll"}, None, 400)
    assert (problem["code"], problem["label"], problem["dice"]) == ("luck_missing", "dice", 2)
    assert shanghaien.view["luck"]["draws"][0]["dice"] == 2


@pytest.mark.parametrize(
    ("entries", "place", "status"),
    [
        ({"deck[0]": "red-1", "deck[1]": "red-1"}, "entries.deck[1]", 422),
        ({"deck[0]": "pink-1"}, "entries.deck[0]", 422),
        ({"starter": 2}, "entries.starter", 422),
        ({"deck[48]": "red-1"}, "entries.deck[48]", 400),
        ({"stock": "red-1"}, "entries.stock", 400),
    ],
)
def test_cards_that_cannot_lie_there_are_refused_with_their_place(shanghaien, entries, place, status):
    problem = shanghaien.post("luck", {"entries": entries}, status)
    assert list(problem["errors"]) == [place]
    assert shanghaien.look()["number"] == shanghaien.view["number"]


def test_black_jack_cannot_turn_up_a_card_twice(client):
    table = RealTable(client, read_record("halunken"))
    turned = [n for n, move in enumerate(table.record["moves"]) if "jack" in move.get("chance", {})]
    table.enter(turned[1])
    table.enter_open_cards()
    earlier = table.record["moves"][turned[0]]["chance"]
    move = table.record["moves"][turned[1]]
    problem = table.act(move["action"], earlier, 422, seat=move["seat"])
    assert (problem["rule"]["key"], list(problem["errors"])) == ("black-jack", ["chance.jack"])


def test_nothing_is_distributed_before_the_open_cards_are_entered(shanghaien):

    shanghaien.post("luck", {"entries": {"starter": shanghaien.record["setup"]["starter"]}})
    first_round = []
    for move in shanghaien.record["moves"]:
        if move["action"]["type"] == "shanghai":
            break
        first_round.append(move)
        shanghaien.act(move["action"], move.get("chance"), seat=move["seat"])
    problem = shanghaien.act({"type": "shanghai"}, None, 409)
    assert problem["code"] == "luck_awaited"
    assert problem["awaits"] == [f"deck[{index}]" for index in range(6)]
    shanghaien.enter_open_cards()
    shanghaien.act({"type": "shanghai"})


def test_a_setup_known_beforehand_may_be_given_when_the_match_is_created(client):
    record = read_record("halunken")
    table = RealTable(client, record, setup=record["setup"])
    assert table.view["luck"]["awaits"] == []
    table.enter(12)
    assert table.count_moves() == 12
    given_twice = {"first": 0, "dives": [["red-4", "red-4"]]}
    wish = {"game": "halunken", "luck": "table", "seats": PEOPLE, "setup": given_twice}
    problem = table.send("/api/v1/matches/", wish, 422)
    assert list(problem["errors"]) == ["setup.dives[0][1]"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]}, "no_bots_at_table"),
        ({"pace": "live"}, "no_clock_at_table"),
        ({"game": "halunken", "options": {"games": 3}}, "malformed"),
        ({"luck": "loaded"}, "invalid"),
        ({"luck": "fair", "setup": {}}, "luck_is_drawn"),
    ],
)
def test_what_a_real_table_cannot_have_is_refused(client, wish, code):
    body = {"game": "shanghaien", "luck": "table", "seats": PEOPLE} | wish
    response = client.post("/api/v1/matches/", body, "application/json")
    assert (response.status_code, response.json()["code"]) == (400, code)


def test_a_dry_run_takes_what_a_move_takes_and_writes_nothing(shanghaien):
    shanghaien.enter_open_cards()
    decision = shanghaien.view["luck"]["decisions"][0]
    move = {"decision": decision["id"], "seat": decision["seat"], "action": {"type": "roll"}}
    assert shanghaien.post("check", move | {"chance": {"dice": [2, 4]}}, 200) == {"legal": True}
    assert shanghaien.post("check", move | {"chance": {"dice": [7, 4]}}, 422)["code"] == "impossible_luck"
    assert shanghaien.post("check", move, 400)["code"] == "luck_missing"
    without_decision = {"action": {"type": "roll"}, "chance": {"dice": [2, 4]}}
    assert list(shanghaien.post("check", without_decision, 400)["errors"]) == ["decision"]
    assert shanghaien.post("check", {"action": {"type": "roll"}}, 200) == {"legal": True}
    assert shanghaien.look()["number"] == shanghaien.view["number"]


def test_a_dry_run_is_for_the_seat_of_its_decision(client):
    record = read_record("halunken", "halunken-3-black_jack-true-games-1-3.json")
    halunken = RealTable(client, record, setup=record["setup"])
    while len(halunken.view["luck"]["decisions"]) == 1:
        halunken.enter(upto=halunken.count_moves() + 1)
    choice = record["moves"][halunken.count_moves()]
    for decision in halunken.view["luck"]["decisions"]:
        body = {"decision": decision["id"], "action": choice["action"]}
        answer = halunken.send(f"/api/v1/matches/{halunken.id}/check/", body, token=halunken.token)
        assert answer == {"legal": True}


def test_nobody_enters_luck_in_a_match_for_which_the_site_draws(client):
    made = client.post(
        "/api/v1/matches/",
        {"game": "shanghaien", "seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]},
        "application/json",
    ).json()
    headers = {"Authorization": f"Seat {made['seat_token']}"}
    address = f"/api/v1/matches/{made['id']}"
    client.post(f"{address}/seats/mine/nonce/", {"nonce": "a1" * 16}, "application/json", headers=headers)
    view = client.get(f"{address}/view/", headers=headers).json()
    assert view["luck"] is None
    move = {"decision": "r1.t1", "action": {"type": "roll"}, "chance": {"dice": [6, 6]}}
    for door, body in (("actions", move), ("check", move), ("luck", {"entries": {"deck[0]": "red-1"}})):
        response = client.post(f"{address}/{door}/", body, "application/json", headers=headers)
        assert (response.status_code, response.json()["code"]) == (400, "luck_is_drawn")


def test_a_phone_can_take_a_seat_of_its_own_until_the_first_move(shanghaien):
    address = f"/api/v1/matches/{shanghaien.id}/seats/"
    taken = shanghaien.send(address, {"name": "Berta"}, 201)
    assert taken["seat"] == 1
    shanghaien.enter_open_cards()
    assert shanghaien.look()["seat"] == 0
    pending = shanghaien.view["luck"]["decisions"][0]
    stranger = {"decision": pending["id"], "seat": 1 - pending["seat"], "action": {"type": "roll"}}
    shanghaien.post("actions", stranger, 403 if pending["seat"] == 0 else 409)
    assert shanghaien.send(address, {}, 409)["code"] == "seat_taken"


@pytest.mark.slow
def test_a_finished_match_is_packed_like_any_other(shanghaien):
    shanghaien.enter(30)
    for _ in range(5):
        shanghaien.post("undo", {})
    shanghaien.enter()
    shanghaien.post("undo", {})
    shanghaien.enter()
    before = [shanghaien.read(door).json() for door in ("record", "events", "view")]
    assert packing.pack(shanghaien.id)
    packed_rows.clear_cache()
    states.clear_state_cache()
    assert [shanghaien.read(door).json() for door in ("record", "events", "view")] == before
    assert shanghaien.post("undo", {}, 409)["code"] == "match_over"


@pytest.mark.slow
def test_nothing_claims_that_the_dice_of_a_table_were_fair(shanghaien):
    shanghaien.enter()
    facts = shanghaien.client.get(f"/api/v1/matches/{shanghaien.id}/").json()
    assert (facts["luck"], facts["fairness"], facts["commitment"]) == ("table", None, "")
    assert facts["visibility"] == "unlisted"
    problem = shanghaien.read("fairness")
    assert (problem.status_code, problem.json()["code"]) == (409, "luck_from_table")
    document = shanghaien.read("record").json()
    record = records.read_document(document, ENGINES)
    with pytest.raises(Malformed, match="entered the luck"):
        records.verify_record(record)
    imported = shanghaien.send("/api/v1/records/", document, 201)
    assert Match.objects.get(pk=imported["id"]).luck == "table"
    forged = document | {"fairness": read_record("shanghaien")["fairness"]}
    assert list(shanghaien.send("/api/v1/records/", forged, 400)["errors"]) == ["fairness"]


def test_a_stranger_who_watches_enters_nothing(shanghaien):
    watcher = Client()
    address = f"/api/v1/matches/{shanghaien.id}"
    for door, body in (("luck", {"entries": {"starter": 0}}), ("undo", {})):
        assert watcher.post(f"{address}/{door}/", body, "application/json").status_code == 401


def test_a_game_without_table_luck_says_so(client, monkeypatch):
    without = dataclasses.replace(load_game("macao"), table_luck=None)
    for module in (real_table, setups):
        monkeypatch.setattr(module, "load_game", lambda slug: without)
    page = client.get("/en/play/macao/with-your-box/").content.decode()
    assert "cannot be played with the dice and cards of your own copy yet" in page
    wish = {"game": "macao", "luck": "table", "seats": PEOPLE}
    answer = client.post("/api/v1/matches/", wish, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "no_table_luck")


def test_the_form_of_a_real_table_names_what_is_wrong_and_opens_the_page(client):
    address = "/en/play/shanghaien/with-your-box/"
    refused = client.post(address, {"name1": "Anna"})
    assert refused.status_code == 422
    assert "Possible numbers of players: 2" in refused.content.decode()
    opened = client.post(address, {"name1": "Anna", "name2": "Bernd"})
    assert opened.status_code == 302
    match = Match.objects.with_seats().get()
    assert opened.url.startswith(f"/en/play/real-table/{match.pk}/#seat=")
    assert [seat.name for seat in match.seats.all()] == ["Anna", "Bernd"]
    table = client.get(f"/en/play/table/{match.pk}/")
    assert table.url == f"/en/play/real-table/{match.pk}/"
