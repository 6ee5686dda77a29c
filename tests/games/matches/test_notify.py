"""Emails and webhooks: once for each turn, never into our own network."""

import json
import socket
import threading

import pytest
from django.core import mail

from escale.common.clock import now_ms
from games.matches import messages, takebacks
from games.matches.storage.presence import mark_present
from games.models import Match
from games.notifying import contacts, notify, webhooks
from tests.games.table import Table


@pytest.fixture
def table(db):
    table = Table()
    seat = table.decision().seat
    contacts.set_contacts(
        match_id=table.id, proof=table.proof(seat), mail="anna@example.org", webhook=None, language="it"
    )
    confirm(table)
    return table


def confirm(table):
    """Answers the question that every new address gets."""
    table.match.seats.filter(mail__gt="").update(mail_state="confirmed")


def absent_for(table, seconds):
    Match.objects.filter(pk=table.id).update(moved_at=now_ms() - seconds * 1000)


def test_a_letter_is_written_once_a_turn_in_the_readers_language(table):
    assert notify.notify_due_seats() == 0, "whoever has just moved is probably still there"
    absent_for(table, 120)
    assert notify.notify_due_seats() == 1
    assert notify.notify_due_seats() == 0
    (letter,) = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert f"/m/{table.id}" in letter.body


def test_whoever_looks_at_the_table_gets_no_letter(table):
    absent_for(table, 120)
    mark_present(table.id, table.decision().seat)
    notify.notify_due_seats()
    assert mail.outbox == []


def test_what_others_do_meanwhile_brings_no_second_letter(table):
    absent_for(table, 120)
    assert notify.notify_due_seats() == 1
    messages.send_message(match_id=table.id, proof=table.proof(1 - table.decision().seat), phrase="your_turn")
    absent_for(table, 120)
    assert notify.notify_due_seats() == 0
    mine = table.decision().seat
    while table.decision().seat == mine:
        table.act()
    while table.decision().seat != mine:
        table.act()
    absent_for(table, 120)
    assert notify.notify_due_seats() == 1, "but the next turn does"


def test_who_was_told_of_a_move_that_went_back_is_told_of_the_next_one(table):
    mover = table.decision().seat
    other = 1 - mover
    contacts.set_contacts(match_id=table.id, proof=table.proof(mover), mail="", webhook=None, language="fr")
    contacts.set_contacts(
        match_id=table.id, proof=table.proof(other), mail="b@example.org", webhook=None, language="fr"
    )
    confirm(table)
    while table.decision().seat == mover:
        table.act()
    absent_for(table, 120)
    assert notify.notify_due_seats() == 1
    takebacks.undo(match_id=table.id, proof=table.proof(mover))
    table.act()
    absent_for(table, 120)
    assert (table.decision().seat, notify.notify_due_seats(), notify.notify_due_seats()) == (other, 1, 0)


def test_a_program_is_told_of_its_next_turn_though_it_has_just_looked(table, monkeypatch):
    told = []
    monkeypatch.setattr(webhooks, "post", lambda url, secret, content: told.append(content["number"]) or 204)
    seat = table.decision().seat
    contacts.set_contacts(
        match_id=table.id, proof=table.proof(seat), mail="", webhook="https://bots.example/", language="it"
    )
    for _ in range(2):
        mark_present(table.id, seat)
        notify.notify_due_seats()
        while table.decision().seat == seat:
            table.act()
        while table.decision().seat != seat:
            table.act()
    assert len(told) == 2


def test_a_letter_comes_though_the_webhook_does_not_answer(table, monkeypatch):
    def gone(*_: object) -> None:
        raise webhooks.Unreachable("the name does not resolve")

    monkeypatch.setattr(webhooks, "post", gone)
    seat = table.decision().seat
    contacts.set_contacts(
        match_id=table.id, proof=table.proof(seat), mail=None, webhook="https://bots.example/", language="it"
    )
    absent_for(table, 120)
    notify.notify_due_seats()
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"]]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://10.1.2.3/",
        "http://[::1]:8000/",
        "http://169.254.169.254/latest",
        "http://localhost/",
        "ftp://example.org/",
        "http://user@example.org/",
        "nonsense",
    ],
)
def test_a_webhook_never_reaches_into_our_network(url):
    with pytest.raises(webhooks.Unreachable):
        webhooks.post(url, "secret", {})


@pytest.mark.parametrize("address", ["http://bots.example:{}/café", "http://日本.example:{}/"])
def test_an_address_that_no_request_can_carry_is_refused(monkeypatch, address):
    """The forms take it for an address, HTTP does not."""
    monkeypatch.setattr(webhooks, "resolve_public_address", lambda host, port: "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(webhooks.Unreachable):
        webhooks.post(address.format(server.getsockname()[1]), "secret", {})


@pytest.mark.django_db
def test_a_private_webhook_is_refused_when_it_is_given(client):
    table = Table()
    answer = client.patch(
        f"/api/v1/matches/{table.id}/seats/mine/",
        json.dumps({"webhook": "http://192.168.1.1/hook"}),
        content_type="application/json",
        headers={"Authorization": f"Seat {table.tokens[0]}"},
    )
    assert answer.status_code == 400
    assert "webhook" in answer.json()["errors"]


@pytest.mark.django_db
def test_a_name_is_looked_up_when_it_is_called_and_not_in_the_request(client, monkeypatch):
    """Whoever keeps a name server that answers slowly would keep every thread waiting."""
    table = Table()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **more: pytest.fail("it was looked up"))
    answer = client.patch(
        f"/api/v1/matches/{table.id}/seats/mine/",
        json.dumps({"webhook": "https://bots.example/hook"}),
        content_type="application/json",
        headers={"Authorization": f"Seat {table.tokens[0]}"},
    )
    assert answer.status_code == 200 and answer.json()["webhook_secret"]


@pytest.mark.django_db
def test_an_address_for_which_there_is_no_room_is_refused(client):
    table = Table()
    answer = client.patch(
        f"/api/v1/matches/{table.id}/seats/mine/",
        json.dumps({"mail": f"{'a' * 60}@{'.'.join(['b' * 60] * 4)}.org"}),
        content_type="application/json",
        headers={"Authorization": f"Seat {table.tokens[0]}"},
    )
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["mail"])


def test_a_webhook_is_signed_and_posted_to_the_address_that_was_resolved(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(webhooks, "resolve_public_address", lambda host, port: "127.0.0.1")
        received = []

        def answer():
            peer, _ = server.accept()
            with peer:
                received.append(peer.recv(65536).decode())
                peer.sendall(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        url = f"http://bots.example:{server.getsockname()[1]}/hook?x=1"
        assert webhooks.post(url, "secret", {"match": "m"}) == 204
        thread.join()
    (request,) = received
    assert request.startswith("POST /hook?x=1 ")
    assert webhooks.sign("secret", b'{"match": "m"}') in request
