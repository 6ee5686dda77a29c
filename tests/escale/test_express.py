"""Moves past Django: the same answers as by Django, and whatever is not simply accepted is Django's to tell."""

import asyncio
import gzip
import json
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.test import override_settings

from escale.server import express
from escale.server.django_handler import Handler
from games.core.contract import encode
from games.matches import moves
from games.registry import ENGINES
from games.web.api import play
from tests.games.table import Table

ENGINE = ENGINES["shanghaien"]
PLAIN = {"host": "testserver", "content-type": "application/json", "accept-language": "de"}


def share(database) -> None:
    connections[DEFAULT_DB_ALIAS] = database


@pytest.fixture(autouse=True)
def one_transaction(monkeypatch, db):
    """The threads of requests work in the transaction of the test."""
    database = connections[DEFAULT_DB_ALIAS]
    database.inc_thread_sharing()
    monkeypatch.setattr(database, "close_if_unusable_or_obsolete", lambda: None)  # in the middle of the test
    with ThreadPoolExecutor(1, initializer=share, initargs=[database]) as threads:
        monkeypatch.setattr("escale.server.express.LOTS", threads)
        monkeypatch.setattr("escale.server.express.MOVES", threads)
        monkeypatch.setattr("escale.server.django_handler.THREADS", threads)
        monkeypatch.setattr("escale.server.express._known", OrderedDict())
        yield
    database.dec_thread_sharing()


class Answer:
    """What a client gets, and whether Django was asked."""

    def __init__(self, messages: list[dict], asked: int) -> None:
        self.status, self.by_django = messages[0]["status"], bool(asked)
        self.headers = {name.decode().lower(): value.decode() for name, value in messages[0]["headers"]}
        self.content = b"".join(message.get("body", b"") for message in messages[1:])

    def json(self) -> dict:
        return json.loads(self.content)


def post(table: Table, body: bytes, headers: dict[str, str], query: bytes = b"") -> Answer:
    return at_once([(table, body, headers)], query)[0]


def at_once(sent: list[tuple[Table, bytes, dict[str, str]]], query: bytes = b"") -> list[Answer]:
    """Answers to requests that arrive together."""

    async def all_of_them() -> list[Answer]:
        return await asyncio.gather(*(_post(*one, query) for one in sent))

    return asyncio.run(all_of_them())


async def _post(table: Table, body: bytes, headers: dict[str, str], query: bytes) -> Answer:
    sent, parts, asked = [], [body[:9], body[9:]], []
    django = Handler()

    async def counted(scope, receive, send):
        asked.append(scope)
        await django(scope, receive, send)

    async def receive():
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message):
        sent.append(message)

    told = [(name.encode(), value.encode()) for name, value in (headers | {"content-length": str(len(body))}).items()]
    scope = {"type": "http", "method": "POST", "path": f"/api/v1/matches/{table.id}/actions/", "scheme": "http"}
    await express.application(scope | {"query_string": query, "headers": told}, receive, send, django=counted)
    return Answer(sent, len(asked))


class Player:
    """Sends what the seat that must decide may do."""

    def __init__(self, **more: str) -> None:
        self.table, self.headers = Table(), PLAIN | more

    def move(self, number: int = 0, **more: str) -> tuple[Table, bytes, dict[str, str]]:
        decision, action = self.table.decision(), self.table.menu()[number]
        asked = {"decision": decision.id, "action": encode(ENGINE.META.actions, action)}
        seat = {"authorization": f"Seat {self.table.tokens[decision.seat]}"}
        return self.table, json.dumps(asked).encode(), self.headers | seat | more

    def sends(self, query: bytes = b"", number: int = 0, **more: str) -> Answer:
        return post(*self.move(number, **more), query)

    def last(self) -> int:
        return self.table.match.number


def own(answer: Answer) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in ("content-length", "x-request-id")}


def test_the_second_move_in_an_envelope_is_answered_as_the_first_one_was():
    player = Player()
    first, second = player.sends(), player.sends(**{"idempotency-key": "two", "x-request-id": "of-the-proxy"})
    assert (first.status, first.by_django, second.status, second.by_django) == (201, True, 201, False)
    assert own(second) == own(first) and own(first)["content-language"] == "de"
    assert int(second.headers["content-length"]) == len(second.content)
    assert second.headers["x-request-id"] != first.headers["x-request-id"]
    one, two = first.json(), second.json()
    assert one.keys() == two.keys() and two["number"] == one["number"] + 1 == player.last()
    assert one["prompt"].split()[0] in ("Du", "Warten"), one["prompt"]
    assert one["log"][-1]["number"] == one["number"] and two["log"][-1]["number"] == two["number"]


def test_a_retry_with_the_same_key_is_one_event():
    player = Player()
    player.sends()
    decision, seat = player.table.decision(), player.table.decision().seat
    asked = {"decision": decision.id, "action": encode(ENGINE.META.actions, player.table.menu()[0])}
    headers = PLAIN | {"authorization": f"Seat {player.table.tokens[seat]}", "idempotency-key": "once"}
    answers = [post(player.table, json.dumps(asked).encode(), headers) for _ in range(2)]
    assert [(answer.status, answer.by_django) for answer in answers] == [(201, False), (201, True)]
    assert {answer.json()["number"] for answer in answers} == {player.last()}


