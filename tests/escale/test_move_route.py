"""Moves with a seat token go past Django: they are answered in every case, and those that wait are written
together.
"""

import asyncio
import gzip
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, OperationalError
from django.test import override_settings

from escale.server import application as served
from escale.server import guards
from escale.server.moves import batcher, route
from escale.server.protocol import admission
from games.matches import moves
from games.presenting import move_answers
from tests.escale.moves import Player, send_together, threads_in_one_transaction


@pytest.fixture(autouse=True)
def one_transaction(monkeypatch, db):
    with threads_in_one_transaction(monkeypatch):
        yield


@pytest.fixture(autouse=True)
def no_django(monkeypatch):
    """Django's whole handler is asked for nothing that has a token."""

    async def refuse(scope, receive, send):
        raise AssertionError("a move with a token went to Django")

    refuse.create_request = served.django_application.create_request
    monkeypatch.setattr(served, "django_application", refuse)


@pytest.fixture
def batch_sizes(monkeypatch) -> list[int]:
    """How many moves were played together, each time."""
    sizes, play_together = [], move_answers.play_together
    monkeypatch.setattr(
        move_answers, "play_together", lambda requests: sizes.append(len(requests)) or play_together(requests)
    )
    return sizes


def test_a_move_is_answered_with_the_view_of_its_seat_in_its_language():
    player = Player()
    response = player.sends(idempotency_key="one")
    assert (response.status, response.headers["content-language"]) == (201, "de")
    view = response.json()
    assert view["number"] == view["log"][-1]["number"] == player.last_number()
    assert view["prompt"].split()[0] in ("Du", "Warten"), view["prompt"]


def test_a_retry_with_the_same_key_is_one_event():
    player = Player()
    request = player.request(idempotency_key="once")
    first, second = (send_together([request])[0] for _ in range(2))
    assert (first.status, second.status) == (201, 201)
    assert first.json()["number"] == second.json()["number"] == player.last_number()
    replayed = [answer.headers.get("idempotent-replayed") for answer in (first, second)]
    assert replayed == [None, "true"], "the second answer says that nothing was done"


def test_the_language_in_the_address_goes_before_the_header():
    response = Player().sends(query=b"lang=fr")
    assert response.headers["content-language"] == "fr"
    assert response.json()["prompt"].startswith(("À vous", "On attend"))


def test_an_answer_is_compressed_for_clients_that_accept_it():
    player = Player()
    response = player.sends(accept_encoding="gzip, br")
    assert response.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(response.content))["number"] == player.last_number()


