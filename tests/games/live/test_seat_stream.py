"""One stream tells all that happens at the tables of an account, or of a set of seats."""

import json
import threading
import time

import httpx
import pytest

from tests.games.http import begin, play_out, posted, table
from tests.signing_in import Account, superuser

pytestmark = pytest.mark.slow
HUMAN = {"kind": "human"}


class Listener(threading.Thread):
    """Reads a stream of seats until `enough` says so of its events."""

    def __init__(self, url: str, authorization: str, enough, **headers: str) -> None:
        super().__init__(daemon=True)
        self.address, self.enough = f"{url}/api/v1/me/stream/", enough
        self.headers = {"Authorization": authorization} | headers
        self.opened = threading.Event()
        self.events: list[dict] = []
        self.last_id = ""

    def run(self) -> None:
        with httpx.stream("GET", self.address, headers=self.headers, timeout=60) as answer:
            assert answer.status_code == 200 and answer.headers["content-type"].startswith(
                "text/event-stream"
            )
            for line in answer.iter_lines():
                self.opened.set()
                name, _, value = line.partition(": ")
                if name == "event":
                    event = {"event": value}
                elif name == "id":
                    self.last_id = value
                elif name == "data":
                    self.events.append(event | json.loads(value))
                    if self.enough(self.events):
                        return

    def read(self) -> list[dict]:
        self.join(60)
        assert not self.is_alive(), self.events
        return self.events


def listen(site, authorization, enough, **headers) -> Listener:
    listener = Listener(site.url, authorization, enough, **headers)
    listener.start()
    assert listener.opened.wait(60)
    return listener


def names_of(events: list[dict], match: str) -> list[str]:
    return [event["event"] for event in events if event["match"] == match]


def test_one_stream_tells_of_two_tables_from_start_to_end(http, site):
    tables = [table(http), table(http)]
    tokens = ", ".join(seats[0].token for seats in tables)
    listener = listen(
        site, f"Seat {tokens}", lambda events: [e["event"] for e in events].count("finished") == 2
    )
    for seats in tables:
        play_out(seats)
    events = listener.read()
    for seats in tables:
        names = names_of(events, seats[0].match)
        assert names[-1] == "finished" and names.count("finished") == 1 and names.count("turn") > 5
    turns = [(event["match"], event["number"]) for event in events if event["event"] == "turn"]
    assert len(set(turns)) == len(turns), "a turn is told once"


def test_who_reconnects_gets_what_was_missed(http, site):
    seats = table(http)
    first = listen(site, f"Seat {seats[0].token}", lambda events: True)
    mover = next(seat for seat in seats if seat.view()["decisions"])
    view = mover.view()
    mover.act(view["decisions"][0]["id"], view["menu"][0])
    time.sleep(0.1)
    cursor = str(int(time.time() * 1000))
    seats[1].call("POST", "offers/", {"kind": "pause"})
    seats[0].call("POST", "offers/answer/", {"accept": True})
    seats[0].call("POST", "resume/")
    again = listen(
        site,
        f"Seat {seats[0].token}",
        lambda events: "offered" in names_of(events, seats[0].match),
        **{"Last-Event-ID": cursor},
    )
    offered = next(event for event in again.read() if event["event"] == "offered")
    assert offered["kind"] == "pause" and offered["seat"] == 0
    assert first is not again


def test_an_offer_and_its_answer_are_told_to_the_other_seat(http, site):
    seats = table(http)
    asker = listen(
        site, f"Seat {seats[0].token}", lambda events: "answered" in names_of(events, seats[0].match)
    )
    asked = listen(
        site, f"Seat {seats[1].token}", lambda events: "offered" in names_of(events, seats[0].match)
    )
    seats[0].call("POST", "offers/", {"kind": "pause"})
    assert asked.read()[-1]["kind"] == "pause"
    seats[1].call("POST", "offers/answer/", {"accept": False})
    assert asker.read()[-1]["accept"] is False
    assert "offered" not in names_of(asker.events, seats[0].match), "nobody is told of their own offer"


def test_an_account_hears_of_a_table_that_it_takes_later(site, http):
    superuser(site, Account("streamer"))
    code = (
        "from django.contrib.auth.models import User; from escale.common.account_tokens import create_token;"
        "print(create_token(User.objects.get(username='streamer'), 'bot', ['read', 'play'])[1])"
    )
    token = site.manage("shell", "-c", code).split()[-1]
    listener = listen(site, f"Token {token}", lambda events: any(e["event"] == "turn" for e in events))
    with httpx.Client(
        base_url=f"{site.url}/api/v1", headers={"Authorization": f"Token {token}"}, timeout=30
    ) as program:
        made = posted(program, "/matches/", {"game": "shanghaien", "seats": [HUMAN, HUMAN]})
        posted(program, f"/matches/{made['id']}/seats/", {"nonce": None})
        program.post(f"/matches/{made['id']}/seats/mine/nonce/", json={"nonce": None})
    assert {event["match"] for event in listener.read()} == {made["id"]}
    assert begin


@pytest.mark.parametrize(
    ("authorization", "code"),
    [
        ("", "no_seat"),
        ("Token unknown", "unknown_token"),
        ("Bearer abc", "unknown_scheme"),
        ("Seat", "authentication_failed"),
        ("Seat " + ", ".join(["abc"] * 101), "authentication_failed"),
    ],
)
def test_a_stream_needs_a_proof(http, authorization, code):
    headers = {"Authorization": authorization} if authorization else {}
    answer = http.get("/me/stream/", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, code) and answer.json()["detail"]
    assert answer.headers["RateLimit"].startswith('"streams";r=')


def test_a_token_that_opens_no_match_is_told_which_scope_it_lacks(site, http):
    superuser(site, Account("librarian"))
    code = (
        "from django.contrib.auth.models import User; from escale.common.account_tokens import create_token;"
        "print(create_token(User.objects.get(username='librarian'), 'desk', ['desk:read'])[1])"
    )
    token = site.manage("shell", "-c", code).split()[-1]
    answer = http.get("/me/stream/", headers={"Authorization": f"Token {token}"})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["scope"]) == (403, "missing_scope", "read")
