"""How Django answers below an ASGI server: one thread a request, and answers that are sent while they are
made.
"""

import asyncio
import threading

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.http import StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from escale.server.django_handler import Handler


def fetched(address: str) -> tuple[int, dict[bytes, bytes], list[bytes]]:
    """Status, headers and every message with a body, as a server would get them."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }
    asyncio.run(Handler()(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), [message["body"] for message in sent[1:]]


def test_a_static_file_is_sent_piece_by_piece_without_a_warning():
    """Warnings are errors here: the server's own handler warned that it had to gather every file
    in memory.
    """
    status, headers, bodies = fetched("/static/escale/site.css")
    assert status == 200 and headers[b"Content-Type"].startswith(b"text/css")
    assert b"".join(bodies).count(b"{") > 100 and bodies[-1] == b""


def test_an_answer_that_is_ready_is_sent_at_once():
    status, headers, bodies = fetched("/healthz")
    assert status == 200 and len(bodies) == 1
    assert len(bodies[0]) == int(headers[b"Content-Length"]) > 0


seen: list[str] = []


def note(**_) -> None:
    seen.append(threading.current_thread().name)


def slowly(request):
    note()

    def parts():
        for part in (b"one ", b"two"):
            note()
            yield part

    return StreamingHttpResponse(parts(), content_type="text/plain")


urlpatterns = [path("slowly", slowly)]


@override_settings(ROOT_URLCONF=__name__)
def test_a_request_stays_in_its_thread_and_a_stream_has_its_own(monkeypatch):
    seen.clear()
    monkeypatch.setattr("escale.server.protocol.admission.HEAVY_PAGES", ())  # these addresses know no others
    monkeypatch.setattr("escale.server.django_handler.close_old_connections", note)
    request_started.connect(note)
    request_finished.connect(note)
    try:
        status, _, bodies = fetched("/slowly")
    finally:
        request_started.disconnect(note)
        request_finished.disconnect(note)
    assert (status, bodies) == (200, [b"one ", b"two", b""])
    started, view, given_back, *parts, finished = seen
    assert started == view == given_back and started.startswith("request")
    assert set(parts) == {finished} != {view}


@pytest.mark.slow
def test_the_whole_catalogue_comes_from_a_running_server_in_pieces(site):
    """The file of lines: that of a table may come from the cache."""
    with httpx.stream("GET", f"{site.url}/api/v1/titles/export.ndjson", timeout=30) as answer:
        assert answer.headers["transfer-encoding"] == "chunked"
        assert answer.read().startswith(b"{")