REFUSED = {
    "malformed": (b"{", {}, 400),
    "no number": (b'{"decision": NaN, "action": {}}', {}, 400),
    "unknown field": (b'{"decision": "x", "action": {}, "more": 1}', {}, 400),
    "stale": (b'{"decision": "x", "action": {"type": "roll"}}', {}, 409),
    "no such action": (b'{"decision": "x", "action": {"type": "fly"}}', {}, 400),
    "wrong token": (b'{"decision": "x", "action": {"type": "roll"}}', {"authorization": "Seat nobody"}, 403),
    "long token": (
        b'{"decision": "x", "action": {"type": "roll"}}',
        {"authorization": "Seat " + "x" * 129},
        401,
    ),
    "long key": (b'{"decision": "x", "action": {"type": "roll"}}', {"idempotency_key": "x" * 65}, 400),
    "not JSON": (b"decision=x", {"content_type": "application/x-www-form-urlencoded"}, 415),
    "wants a page": (b"{}", {"accept": "text/html"}, 406),
    "foreign host": (b"{}", {"host": "elsewhere.example"}, 400),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_accepted_is_a_problem_and_writes_nothing(name):
    player = Player()
    before, (body, headers, status) = player.last_number(), REFUSED[name]
    response = player.sends(body, **headers)
    assert (response.status, response.headers["content-type"]) == (status, "application/problem+json")
    assert response.json()["status"] == status
    assert player.last_number() == before


def test_a_move_against_the_rules_comes_back_with_its_section():
    player = Player()
    refused = json.dumps(player.move() | {"action": {"type": "shanghai"}}).encode()
    response = player.sends(refused)
    assert (response.status, response.json()["rule"]["document"]) == (422, "shanghaien")


def test_moves_that_wait_are_played_together(batch_sizes):
    players = [Player() for _ in range(8)]
    before = [player.last_number() for player in players]
    responses = send_together([player.request() for player in players])
    assert [response.status for response in responses] == [201] * 8
    assert [response.json()["id"] for response in responses] == [player.table.id for player in players]
    assert [response.json()["number"] for response in responses] == [number + 1 for number in before]
    assert batch_sizes == [8]


def test_a_refused_move_spoils_no_other_of_its_batch(batch_sizes):
    players = [Player() for _ in range(4)]
    requests = [
        players[0].request(),
        players[1].request(authorization="Seat nobody"),
        players[2].request(b'{"decision": "x", "action": {"type": "roll"}}'),
        players[3].request(b"{"),
    ]
    assert [response.status for response in send_together(requests)] == [201, 403, 409, 400]
    assert batch_sizes == [3], "what cannot be read is not even tried"


def test_two_moves_of_one_match_are_played_one_after_the_other(batch_sizes):
    player, other = Player(), Player()
    responses = send_together([player.request(), other.request(), player.request()])
    assert sorted(response.status for response in responses) == [201, 201, 409]
    assert batch_sizes == [2, 1]
    assert player.last_number() == responses[0].json()["number"]


def test_each_move_of_a_batch_is_answered_in_its_own_language(batch_sizes):
    players = [Player(), Player(**{"accept-language": "fr"})]
    responses = send_together([player.request() for player in players])
    assert [response.headers["content-language"] for response in responses] == ["de", "fr"]
    assert [response.json()["prompt"].split()[0] in ("Du", "Warten") for response in responses] == [
        True,
        False,
    ]
    assert batch_sizes == [2]


def test_each_move_of_a_batch_has_its_own_request_id():
    responses = send_together([Player().request() for _ in range(3)])
    assert len({response.headers["x-request-id"] for response in responses}) == 3


def test_an_engine_that_fails_takes_no_other_move_with_it(monkeypatch, caplog):
    players = [Player() for _ in range(3)]
    requests = [player.request() for player in players]
    check_move = moves._check_move

    def fail_for_one(match, seat, request):
        if match.id == players[1].table.id:
            raise AssertionError("a card is missing")
        return check_move(match, seat, request)

    monkeypatch.setattr(moves, "_check_move", fail_for_one)
    responses = send_together(requests)
    assert [response.status for response in responses] == [201, 500, 201]
    assert responses[1].json()["code"] == "server_error"
    assert players[1].table.id in caplog.text


def test_a_view_that_fails_takes_no_other_move_with_it(monkeypatch, caplog):
    players = [Player() for _ in range(3)]
    requests = [player.request(idempotency_key="one") for player in players]
    view_after, broken = move_answers._view_after, [players[1].table.id]

    def fail_once(move):
        if move.match.id in broken:
            broken.remove(move.match.id)
            raise ValueError("a fault of ours")
        return view_after(move)

    monkeypatch.setattr(move_answers, "_view_after", fail_once)
    assert [response.status for response in send_together(requests)] == [201, 500, 201]
    assert players[1].table.id in caplog.text
    retried = send_together([requests[1]])[0]
    assert (retried.status, retried.json()["number"]) == (201, players[1].last_number())


@pytest.mark.parametrize(("fault", "status"), [(OperationalError("gone"), 503), (ValueError("ours"), 500)])
def test_a_fault_of_the_batch_is_answered_for_each_move(monkeypatch, fault, status):
    def fail(*_args):
        raise fault

    monkeypatch.setattr(move_answers, "play_together", fail)
    monkeypatch.setattr(move_answers, "play_move", fail)
    responses = send_together([Player().request() for _ in range(2)])
    assert [response.status for response in responses] == [status, status]
    assert responses[0].headers.get("retry-after") == ("2" if status == 503 else None)


def test_a_batch_that_the_database_refuses_is_played_one_by_one(monkeypatch):
    def fail(*_args):
        raise DatabaseError("no answer")

    monkeypatch.setattr(move_answers, "play_together", fail)
    players = [Player() for _ in range(2)]
    assert [response.status for response in send_together([player.request() for player in players])] == [
        201,
        201,
    ]


def test_a_batch_that_breaks_leaves_nobody_waiting(monkeypatch, caplog):
    monkeypatch.setattr(batcher, "play_batch", None)
    assert Player().sends().status == 500
    assert "was not answered" in caplog.text


def test_nothing_is_played_during_maintenance(tmp_path):
    player = Player()
    before = player.last_number()
    (tmp_path / "maintenance").touch()
    with override_settings(MAINTENANCE_FILE=tmp_path / "maintenance"):
        response = player.sends()
    assert (response.status, response.json()["code"], player.last_number()) == (503, "unavailable", before)


def test_a_move_does_not_wait_behind_those_who_look(monkeypatch):
    player, leave = Player(), threading.Event()
    with ThreadPoolExecutor(1) as readers:
        monkeypatch.setattr(admission, "PAGES", admission.PAGES._replace(executor=readers))
        reading = readers.submit(leave.wait, 10)
        assert player.sends().status == 201
        assert not reading.done()
        leave.set()


def test_a_client_that_goes_away_is_not_waited_for():
    player = Player()
    before, request = player.last_number(), player.request()

    async def receive():
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "POST", "path": request.path, "scheme": "http", "query_string": b""}
    headers = [(name.encode(), value.encode()) for name, value in request.headers]
    asyncio.run(route.application(scope | {"headers": headers}, receive, None, django=None))
    assert player.last_number() == before


def test_a_middleware_that_cannot_guard_moves_stops_the_start(settings):
    settings.NOT_FOR_MOVES = settings.NOT_FOR_MOVES - {"django.middleware.csrf.CsrfViewMiddleware"}
    guards.load_guards.cache_clear()
    try:
        with pytest.raises(ImproperlyConfigured, match="CsrfViewMiddleware"):
            guards.load_guards()
    finally:
        guards.load_guards.cache_clear()