@pytest.mark.parametrize("name", ["accept-language", "host", "cookie", "accept-encoding", "sec-fetch-site"])
def test_another_envelope_is_judged_by_django_first(name):
    player = Player()
    player.sends()
    values = {"accept-language": "it", "host": "localhost", "cookie": "a=b", "accept-encoding": "gzip"}
    answers = [player.sends(**{name: values.get(name, "same-origin")}) for _ in range(2)]
    assert [(answer.status, answer.by_django) for answer in answers] == [(201, True), (201, False)]
    assert own(answers[0]) == own(answers[1])


def test_a_language_in_the_address_counts_too():
    player = Player()
    answers = [player.sends(query=b"lang=fr") for _ in range(2)] + [player.sends()]
    assert [answer.by_django for answer in answers] == [True, False, True]
    assert [answer.headers["content-language"] for answer in answers] == ["fr", "fr", "de"]
    assert answers[1].json()["prompt"].startswith(("À vous", "On attend"))


def test_what_is_zipped_by_django_is_zipped_here():
    player = Player(**{"accept-encoding": "gzip, br"})
    player.sends()
    answer = player.sends()
    assert not answer.by_django and answer.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(answer.content))["number"] == player.last()


REFUSED = {
    "malformed": (b"{", {}, 400),
    "no number": (b'{"decision": NaN, "action": {}}', {}, 400),
    "unknown field": (b'{"decision": "x", "action": {}, "more": 1}', {}, 400),
    "stale": (b'{"decision": "x", "action": {"type": "roll"}}', {}, 409),
    "no such action": (b'{"decision": "x", "action": {"type": "fly"}}', {}, 400),
    "wrong token": (b'{"decision": "x", "action": {"type": "roll"}}', {"authorization": "Seat nobody"}, 403),
    "long token": (b'{"decision": "x", "action": {"type": "roll"}}', {"authorization": "Seat " + "x" * 129}, 401),
    "long key": (b'{"decision": "x", "action": {"type": "roll"}}', {"idempotency-key": "x" * 65}, 400),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_accepted_is_djangos_to_tell(name):
    player = Player()
    player.sends()
    before, (body, more, status) = player.last(), REFUSED[name]
    seat = {"authorization": f"Seat {player.table.tokens[player.table.decision().seat]}"}
    answer = post(player.table, body, player.headers | seat | more)
    assert (answer.status, answer.by_django) == (status, True)
    assert answer.headers["content-type"] == "application/problem+json" and answer.json()["status"] == status
    assert player.last() == before


def test_a_move_against_the_rules_comes_back_with_its_section():
    player = Player()
    player.sends()
    decision = player.table.decision()
    asked = {"decision": decision.id, "action": {"type": "shanghai"}}
    seat = {"authorization": f"Seat {player.table.tokens[decision.seat]}"}
    answer = post(player.table, json.dumps(asked).encode(), player.headers | seat)
    assert (answer.status, answer.by_django) == (422, True) and answer.json()["rule"]["document"] == "shanghaien"


@pytest.mark.parametrize("fault", [ValueError("a fault of ours"), DatabaseError("no answer")])
def test_a_fault_of_ours_is_djangos_to_tell(monkeypatch, caplog, fault):
    player = Player()
    player.sends()

    def broken(moves):
        raise fault

    monkeypatch.setattr("escale.server.express.play.played_together", broken)
    answer = player.sends()
    assert (answer.status, answer.by_django) == (201, True)
    assert ("they could not be played here" in caplog.text) == isinstance(fault, ValueError)


def test_a_desk_that_breaks_leaves_nobody_waiting(monkeypatch, caplog):
    player = Player()
    player.sends()
    monkeypatch.setattr("escale.server.express._answers", None)
    answer = player.sends()
    assert (answer.status, answer.by_django) == (201, True)
    assert "they could not be played here" in caplog.text


@pytest.fixture
def lots(monkeypatch) -> list[int]:
    """How many moves were played together, each time."""
    counted, together = [], moves.play_together
    monkeypatch.setattr(moves, "play_together", lambda asked: counted.append(len(asked)) or together(asked))
    return counted


def test_moves_that_wait_are_played_together(lots):
    players = [Player() for _ in range(8)]
    players[0].sends()
    before = [player.last() for player in players]
    answers = at_once([player.move() for player in players])
    assert [(answer.status, answer.by_django) for answer in answers] == [(201, False)] * 8
    assert [answer.json()["id"] for answer in answers] == [player.table.id for player in players]
    assert [answer.json()["number"] for answer in answers] == [player.last() for player in players]
    assert [player.last() for player in players] == [number + 1 for number in before]
    assert lots == [8]


def test_what_is_refused_spoils_nothing_that_is_played_with_it(lots):
    players = [Player() for _ in range(4)]
    players[0].sends()
    sent = [player.move() for player in players]
    sent[1] = (*sent[1][:2], sent[1][2] | {"authorization": "Seat nobody"})
    sent[2] = (sent[2][0], b'{"decision": "x", "action": {"type": "roll"}}', sent[2][2])
    sent[3] = (sent[3][0], b"{", sent[3][2])
    answers = at_once(sent)
    assert [(answer.status, answer.by_django) for answer in answers] == [
        (201, False),
        (403, True),
        (409, True),
        (400, True),
    ]
    assert lots == [3]  # what cannot be read is not even tried


def test_an_engine_that_breaks_takes_no_other_move_with_it(lots, monkeypatch, caplog):
    players = [Player() for _ in range(3)]
    players[0].sends()
    whole, sent, broken = moves._check_move, [player.move() for player in players], {players[1].table.id: 1}

    def moved(row, seat, asked):
        if broken.pop(row.id, None):
            raise AssertionError("a card is missing")
        return whole(row, seat, asked)

    monkeypatch.setattr(moves, "_check_move", moved)
    answers = at_once(sent)
    assert [(answer.status, answer.by_django) for answer in answers] == [(201, False), (201, True), (201, False)]
    assert players[1].table.id in caplog.text


def test_a_view_that_breaks_takes_no_other_with_it(lots, monkeypatch, caplog):
    players = [Player() for _ in range(3)]
    players[0].sends()
    whole, sent = play._shown, [player.move(**{"idempotency-key": "one"}) for player in players]
    broken = {players[1].table.id: 1}

    def shown(done):
        if broken.pop(done.match.id, None):
            raise ValueError("a fault of ours")
        return whole(done)

    monkeypatch.setattr(play, "_shown", shown)
    answers = at_once(sent)
    assert [(answer.status, answer.by_django) for answer in answers] == [(201, False), (201, True), (201, False)]
    assert [answer.json()["number"] for answer in answers] == [player.last() for player in players]
    assert players[1].table.id in caplog.text


def test_two_moves_of_one_match_are_played_one_after_the_other(lots):
    player, other = Player(), Player()
    player.sends()
    answers = at_once([player.move(), other.move(), player.move()])
    assert sorted(answer.status for answer in answers) == [201, 201, 409]
    assert lots == [2, 1] and player.last() == answers[0].json()["number"]


def test_a_move_does_not_wait_behind_those_who_look(monkeypatch):
    player, leave = Player(), threading.Event()
    with ThreadPoolExecutor(1) as readers:
        monkeypatch.setattr("escale.server.django_handler.THREADS", readers)
        looking = readers.submit(leave.wait, 10)
        answers = [player.sends(), player.sends()]
        assert not looking.done()
        leave.set()
    assert [(answer.status, answer.by_django) for answer in answers] == [(201, True), (201, False)]


def test_moves_of_people_who_speak_different_languages(lots):
    players = [Player(), Player(**{"accept-language": "fr"})]
    for player in players:
        player.sends()
    answers = at_once([player.move() for player in players])
    assert [answer.json()["prompt"].split()[0] in ("Du", "Warten") for answer in answers] == [True, False]
    assert lots == [2]


def test_nothing_is_played_while_the_site_is_closed(tmp_path):
    player = Player()
    player.sends()
    (tmp_path / "closed").touch()
    with override_settings(MAINTENANCE_FILE=tmp_path / "closed"):
        answer = player.sends()
    assert (answer.status, answer.by_django) == (503, True)


def test_signed_in_people_and_two_headers_of_a_name_are_djangos():
    table = Table()
    for headers in ({}, {"authorization": "Bearer x"}):
        assert post(table, b"{}", PLAIN | headers).by_django
    twice = [(b"authorization", b"Seat a"), (b"authorization", b"Seat b")]
    scope = {"type": "http", "method": "POST", "path": "/api/v1/matches/a/actions/", "query_string": b""}
    assert express._envelope(scope | {"headers": twice}) is None


def test_a_client_that_goes_away_is_not_waited_for():
    player = Player()
    player.sends()
    before, seat = player.last(), {"authorization": f"Seat {player.table.tokens[0]}"}

    async def receive():
        return {"type": "http.disconnect"}

    told = [(name.encode(), value.encode()) for name, value in (player.headers | seat).items()]
    path = f"/api/v1/matches/{player.table.id}/actions/"
    scope = {"type": "http", "method": "POST", "path": path, "scheme": "http", "query_string": b"", "headers": told}
    asyncio.run(express.application(scope, receive, None, django=None))
    assert player.last() == before


def test_envelopes_are_not_kept_for_ever(monkeypatch):
    monkeypatch.setattr("escale.server.express.MOST", 2)
    player = Player()
    for number in range(4):
        player.sends(**{"user-agent": f"bot {number}"})
    assert len(express._known) == 2


def test_an_answer_that_sets_a_cookie_is_not_given_to_others():
    express._learn(("http", b""), [(b"Content-Language", b"fr"), (b"Set-Cookie", b"session=anna")])
    assert not express._known
