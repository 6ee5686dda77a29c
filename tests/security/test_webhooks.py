"""A webhook reaches the world and never our own network, whatever name, form or redirect it is given."""

import json
import socket
import time
from contextlib import suppress
from threading import Thread

import pytest

from games.notifying import webhooks
from tests.games.table import Table

INSIDE = [
    "127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "::127.0.0.1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "fe80::1",
    "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1",
]  # fmt: skip
OUTSIDE = ["93.184.215.14", "2606:4700:4700::1111"]
# Ways to write the loopback that resolvers understand; a name that does not resolve is refused as well.
DISGUISED = [
    "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/", "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:0:0:1]/", "http://localhost./", "http://LOCALHOST/", "http://127.0.0.1:8000@127.0.0.1/",
]  # fmt: skip
NO_ADDRESS = [
    "", "//127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "http://", "http://@example.org/",
    "http://:secret@example.org/", "http://example.org:0/", "http://example.org:99999/", "http://example.org:port/",
    "http://[::1/", "javascript:alert(1)",
]  # fmt: skip


def resolving(monkeypatch, *answers: list[str]) -> list[str]:
    """A resolver that gives these answers one after the other; returns the list of what it was asked."""
    asked, numbers = [], socket.getaddrinfo

    def getaddrinfo(host, port, *more, **named):
        if host.replace(".", "").isdigit():  # the socket itself asks about the number that it was given
            return numbers(host, port, *more, **named)
        asked.append(host)
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, port))
            for address in answers[min(len(asked), len(answers)) - 1]
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_leads_inside_is_refused(monkeypatch, address):
    resolving(monkeypatch, [address])
    with pytest.raises(webhooks.Unreachable):
        webhooks.resolve_public_address("bots.example", 443)


@pytest.mark.parametrize("address", INSIDE)
def test_one_address_inside_among_others_is_enough(monkeypatch, address):
    resolving(monkeypatch, [OUTSIDE[0], address])
    with pytest.raises(webhooks.Unreachable):
        webhooks.resolve_public_address("bots.example", 443)


@pytest.mark.parametrize("address", OUTSIDE)
def test_the_world_is_reached(monkeypatch, address):
    resolving(monkeypatch, [address])
    assert webhooks.resolve_public_address("bots.example", 443) == address


@pytest.mark.parametrize("url", DISGUISED + NO_ADDRESS)
def test_no_writing_of_an_address_gets_through(url):
    with pytest.raises(webhooks.Unreachable):
        webhooks.post(url, "secret", {})


@pytest.mark.django_db
@pytest.mark.parametrize("url", [*DISGUISED, "http://[fd00::1]/", "http://example.org:99999/"])
def test_it_is_refused_when_it_is_given_too(client, url):
    table = Table()
    answer = client.patch(
        f"/api/v1/matches/{table.id}/seats/mine/",
        json.dumps({"webhook": url}),
        content_type="application/json",
        headers={"Authorization": f"Seat {table.tokens[0]}"},
    )
    assert (answer.status_code, "webhook" in answer.json()["errors"]) == (400, True)


class Receiver(Thread):
    """Answers every call with the same bytes and keeps what it was sent."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(daemon=True)
        self.server, self.answer, self.received = socket.create_server(("127.0.0.1", 0)), answer, []
        self.port = self.server.getsockname()[1]

    def run(self) -> None:
        while True:
            try:
                peer, _ = self.server.accept()
            except OSError:
                return
            with peer:
                self.received.append(peer.recv(65536))
                peer.sendall(self.answer)


@pytest.mark.slow
def test_an_answer_that_comes_letter_by_letter_is_not_waited_for(monkeypatch):
    resolving(monkeypatch, ["127.0.0.1"])
    monkeypatch.setattr(webhooks, "is_public", lambda address: True)
    monkeypatch.setattr(webhooks, "REQUEST_SECONDS", 0.5)

    def drip() -> None:
        peer, _ = server.accept()
        with peer, suppress(OSError):
            while True:  # each letter well within the time of one wait
                peer.sendall(b"H")
                time.sleep(0.1)

    with socket.create_server(("127.0.0.1", 0)) as server:
        dripping = Thread(target=drip)
        dripping.start()
        with pytest.raises(webhooks.Unreachable):
            webhooks.post(f"http://bots.example:{server.getsockname()[1]}/", "secret", {})
        dripping.join()


@pytest.fixture
def redirecting():
    receiver = Receiver(b"HTTP/1.1 307 x\r\nLocation: http://127.0.0.1:1/inside\r\nContent-Length: 0\r\n\r\n")
    receiver.start()
    yield receiver
    receiver.server.shutdown(socket.SHUT_RDWR)
    receiver.server.close()
    receiver.join(60)


def test_a_redirect_is_not_followed_and_the_name_is_asked_once(monkeypatch, redirecting):
    """The second answer of the resolver, and the address of the redirect, would lead inside."""
    asked = resolving(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
    monkeypatch.setattr(webhooks, "is_public", lambda address: True)
    assert webhooks.post(f"http://bots.example:{redirecting.port}/", "secret", {}) == 307
    assert asked == ["bots.example"]
    assert len(redirecting.received) == 1
