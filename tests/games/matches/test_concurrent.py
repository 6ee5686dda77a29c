"""Many at once over the network: one decision counts once, secret choices do not collide."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.games.http import Seat, table

pytestmark = pytest.mark.slow


def waiting(clients: list[Seat]) -> tuple[Seat, dict]:
    for client in clients:
        view = client.view()
        if view["decisions"]:
            return client, view
    raise AssertionError("nobody has to decide")


def at_once(count: int, call) -> list:
    with ThreadPoolExecutor(max_workers=50) as pool:
        return list(pool.map(call, range(count)))


def test_of_two_hundred_simultaneous_posts_exactly_one_counts(http):
    client, view = waiting(table(http))
    decision, action = view["decisions"][0]["id"], view["menu"][0]
    answers = at_once(200, lambda n: client.act(decision, action).status_code)
    assert Counter(answers) == {201: 1, 409: 199}
    assert client.view()["last"] == view["last"] + 1


def test_retries_with_one_key_are_one_event(http):
    client, view = waiting(table(http))
    decision, action = view["decisions"][0]["id"], view["menu"][0]
    answers = at_once(40, lambda n: client.act(decision, action, key="again"))
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["number"] for answer in answers} == {view["last"] + 1}
    assert client.view()["last"] == view["last"] + 1


def test_secret_choices_of_the_same_instant_are_both_accepted(http):
    clients = table(http, "halunken", 3, options={"black_jack": False})
    while not all(client.view()["decisions"] for client in clients):
        client, view = waiting(clients)
        client.act(view["decisions"][0]["id"], view["menu"][0])
    views = [client.view() for client in clients]
    assert {view["decisions"][0]["kind"] for view in views} == {"choose"}

    def choose(seat: int) -> int:
        return clients[seat].act(views[seat]["decisions"][0]["id"], views[seat]["menu"][0]).status_code

    assert at_once(3, choose) == [201, 201, 201]


def test_a_seat_resigns_once_however_often_it_is_said(http):
    clients = table(http, "halunken", 4)
    answers = at_once(20, lambda n: clients[0].call("POST", "resignation/").status_code)
    assert Counter(answers) == {200: 1, 409: 19}
    kinds = [event["kind"] for event in clients[1].call("GET", "events/").json()["events"]]
    assert kinds.count("resign") == 1
