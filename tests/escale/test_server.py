"""The real server process: what only it can show."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.serving import ROOT, environment, free_port, wait_for

pytestmark = pytest.mark.slow


def test_a_large_body_is_refused_before_it_is_sent(site):
    """Only the head is sent: the answer comes without waiting for ninety megabytes."""
    host, port = site.url.removeprefix("http://").split(":")
    head = f"POST /api/v1/matches/ HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 90000000\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(head.encode())
        answer = b""
        while b"}" not in answer and (part := line.recv(65536)):
            answer += part
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"application/problem+json" in answer


def test_a_long_move_is_refused_before_it_is_read(site):
    host, port = site.url.removeprefix("http://").split(":")
    head = (
        f"POST /api/v1/matches/nowhere/actions/ HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Seat x\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(f"{head}Content-Length: 10001\r\n\r\n".encode())
        answer = b""
        while b"}" not in answer and (part := line.recv(65536)):
            answer += part
    assert answer.startswith(b"HTTP/1.1 413")
    assert b'"too_large"' in answer


def test_headers_over_32_kb_are_refused(site):
    answer = httpx.get(f"{site.url}/healthz", headers={"X-Long": "a" * 33_000}, timeout=60)
    assert answer.status_code == 431


def test_a_body_without_length_is_refused(site):
    answer = httpx.post(f"{site.url}/api/v1/matches/", content=(part for part in [b"{", b"}"]), timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")


def test_forwarded_headers_are_not_believed_without_a_trusted_proxy(site):
    """The server software would, from this very machine, and with the scheme goes the address that limits
    count.
    """
    forged = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    assert httpx.get(f"{site.url}/api/v1/", headers=forged).json()["docs"] == f"{site.url}/api/v1/docs/"


def test_static_files_are_compressed_and_kept_for_ever(site):
    html = httpx.get(f"{site.url}/fr/maison/", timeout=60).text
    path = html.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = httpx.get(site.url + path, headers={"Accept-Encoding": "br"}, timeout=60)
    assert answer.headers["Content-Encoding"] == "br"
    assert "immutable" in answer.headers["Cache-Control"]


def test_pages_are_compressed(site):
    answer = httpx.get(f"{site.url}/fr/", headers={"Accept-Encoding": "gzip"}, timeout=60)
    assert answer.headers["Content-Encoding"] == "gzip"


def test_the_server_says_that_it_is_ready(site):
    ends = time.monotonic() + 60
    while (
        answer := httpx.get(f"{site.url}/readyz", timeout=60)
    ).status_code != 200 and time.monotonic() < ends:
        time.sleep(0.1)
    parts = ("database", "disk", "cache", "worker", "bots")
    assert answer.json()["checks"] == dict.fromkeys(parts, "ok")


def test_a_second_start_is_quick_and_a_stop_is_clean(tmp_path):
    """No stop-watch (other tests run beside it): the second start only takes less of the processor than the
    first.
    """
    taken, port = [], free_port()
    for _ in range(2):
        given = environment(tmp_path, PORT=str(port), BASE_URL=f"http://127.0.0.1:{port}", DEMO="0")
        log = tmp_path / "log"
        with log.open("wb") as output:
            server = subprocess.Popen(
                [sys.executable, "manage.py", "serve"], cwd=ROOT, env=given, stdout=output, stderr=output
            )
        wait_for(f"http://127.0.0.1:{port}/healthz", server, log)
        user, system = Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        taken.append(int(user) + int(system))
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0, log.read_text(encoding="utf-8")
    assert taken[1] < taken[0]
