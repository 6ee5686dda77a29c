"""Ticks: at once, without secrets, without a gap after a reconnect."""

import json
import threading
import time

import httpx
import pytest

from tests.games.http import table

pytestmark = pytest.mark.slow


def waiting(clients):
    for client in clients:
        view = client.view()
        if view["decisions"]:
            return client, view
    raise AssertionError("nobody has to decide")


class Listener(threading.Thread):
    """Reads the stream of a match until it has seen a number."""

    def __init__(self, url: str, match: str, until: int, **headers: str) -> None:
        super().__init__(daemon=True)
        self.address, self.headers, self.until = f"{url}/api/v1/matches/{match}/stream/", headers, until
        self.opened = threading.Event()
        self.ticks: list[tuple[int, float]] = []
        self.lines: list[str] = []

    def run(self) -> None:
        with httpx.stream("GET", self.address, headers=self.headers, timeout=60) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["access-control-allow-origin"] == "*"
            for line in answer.iter_lines():
                self.lines.append(line)
                self.opened.set()
                if line.startswith("data:"):
                    self.ticks.append((json.loads(line[5:])["number"], time.monotonic()))
                    if self.ticks[-1][0] >= self.until:
                        return

    def numbers(self) -> list[int]:
        self.join(60)
        return [number for number, _ in self.ticks]


def play(clients, moves: int) -> int:
    for _ in range(moves):
        client, view = waiting(clients)
        answer = client.act(view["decisions"][0]["id"], view["menu"][0])
        assert answer.status_code == 201, answer.text
    return answer.json()["last"]


def test_every_move_ticks_on_every_screen(http, site):
    clients = table(http)
    now = clients[0].view()["last"]
    listeners = [Listener(site.url, clients[0].match, now + 8) for _ in range(5)]
    for listener in listeners:
        listener.start()
    assert all(listener.opened.wait(60) for listener in listeners)
    assert play(clients, 8) == now + 8
    for listener in listeners:
        numbers = listener.numbers()
        assert numbers == sorted(set(numbers)), "ticks ascend and never repeat"
        assert numbers[-1] == now + 8


def test_who_reconnects_is_told_at_once_what_was_missed(http, site):
    clients = table(http)
    before = clients[0].view()["last"]
    last = play(clients, 3)
    late = Listener(site.url, clients[0].match, last, **{"Last-Event-ID": str(before)})
    late.start()
    assert late.numbers() == [last]


def test_who_has_seen_everything_is_told_nothing(http, site):
    clients = table(http)
    last = clients[0].view()["last"]
    listener = Listener(site.url, clients[0].match, last + 1, **{"Last-Event-ID": str(last)})
    listener.start()
    assert listener.opened.wait(60)
    time.sleep(0.3)
    assert listener.ticks == []
    play(clients, 1)
    assert listener.numbers() == [last + 1]


def test_a_tick_says_only_which_match_and_which_number(http, site):
    clients = table(http)
    last = clients[0].view()["last"]
    listener = Listener(site.url, clients[0].match, last)
    listener.start()
    listener.join(60)
    (data,) = [json.loads(line[5:]) for line in listener.lines if line.startswith("data:")]
    assert data == {"match": clients[0].match, "number": last}


def test_a_stream_of_nothing_is_a_problem_like_every_other(http):
    answer = http.get("/matches/0000000000000000/stream/", headers={"Accept-Language": "it"})
    assert (answer.status_code, answer.json()["code"], answer.json()["title"]) == (
        404,
        "not_found",
        "Non trovato",
    )
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Content-Language"] == "it"


@pytest.mark.parametrize(
    ("authorization", "code"), [("Bearer abc", "unknown_scheme"), ("Seat", "authentication_failed")]
)
def test_a_wrong_authorization_is_refused_though_none_is_needed(http, authorization, code):
    path = f"/matches/{table(http)[0].match}/stream/"
    answer = http.get(path, headers={"Authorization": authorization})
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert answer.headers["WWW-Authenticate"] == "Seat, Token" and "Retry-After" not in answer.headers
    with http.stream("GET", path, headers={"Authorization": "Seat abc"}) as stream:
        assert stream.status_code == 200, "a token means nothing here, and is no error"


def test_a_stream_is_only_read(http):
    path = f"/matches/{table(http)[0].match}/stream/"
    assert (http.post(path).status_code, http.post(path).json()["code"]) == (405, "method_not_allowed")
    assert http.head(path).headers["Content-Type"].startswith("text/event-stream")
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
    assert http.options(path, headers=asked).status_code == 204


@pytest.mark.parametrize("seen", ["x", "-1", "9" * 30, "1;2"])
def test_a_damaged_event_id_counts_as_nothing_seen(http, site, seen):
    clients = table(http)
    last = clients[0].view()["last"]
    listener = Listener(site.url, clients[0].match, last, **{"Last-Event-ID": seen})
    listener.start()
    assert listener.numbers() == [last]
