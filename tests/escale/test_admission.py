"""One address uses neither all threads nor the patience of the others."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import unquote

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import override_settings
from django.urls import path, reverse
from django.utils import translation

from escale.server.django_handler import Handler
from escale.server.protocol import admission
from escale.server.protocol.admission import HEAVY, PAGES, Gate, Room, room_of
from tests.catalogue.making import make_title

ATTACKER, READER = "198.51.100.7", "192.0.2.1"


def scope_of(address: str, path: str = "/slow/", method: str = "GET") -> dict:
    headers = [(b"host", b"testserver")]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers}
    return scope | {"client": (address, 50000)}


HEAVY_PATHS = ["/api/v1/titles/export.csv", "/api/v1/titles/changes/", "/api/v1/rules/harbour.pdf"]
HEAVY_PATHS += ["/api/v1/matches/0123456789abcdef/record/"]
for language in ("fr", "en", "it", "de"):
    with translation.override(language):
        HEAVY_PATHS += [unquote(reverse("catalogue:print")), unquote(reverse("catalogue:statistics"))]


@pytest.mark.parametrize("address", HEAVY_PATHS)
def test_heavy_requests_have_a_room_of_their_own(address):
    assert room_of(scope_of(READER, address)) is HEAVY
    assert room_of(scope_of(READER, "/en/")) is PAGES


def test_the_heavy_room_is_for_reading_only():
    assert room_of(scope_of(READER, "/api/v1/titles/export.csv", "POST")) is PAGES


def test_so_many_run_so_many_wait_and_the_others_are_refused():
    gate = Gate(running=2, waiting=3)
    running, most, refused = 0, 0, 0

    async def request() -> None:
        nonlocal running, most, refused
        try:
            async with gate.admit(ATTACKER):
                running += 1
                most = max(most, running)
                await asyncio.sleep(0.01)
                running -= 1
        except admission.Crowded:
            refused += 1

    async def crowd() -> None:
        await asyncio.gather(*(request() for _ in range(10)))

    asyncio.run(crowd())
    assert (most, refused) == (2, 5)
    assert gate._lanes == {}, "nothing is kept of an address that has gone"


let_go = threading.Event()
has_begun = threading.Semaphore(0)


def slow(request) -> HttpResponse:
    has_begun.release()
    let_go.wait(20)
    return HttpResponse("slow")


def fast(request) -> HttpResponse:
    return HttpResponse("fast")


urlpatterns = [path("slow/", slow), path("fast/", fast)]


async def ask(handler, address: str, path: str) -> tuple[int, dict]:
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    await handler(scope_of(address, path), receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


@override_settings(ROOT_URLCONF=__name__)
def test_others_are_answered_while_one_address_fills_its_places(monkeypatch):
    let_go.clear()

    async def visit() -> tuple[list, tuple]:
        handler = Handler()
        crowd = [asyncio.create_task(ask(handler, ATTACKER, "/slow/")) for _ in range(10)]
        await asyncio.to_thread(lambda: [has_begun.acquire(timeout=10) for _ in range(2)])
        other = await asyncio.wait_for(ask(handler, READER, "/fast/"), 10)
        let_go.set()
        return await asyncio.gather(*crowd), other

    with ThreadPoolExecutor(3) as threads:
        monkeypatch.setattr(admission, "PAGES", Room("pages", Gate(running=2, waiting=4), threads))
        crowd, other = asyncio.run(visit())
    assert other[0] == 200
    statuses = sorted(status for status, _ in crowd)
    assert statuses == [200] * 6 + [429] * 4
    refusal = next(headers for status, headers in crowd if status == 429)
    assert refusal[b"Retry-After"] == b"2" and b"Content-Security-Policy" in refusal


@pytest.mark.django_db
def test_the_export_of_a_version_is_made_once(client, django_assert_num_queries):
    make_title("Azul")
    first = b"".join(client.get("/api/v1/titles/export.csv").streaming_content)
    with django_assert_num_queries(1):  # the version
        again = client.get("/api/v1/titles/export.csv")
    assert again.content == first and b"Azul" in first
    assert again["Content-Disposition"].endswith('"catalogue.csv"')


@pytest.mark.django_db
def test_a_file_that_is_too_large_is_not_kept(client, monkeypatch):
    monkeypatch.setattr("catalogue.web.api.partners.MAX_CACHED_BYTES", 10)
    make_title("Azul")
    assert b"Azul" in b"".join(client.get("/api/v1/titles/export.csv").streaming_content)
    assert cache.get("catalogue-csv-0") is None
    assert client.get("/api/v1/titles/export.csv").streaming
