"""Webhooks have an id and a time, are signed, are sent again, and tell of the end too."""

import json
from types import SimpleNamespace

import pytest

from escale.common.models import WaitingWebhook
from games.matches import absence
from games.models import Seat
from games.notifying import contacts, deliveries, notify, webhooks
from tests.escale.snippets import SIGN, find_snippet
from tests.games.table import Table
from tests.games.web.test_api_match import post

URL = "https://bots.example/hook"


class Receiver:
    """Stands for the server of a program: keeps what it gets, and answers with these statuses."""

    def __init__(self, *statuses: int) -> None:
        self.statuses, self.contents = list(statuses), []

    def post(self, url, secret, content) -> int:
        self.contents.append(content)
        status = self.statuses.pop(0) if self.statuses else 204
        if status == 0:
            raise webhooks.Unreachable("nobody answers")
        return status


@pytest.fixture
def table(db):
    table = Table()
    seat = table.decision().seat
    table.secret = contacts.set_contacts(
        match_id=table.id, proof=table.proof(seat), mail=None, webhook=URL, language="en"
    )
    return table


def receive(monkeypatch, *statuses: int) -> Receiver:
    receiver = Receiver(*statuses)
    monkeypatch.setattr(webhooks, "post", receiver.post)
    return receiver


def wait_for_retry() -> None:
    WaitingWebhook.objects.update(due=0)


def test_a_webhook_that_is_refused_is_sent_again_with_the_same_id(table, monkeypatch):
    receiver = receive(monkeypatch, 500, 0, 204)
    notify.notify_due_seats()
    assert deliveries.send_waiting() == 0, "not before its time"
    for _ in range(2):
        wait_for_retry()
        assert deliveries.send_waiting() == 1
    assert {content["event"] for content in receiver.contents} == {"turn"}
    assert len({content["id"] for content in receiver.contents}) == 1 and len(receiver.contents) == 3
    assert not WaitingWebhook.objects.exists()


def test_nobody_is_called_for_ever(table, monkeypatch):
    receiver = receive(monkeypatch, *[503] * 20)
    notify.notify_due_seats()
    while WaitingWebhook.objects.exists():
        wait_for_retry()
        deliveries.send_waiting()
    assert len(receiver.contents) == 1 + len(deliveries.RETRY_SECONDS)


def test_two_workers_send_a_webhook_once(table, monkeypatch):
    receiver = receive(monkeypatch, 500)
    notify.notify_due_seats()
    wait_for_retry()
    row = WaitingWebhook.objects.get()
    deliveries._send_again(row)
    deliveries._send_again(row)
    assert len(receiver.contents) == 2


def test_the_end_of_a_match_is_told_though_its_contacts_are_erased(table, monkeypatch):
    receiver = receive(monkeypatch)
    seat = Seat.objects.get(webhook=URL)
    absence.resign(match_id=table.id, proof=table.proof(0))
    assert not Seat.objects.filter(webhook__gt="").exists()
    assert deliveries.send_waiting() == 1
    (content,) = receiver.contents
    assert (content["event"], content["match"], content["seat"]) == ("finished", table.id, seat.index)
    assert content["url"].endswith(f"/m/{table.id}") and not WaitingWebhook.objects.exists()


def test_a_webhook_carries_id_time_and_signature(monkeypatch):
    sent = SimpleNamespace(headers={}, body=b"")

    class Connection:
        sock = None

        def __init__(self, *args, **kwargs) -> None:
            pass

        def connect(self) -> None:
            pass

        def request(self, method, path, body, headers) -> None:
            sent.headers, sent.body = headers, body

        def getresponse(self):
            return SimpleNamespace(status=204)

        def close(self) -> None:
            pass

    monkeypatch.setattr(webhooks, "resolve_public_address", lambda host, port: "192.0.2.1")
    monkeypatch.setattr(webhooks.http.client, "HTTPConnection", Connection)
    content = {"id": "abc", "event": "turn"}
    assert webhooks.post("http://bots.example/", "secret", content) == 204
    documented: dict = {}
    exec(find_snippet(SIGN), documented)
    assert documented["is_genuine"]("secret", sent.headers, sent.body) and sent.headers["webhook-id"] == "abc"
    assert not documented["is_genuine"]("secret", sent.headers, sent.body + b" ")
    assert not documented["is_genuine"]("another", sent.headers, sent.body)
    assert json.loads(sent.body) == content and sent.headers["X-Escale-Signature"].startswith("sha256=")


def test_a_ping_tells_what_the_webhook_answered(table, client, monkeypatch):
    receiver = receive(monkeypatch, 202, 0)
    path = f"/matches/{table.id}/seats/mine/ping/"
    token = table.tokens[Seat.objects.get(webhook=URL).index]
    answer = post(client, path, {}, token)
    assert (answer.status_code, answer.json()) == (200, {"status": 202})
    assert receiver.contents[0]["event"] == "ping"
    answer = post(client, path, {}, token)
    assert (answer.status_code, answer.json()["code"]) == (409, "webhook_failed")
    assert not WaitingWebhook.objects.exists(), "a test is not sent again"
    Seat.objects.update(webhook="")
    assert post(client, path, {}, token).json()["code"] == "no_webhook"
