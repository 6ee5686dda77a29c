"""Half headers, endless headers and slow bodies end their own connection; slow but honest uploads arrive."""

import asyncio
import socket
import threading
import time

import pytest
import uvicorn

from escale.server.protocol import guarded_connection
from escale.server.protocol.guarded_connection import GuardedConnection

# Each test waits until a time-out of a connection has passed.
pytestmark = pytest.mark.slow

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\n"


async def count_body(scope, receive, send):
    """Answers with the number of bytes in the body."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message.get("more_body", False)
    text = str(size).encode()
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(text))]}
    )
    await send({"type": "http.response.body", "body": text})


@pytest.fixture
def port(monkeypatch):
    monkeypatch.setattr(guarded_connection, "HEADER_SECONDS", 1.0)
    monkeypatch.setattr(guarded_connection, "BODY_SECONDS", 1.0)
    monkeypatch.setattr(guarded_connection, "MIN_BODY_BYTES_PER_SECOND", 100)
    monkeypatch.setattr(guarded_connection, "CHECK_SECONDS", 0.1)
    config = uvicorn.Config(count_body, http=GuardedConnection, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=asyncio.run, args=(server.serve(sockets=[listener]),))
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(30)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def read_all(line: socket.socket) -> bytes:
    answer = b""
    try:
        while part := line.recv(65536):
            answer += part
    except ConnectionResetError:
        pass
    return answer


def send_slowly(line: socket.socket, part: bytes, pause: float, seconds: float) -> None:
    """Sends this part again and again until the server closes the connection or the time is over."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            line.sendall(part)
        except OSError:
            return
        time.sleep(pause)


def test_a_connection_without_a_request_is_closed_in_silence(port):
    with connect(port) as line:
        assert read_all(line) == b""


@pytest.mark.parametrize("sent", [b"POST / HT", HEAD, HEAD + b"X-Long: a"])
def test_half_a_header_is_not_waited_for(port, sent):
    begun = time.monotonic()
    with connect(port) as line:
        line.sendall(sent)
        assert read_all(line).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - begun < 10


def test_a_header_letter_by_letter_is_not_waited_for(port):
    begun = time.monotonic()
    with connect(port) as line:
        line.sendall(HEAD + b"X-Slow: ")
        send_slowly(line, b"a", pause=0.2, seconds=15)
    assert time.monotonic() - begun < 10


def test_a_body_letter_by_letter_is_not_waited_for(port):
    begun = time.monotonic()
    with connect(port) as line:
        line.sendall(HEAD + b"Content-Length: 1000\r\n\r\n")
        send_slowly(line, b"a", pause=0.2, seconds=15)
    assert time.monotonic() - begun < 10


def test_a_body_that_stops_is_not_waited_for(port):
    with connect(port) as line:
        line.sendall(HEAD + b"Content-Length: 1000\r\n\r\nhalf")
        assert read_all(line).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("is_finished", [True, False])
@pytest.mark.parametrize("names", [1, 400])
def test_headers_over_32_kb_are_refused(port, names, is_finished):
    headers = b"".join(b"X-%d: %b\r\n" % (n, b"a" * (40_000 // names)) for n in range(names))
    with connect(port) as line:
        line.sendall(HEAD + headers + (b"\r\n" if is_finished else b""))
        assert read_all(line).startswith(b"HTTP/1.1 431 ")


def test_a_long_address_is_refused(port):
    with connect(port) as line:
        line.sendall(b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert read_all(line).startswith(b"HTTP/1.1 431 ")


def test_headers_below_the_limit_pass_with_a_large_body(port):
    body = b"b" * 300_000
    with connect(port) as line:
        line.sendall(
            HEAD + b"X-Long: " + b"a" * 30_000 + b"\r\nConnection: close\r\nContent-Length: 300000\r\n\r\n"
        )
        line.sendall(body)
        assert read_all(line).endswith(b"300000")


def test_a_slow_upload_that_goes_on_arrives(port):
    """It takes three times as long as a body may stop."""
    with connect(port) as line:
        line.sendall(HEAD + b"Connection: close\r\nContent-Length: 3000\r\n\r\n")
        for _ in range(10):
            line.sendall(b"b" * 300)
            time.sleep(0.3)
        assert read_all(line).endswith(b"3000")


def test_a_connection_carries_several_requests(port):
    with connect(port) as line:
        for _ in range(3):
            line.sendall(HEAD + b"Content-Length: 4\r\n\r\nbody")
            answer = line.recv(65536)
            while not answer.endswith(b"\r\n\r\n4"):
                part = line.recv(65536)
                assert part, answer
                answer += part
            assert answer.startswith(b"HTTP/1.1 200 ")
            time.sleep(0.5)
